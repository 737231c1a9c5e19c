import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { httpApi } from '../../api/http-api.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import { Face } from '../../ui/content/face.tsx'
import { NameText } from '../../ui/content/name-text.tsx'
import styles from './mention-suggestions.module.css'
import { nameBefore } from './name-before.ts'

export type SuggestionsProps = { box: RefObject<HTMLDivElement | null> }
type Member = { id: number; name: string | null; picture: string | null; handle: string }

const PAUSE_MS = 150

/** Suggestions for the text after `@`: focus stays in the text, arrows select, Enter or Tab inserts the name. */
export default function MentionSuggestions({ box }: SuggestionsProps) {
  const lang = useLang()
  const t = useTexts('comments').mention
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [members, setMembers] = useState<Member[]>([])
  const [active, setActive] = useState(0)
  const latest = useRef({ members, active })
  latest.current = { members, active }
  const area = () => box.current?.querySelector('textarea')

  useEffect(() => {
    const field = box.current?.querySelector('textarea')
    if (!field) return
    let pending: AbortController | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const close = () => {
      pending?.abort()
      clearTimeout(timer)
      setMembers([])
    }
    const look = () => {
      const typed = nameBefore(field)
      if (!typed) return close()
      clearTimeout(timer)
      timer = setTimeout(async () => {
        pending?.abort()
        pending = new AbortController()
        try {
          const found = await httpApi(lang, pending).notifications.suggestMembers({ q: typed.name })
          setActive(0)
          setMembers(nameBefore(field)?.name === typed.name && document.activeElement === field ? found : [])
        } catch {
          // Aborted or failed: the name can be typed.
        }
      }, PAUSE_MS)
    }
    const byKeys = (event: KeyboardEvent) => {
      const { members, active } = latest.current
      if (members.length === 0 || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step !== 0) setActive((active + step + members.length) % members.length)
      else if (event.key === 'Enter' || event.key === 'Tab') write(field, members[active]!)
      else if (event.key === 'Escape') close()
      else return
      if (event.key === 'Enter' || event.key === 'Tab') close()
      event.preventDefault()
      event.stopPropagation()
    }
    look()
    const away = () => setTimeout(close, PAUSE_MS)
    field.addEventListener('input', look)
    field.addEventListener('click', look)
    field.addEventListener('keydown', byKeys, true)
    field.addEventListener('blur', away)
    return () => {
      close()
      field.removeEventListener('input', look)
      field.removeEventListener('click', look)
      field.removeEventListener('keydown', byKeys, true)
      field.removeEventListener('blur', away)
    }
  }, [box, lang])

  const isOpen = members.length > 0
  useEffect(() => {
    const field = box.current?.querySelector('textarea')
    if (!field || !isOpen) return
    field.setAttribute('aria-autocomplete', 'list')
    field.setAttribute('aria-controls', id)
    field.setAttribute('aria-activedescendant', `${id}-${active}`)
    if (list.current) placeUnder(field, list.current)
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant']) field.removeAttribute(name)
    }
  }, [box, id, isOpen, active])

  return (
    <>
      <p role="status" className="visually-hidden">
        {isOpen ? t.found(members.length) : ''}
      </p>
      {isOpen ? (
        <div ref={list} id={id} role="listbox" aria-label={t.label} className={styles.list}>
          {members.map((member, place) => (
            <button
              type="button"
              tabIndex={-1}
              key={member.id}
              id={`${id}-${place}`}
              role="option"
              aria-selected={place === active}
              className={styles.option}
              // The focus stays in the text.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => {
                const field = area()
                if (field) write(field, member)
                setMembers([])
              }}
            >
              <Face src={member.picture} name={member.name} size={32} />
              <span className={styles.words}>
                <NameText className={styles.name}>{member.name}</NameText>
                <bdi className={styles.handle}>@{member.handle}</bdi>
              </span>
            </button>
          ))}
        </div>
      ) : null}
    </>
  )
}

/** By the only method that keeps the browser's undo history. */
function write(field: HTMLTextAreaElement, { handle }: Member) {
  const typed = nameBefore(field)
  if (!typed) return
  field.focus()
  field.setSelectionRange(typed.from, field.selectionStart)
  document.execCommand('insertText', false, `@${handle} `)
}

/** Below the current line: a copy of the text up to the caret measures its position. */
function placeUnder(field: HTMLTextAreaElement, list: HTMLElement) {
  const copy = document.createElement('div')
  const style = getComputedStyle(field)
  for (const name of ['font', 'padding', 'border', 'line-height', 'letter-spacing', 'box-sizing', 'word-spacing'])
    copy.style.setProperty(name, style.getPropertyValue(name))
  Object.assign(copy.style, {
    ...{ position: 'absolute', visibility: 'hidden', whiteSpace: 'pre-wrap', overflowWrap: 'break-word' },
    inlineSize: `${field.clientWidth}px`,
  })
  copy.textContent = `${field.value.slice(0, field.selectionStart)}|`
  document.body.append(copy)
  const below = Math.min(Math.max(copy.offsetHeight - field.scrollTop, 0), field.offsetHeight)
  copy.remove()
  const top = field.getBoundingClientRect().top - list.offsetParent!.getBoundingClientRect().top
  // At the inline start of the text.
  list.dir = style.direction
  list.style.insetBlockStart = `${top + below}px`
}
