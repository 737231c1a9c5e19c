import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useDeskTexts } from '../texts.tsx'
import { linkWords } from './link-words.ts'
import { toggleQuote } from './quote.ts'
import styles from './rich-text.module.css'

type Tool = { name: string; isOn?: boolean; run: () => unknown }

/** What can be done with the text: by the mouse, by touch, and by the keyboard, where the arrows go from tool to tool. */
export function Toolbar({
  editor,
  isRich,
  isSource,
  onToggle,
  onPicture,
  label,
}: {
  editor: Editor
  isRich: boolean
  isSource: boolean
  onToggle: () => void
  /** Opens the choice of a picture, where the text may have some. */
  onPicture?: () => void
  label: string
}) {
  const t = useDeskTexts('editor')
  const [link, setLink] = useState<string>()
  const [isWrong, setWrong] = useState(false)
  const [alt, setAlt] = useState<string>()
  const bar = useRef<HTMLDivElement>(null)
  const chain = () => editor.chain().focus()
  const isInTable = isRich && editor.isActive('table')
  // The tools of a table take a row more, which may come over the caret.
  useEffect(() => {
    if (isInTable && editor.isFocused) editor.commands.scrollIntoView()
  }, [isInTable, editor])
  const tools: Tool[] = isRich
    ? [
        {
          name: t.heading,
          isOn: editor.isActive('heading', { level: 2 }),
          run: () => chain().toggleHeading({ level: 2 }).run(),
        },
        {
          name: t.subheading,
          isOn: editor.isActive('heading', { level: 3 }),
          run: () => chain().toggleHeading({ level: 3 }).run(),
        },
        { name: t.bold, isOn: editor.isActive('bold'), run: () => chain().toggleBold().run() },
        { name: t.italic, isOn: editor.isActive('italic'), run: () => chain().toggleItalic().run() },
        { name: t.bullets, isOn: editor.isActive('bulletList'), run: () => chain().toggleBulletList().run() },
        { name: t.numbers, isOn: editor.isActive('orderedList'), run: () => chain().toggleOrderedList().run() },
        { name: t.quote, isOn: editor.isActive('blockquote'), run: () => toggleQuote(editor) },
        {
          name: t.link,
          isOn: editor.isActive('link'),
          run: () => setLink(link === undefined ? String(editor.getAttributes('link').href ?? '') : undefined),
        },
        ...(onPicture ? [{ name: t.picture, run: onPicture }] : []),
        ...(editor.isActive('image')
          ? [{ name: t.alt, run: () => setAlt(String(editor.getAttributes('image').alt ?? '')) }]
          : []),
        ...(isInTable
          ? [
              { name: t.addRow, run: () => chain().addRowAfter().run() },
              { name: t.addColumn, run: () => chain().addColumnAfter().run() },
              { name: t.removeRow, run: () => chain().deleteRow().run() },
              { name: t.removeColumn, run: () => chain().deleteColumn().run() },
              { name: t.removeTable, run: () => chain().deleteTable().run() },
            ]
          : [{ name: t.table, run: () => insertTable(editor) }]),
        { name: t.rule, run: () => chain().setHorizontalRule().run() },
        { name: t.undo, run: () => chain().undo().run() },
        { name: t.redo, run: () => chain().redo().run() },
      ]
    : []
  const all: Tool[] = [...tools, { name: t.source, isOn: isSource, run: onToggle }]

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step || !bar.current) return
    const buttons = [...bar.current.querySelectorAll('button')]
    const at = buttons.findIndex((button) => button.matches(':focus'))
    const forward = getComputedStyle(bar.current).direction === 'rtl' ? -step : step
    buttons[(at + forward + buttons.length) % buttons.length]?.focus()
    event.preventDefault()
  }

  function setAddress() {
    const address = (link ?? '').trim()
    const href = hrefOf(address)
    if (href === undefined) return setWrong(true)
    if (address === '') chain().extendMarkRange('link').unsetLink().run()
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain()
        .insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href } }] })
        .run()
    else linkWords(editor, href)
    setLink(undefined)
  }

  function setWords() {
    chain()
      .updateAttributes('image', { alt: (alt ?? '').trim() })
      .run()
    setAlt(undefined)
  }

  return (
    <div className={styles.tools}>
      <div ref={bar} role="toolbar" aria-label={`${t.tools}: ${label}`} className={styles.bar} onKeyDown={move}>
        {all.map(({ name, isOn, run }, place) => (
          <button
            key={name}
            type="button"
            aria-pressed={isOn}
            // One stop for the tab key; the arrows go on.
            tabIndex={place === 0 ? 0 : -1}
            onMouseDown={(event) => event.preventDefault()}
            onClick={run}
          >
            {name}
          </button>
        ))}
      </div>
      {link !== undefined && isRich ? (
        <ToolField
          label={t.address}
          submit={t.setLink}
          value={link}
          dir="ltr"
          error={isWrong ? t.noAddress : undefined}
          onChange={(address) => {
            setLink(address)
            setWrong(false)
          }}
          onSet={setAddress}
          onClose={() => {
            setLink(undefined)
            editor.view.focus()
          }}
        />
      ) : null}
      {alt !== undefined && isRich && editor.isActive('image') ? (
        <ToolField
          label={t.altOf}
          submit={t.setAlt}
          value={alt}
          dir="auto"
          onChange={setAlt}
          onSet={setWords}
          onClose={() => {
            setAlt(undefined)
            editor.view.focus()
          }}
        />
      ) : null}
    </div>
  )
}

/** At the end of the text with a paragraph behind it, so that somebody who writes on gets out of it by the arrows. */
function insertTable(editor: Editor): void {
  editor
    .chain()
    .focus()
    .insertTable({ rows: 3, cols: 2, withHeaderRow: true })
    .command(({ tr, state }) => {
      const isLast = tr.doc.lastChild?.type.name === 'table'
      if (isLast) tr.insert(tr.doc.content.size, state.schema.nodes.paragraph!.create())
      return true
    })
    .run()
}

/** What an address that somebody wrote links to, an empty one to nothing; undefined where it is none. */
function hrefOf(address: string): string | undefined {
  if (address === '') return ''
  if (/^[^\s/:@]+@[^\s/:@]+$/.test(address)) return `mailto:${address}`
  if (/^(?:mailto:|tel:|\/)\S+$/i.test(address)) return address
  const href = /^https?:/i.test(address) ? address : `https://${address}`
  return /^https?:\/\/[^\s/]+\.[^\s/]\S*$/i.test(href) ? href : undefined
}

/** A line of text that a tool asks for. */
function ToolField({
  label,
  submit,
  value,
  dir,
  error,
  onChange,
  onSet,
  onClose,
}: {
  label: string
  submit: string
  value: string
  dir: 'ltr' | 'auto'
  error?: string | undefined
  onChange: (value: string) => void
  onSet: () => void
  onClose: () => void
}) {
  const id = useId()
  return (
    <div className={styles.link}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        dir={dir}
        inputMode={dir === 'ltr' ? 'url' : 'text'}
        value={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error && `${id}-error`}
        // The field opens because somebody asked for it.
        // biome-ignore lint/a11y/noAutofocus: see above
        autoFocus
        // What is typed takes the place of what is there.
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
          if (event.key !== 'Enter') return
          event.preventDefault()
          onSet()
        }}
      />
      <button type="button" onClick={onSet}>
        {submit}
      </button>
      {error ? (
        <p id={`${id}-error`} role="alert" className={styles.wrong}>
          {error}
        </p>
      ) : null}
    </div>
  )
}
