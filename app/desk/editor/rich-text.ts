/** The editor of long texts. Loaded with the page that has it, by `import()`: no other page's scripts hold it. */
import { Editor, Extension, type Extensions } from '@tiptap/core'
import Image from '@tiptap/extension-image'
import Link from '@tiptap/extension-link'
import { TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { GapCursor } from '@tiptap/pm/gapcursor'
import type { ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import StarterKit from '@tiptap/starter-kit'
import { blockDirections } from './block-directions.ts'
import { asContentOfCell, pasteCells } from './cell-paste.ts'
import { cleanPaste } from './clean-paste.ts'
import { linkWords } from './link-words.ts'
import { documentOf } from './markdown-document.ts'
import { markdownWriter } from './markdown-writer.ts'
import { fitted } from './pasted-text.ts'
import { TextTable } from './text-table.ts'
import { TypedAddresses } from './typed-addresses.ts'

export type RichText = {
  editor: Editor
  /** Puts a picture where the caret is, in a paragraph of its own, which pages show as wide as the text. */
  insertPicture: (picture: { src: string; alt: string }) => void
  /** What the editor shows, as Markdown. */
  text: () => string
  /** Shows another text. @returns whether the editor can show it */
  show: (markdown: string) => boolean
  /** Puts the caret behind the beginning of what is shown, as far as it has the same blocks on its own. */
  focusAfter: (beginning: string) => void
  /** Goes on in another place of the page, with all its steps to undo, its scrolling and its focus. */
  moveTo: (element: HTMLElement, listeners: Listeners) => void
  /** Called before its place is taken out of the page. */
  leave: () => void
  end: () => void
}

type Listeners = {
  /** Called with pictures that were pasted or dropped into the text; without it they stay outside. */
  onFiles?: (files: File[]) => void
  /** Called with the text as Markdown whenever somebody changes it. */
  onChange: (markdown: string) => void
  onMove: () => void
}

/** The content security policy allows no `style` attributes, which tables would have for the width of columns. */
const align = {
  default: null,
  parseHTML: (cell: HTMLElement) => cell.getAttribute('align'),
  renderHTML: (attributes: Record<string, unknown>) => (attributes.align ? { align: attributes.align } : {}),
}

/** How much of the text is covered at its edges, in pixels: above by the header and its tools, below by the bar with *Save*. */
const coveredAround = (text: () => HTMLElement) => ({
  ...{ bottom: 120, left: 8, right: 8 },
  // The tools take more rows where the text is narrow, and in a table, and have a field below them for a link.
  get top() {
    const tools = text().parentElement?.querySelector('[role=toolbar]')?.parentElement
    return tools ? Number.parseFloat(getComputedStyle(tools).top) + tools.clientHeight + MARGIN : MARGIN
  },
})
const MARGIN = 16

export const EXTENSIONS: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    underline: false,
    // The paragraph at the end would be a change that nobody made.
    trailingNode: false,
    // Quotations keep the direction of their words on every page.
    blockquote: { HTMLAttributes: { dir: 'auto' } },
    link: false,
  }),
  // What is typed behind a link is no part of it.
  Link.extend({ inclusive: false }).configure({
    ...{ openOnClick: false, autolink: false, linkOnPaste: false, defaultProtocol: 'https' },
    HTMLAttributes: { target: null, rel: null },
  }),
  TypedAddresses,
  Extension.create({
    name: 'joinItems',
    // Before the lists' own keys, which take the item out of its list.
    priority: 200,
    addKeyboardShortcuts: () => ({
      Backspace: ({ editor }) => editor.commands.undoInputRule() || joinItem(editor.state, editor.view.dispatch),
    }),
  }),
  // A picture comes by its tool, by pasting and by dropping: what somebody types stays text, as with links.
  Image.extend({ addInputRules: () => [] }).configure({ inline: true }),
  TextTable,
  TableRow,
  TableHeader.extend({ content: 'paragraph+', addAttributes: () => ({ ...SPANS, align }) }),
  TableCell.extend({ content: 'paragraph+', addAttributes: () => ({ ...SPANS, align }) }),
]
const SPANS = { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null, rendered: false } }

/**
 * @param text what is edited, as Markdown
 * @param label the name of the field, for screen readers
 * @param hasOwnDirection whether its blocks have the direction of its language, whatever word they begin with, as pages
 *   show an article; else each has the direction of its words
 * @returns undefined for a text that the editor cannot show
 */
