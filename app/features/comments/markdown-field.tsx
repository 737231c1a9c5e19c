import { type KeyboardEvent, useRef } from 'react'
import { useTexts } from '../../locales/texts.tsx'
import { TextAreaField } from '../../ui/fields/text-area-field.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import { MentionHelp } from '../notifications/mention-help.tsx'
import styles from './markdown-field.module.css'
import { MARKS, type Mark, marked } from './markdown-marks.ts'

type Props = {
  name: string
  id?: string
  label: string
  hint?: string
  errors: string[] | undefined
  defaultValue: string | undefined
  maxLength: number
  rows?: number
  autoFocus?: boolean
  /** Which buttons there are; all unless said. */
  marks?: readonly Mark[]
}

/** A text area whose buttons, which scripts add, write the marks of Markdown; they are one stop of the Tab key. */
export function MarkdownField({ marks, rows = 14, ...props }: Props) {
  const t = useTexts('writing')
  const shown = MARKS.filter(({ name }) => marks?.includes(name) ?? true)
  const hasScripts = useScripts()
  const box = useRef<HTMLDivElement>(null)

  function apply(mark: Mark) {
    const area = box.current?.querySelector('textarea')
    if (!area) return
    const change = marked(area.value, area.selectionStart, area.selectionEnd, mark)
    area.focus()
    area.setSelectionRange(change.from, change.to)
    // The only method that keeps the browser's undo history.
    document.execCommand('insertText', false, change.text)
    area.setSelectionRange(change.selectFrom, change.selectTo)
  }

  function byKeys(event: KeyboardEvent) {
    const mark = shown.find(({ key }) => key === event.key.toLowerCase())
    if (!mark || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    apply(mark.name)
  }

  function alongToolbar(event: KeyboardEvent<HTMLDivElement>) {
    const buttons = [...event.currentTarget.querySelectorAll('button')]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const step = event.key === forward ? 1 : /^Arrow(Left|Right)$/.test(event.key) ? -1 : 0
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : at + step
    if (next === at) return
    event.preventDefault()
    const target = buttons[(next + buttons.length) % buttons.length]!
    for (const button of buttons) button.tabIndex = button === target ? 0 : -1
    target.focus()
  }

  return (
    <div className={styles.field} ref={box} data-long={rows >= 14 || undefined}>
      <MentionHelp>
        <TextAreaField {...props} rows={rows} required onKeyDown={byKeys} />
      </MentionHelp>
      {hasScripts && (
        <div className={styles.toolbar} role="toolbar" aria-label={t.toolbar} onKeyDown={alongToolbar}>
          {shown.map(({ name, sign, key }, place) => (
            <button
              key={name}
              type="button"
              tabIndex={place === 0 ? 0 : -1}
              title={t.marks[name]}
              aria-label={t.marks[name]}
              aria-keyshortcuts={key && `Control+${key.toUpperCase()}`}
              data-mark={name}
              onClick={() => apply(name)}
            >
              {sign ?? <Icon name="link" size={18} />}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