export function startRichText({
  element,
  text,
  lang,
  label,
  pictureText,
  hasOwnDirection = false,
  ...first
}: {
  element: HTMLElement
  text: string
  lang: 'ar' | 'en'
  label: string
  pictureText: string
  hasOwnDirection?: boolean
} & Listeners): RichText | undefined {
  const content = documentOf(text)
  if (!content) return undefined
  let listeners: Listeners = first
  let shown = text
  let place = { isFocused: false, scrolled: 0 }
  let isHtmlFromElsewhere = false
  let parent = element
  const dir = lang === 'ar' ? 'rtl' : 'ltr'
  const covered = coveredAround(() => parent)
  const editor = new Editor({
    element,
    extensions: hasOwnDirection ? [...EXTENSIONS, blockDirections(dir)] : EXTENSIONS,
    injectCSS: false,
    // Signs of Markdown in a text from elsewhere are signs.
    enablePasteRules: false,
    ...(hasOwnDirection ? {} : { textDirection: 'auto' as const }),
    content,
    editorProps: {
      // The caret stays clear of the tools above it and of the bar with *Save* below.
      scrollThreshold: covered,
      scrollMargin: covered,
      handleDOMEvents: { beforeinput: (view, event) => typeBetweenBlocks(view, event as InputEvent) },
      attributes: {
        'aria-label': label,
        'aria-multiline': 'true',
        role: 'textbox',
        lang,
        dir,
      },
      handleTextInput: (view, from, to, text) => {
        if (!isLiteral(view.state.doc.resolve(from), text)) return false
        view.dispatch(view.state.tr.insertText(text, from, to))
        return true
      },
      // In a list and a table the tab key moves within: Escape leads out of the text.
      handleKeyDown: (view, { key }) => {
        if (key === 'Escape') view.dom.blur()
        return key === 'Escape'
      },
      handlePaste: (view, event, slice) => {
        const { clipboardData } = event
        // Word puts a picture of the whole selection beside its text: the text counts.
        if (clipboardData?.types.includes('text/html')) return pasteCells(view, event, slice)
        return takePictures(clipboardData, listeners.onFiles) || pasteAddress(editor, clipboardData)
      },
      handleDrop: (view, event, _, isMoved) => {
        const { onFiles } = listeners
        if (!onFiles || isMoved || picturesOf(event.dataTransfer).length === 0) return false
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (at) editor.commands.setTextSelection(at.pos)
        return takePictures(event.dataTransfer, onFiles)
      },
      // What was cut here has its blanks and is clean.
      transformPastedHTML: (html) => {
        isHtmlFromElsewhere = !html.includes('data-pm-slice')
        return isHtmlFromElsewhere ? cleanPaste(html, pictureText) : html
      },
      transformPasted: (slice, view, isPlainText) => {
        const isFromElsewhere = isPlainText || isHtmlFromElsewhere
        isHtmlFromElsewhere = false
        return asContentOfCell(isFromElsewhere ? fitted(slice, view.state.selection) : slice, view)
      },
    },
    onUpdate: () => {
      const { doc } = editor.state
      // What was taken back is the text that was there, to the byte.
      shown = doc.eq(opened) ? text : write(doc)
      listeners.onChange(shown)
    },
    onTransaction: () => listeners.onMove(),
  })
  const opened = editor.state.doc
  let write = markdownWriter(text, opened)
  return {
    editor,
    text: () => shown,
    show: (markdown) => {
      const read = documentOf(markdown)
      if (!read) return false
      const { anchor } = editor.state.selection
      editor.commands.setContent(read, { emitUpdate: false })
      editor.commands.setTextSelection(Math.min(anchor, editor.state.doc.content.size))
      write = markdownWriter(markdown, editor.state.doc)
      shown = markdown
      return true
    },
    focusAfter: (beginning) => focusAfter(editor, beginning),
    leave: () => {
      place = { isFocused: editor.view.hasFocus(), scrolled: editor.view.dom.scrollTop }
    },
    moveTo: (element, others) => {
      listeners = others
      parent = element
      element.append(editor.view.dom)
      if (place.isFocused) editor.view.focus()
      editor.view.dom.scrollTop = place.scrolled
    },
    insertPicture: (picture) => insertPicture(editor, picture),
    end: () => editor.destroy(),
  }
}

/** Blanks at an end are none of Markdown: what is typed next is apart from what stands before, as it was in the field. */
function focusAfter(editor: Editor, beginning: string): void {
  const read = documentOf(beginning)
  const end = read ? TextSelection.atEnd(editor.schema.nodeFromJSON(read)).to : Number.POSITIVE_INFINITY
  editor.commands.setTextSelection(Math.min(end, editor.state.doc.content.size))
  const { doc, selection, tr } = editor.state
  const isAtEnd = selection.to === TextSelection.atEnd(doc).to
  if (/[^\S\n]$/.test(beginning)) {
    const { nodeBefore, nodeAfter } = selection.$to
    if (/^\s/.test(nodeAfter?.text ?? '')) editor.commands.setTextSelection(selection.to + 1)
    else if (!/\s$/.test(nodeBefore?.text ?? '')) editor.view.dispatch(tr.insertText(' '))
  } else if (/\S\n+$/.test(beginning) && isAtEnd) editor.commands.splitBlock()
  editor.view.focus()
}

/** Whether a sign of Markdown is one of the text: around blanks it marks nothing, as in `5 * 3 * 2`. */
function isLiteral({ parent, parentOffset }: ResolvedPos, typed: string): boolean {
  if (!/^[*_~]$/.test(typed)) return false
  const before = parent.textBetween(0, parentOffset, null, ' ')
  const inside = before.slice(before.lastIndexOf(typed) + 1)
  return before.includes(typed) && /^\s|\s$/.test(inside)
}

/**
 * At the start of an item the key before joins it with the one above, which is what took it apart. Taken out of its list,
 * it would leave two lists, and those below it one level up. An empty item is left, as is one below a list.
 */
function joinItem({ selection, tr }: EditorState, dispatch: (step: Transaction) => void): boolean {
  const { $from, empty } = selection
  const depth = $from.depth - 1
  if (!empty || $from.parentOffset > 0 || $from.parent.content.size === 0 || depth < 1) return false
  if ($from.node(depth).type.name !== 'listItem' || $from.index(depth) > 0) return false
  const start = $from.before(depth)
  if (tr.doc.resolve(start).nodeBefore?.lastChild?.type.name !== 'paragraph') return false
  dispatch(
    tr
      .join(start)
      .join(start - 1)
      .scrollIntoView(),
  )
  return true
}

/**
 * Beside a table at the edge of the text there is no paragraph to type into: ProseMirror makes one when a key is pressed,
 * but loses the first letter of keyboards that send text without keys, as those of phones do.
 */
function typeBetweenBlocks(view: EditorView, event: InputEvent): boolean {
  const { selection, schema, tr } = view.state
  if (!(selection instanceof GapCursor) || event.inputType !== 'insertText' || !event.data) return false
  const paragraph = schema.nodes.paragraph!.create(null, schema.text(event.data))
  const at = selection.from
  tr.insert(at, paragraph)
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 1 + event.data.length)).scrollIntoView())
  event.preventDefault()
  return true
}

/**
 * An address alone is a link at once: one of a film in a line of its own is shown as the film. Pasted over words it is
 * where they lead. @returns whether it was one
 */
function pasteAddress(editor: Editor, data: DataTransfer | null): boolean {
  const address = data?.getData('text/plain').trim() ?? ''
  if (!/^https?:\/\/\S+$/i.test(address)) return false
  if (editor.isActive('code') || editor.isActive('codeBlock')) return false
  const { selection } = editor.state
  if (!selection.empty) return selection instanceof TextSelection && linkWords(editor, address)
  return editor.commands.insertContent({
    type: 'text',
    text: address,
    marks: [{ type: 'link', attrs: { href: address } }],
  })
}

const picturesOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** @returns whether there were any */
function takePictures(data: DataTransfer | null, onFiles: Listeners['onFiles']): boolean {
  const pictures = onFiles ? picturesOf(data) : []
  if (pictures.length > 0) onFiles?.(pictures)
  return pictures.length > 0
}

function insertPicture(editor: Editor, picture: { src: string; alt: string }): void {
  editor
    .chain()
    .focus()
    .insertContent({ type: 'paragraph', content: [{ type: 'image', attrs: picture }] })
    .run()
}
