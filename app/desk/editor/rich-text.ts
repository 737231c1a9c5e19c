/** The editor of long texts. Loaded with the page that has it, by `import()`: no other page's scripts hold it. */
import { Editor, type Extensions } from '@tiptap/core'
import Image from '@tiptap/extension-image'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { GapCursor } from '@tiptap/pm/gapcursor'
import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import StarterKit from '@tiptap/starter-kit'
import { cleanPaste } from './clean-paste.ts'
import type { Node } from './document.ts'
import { markdownOf } from './document-markdown.ts'
import { documentOf } from './markdown-document.ts'

export type RichText = {
  editor: Editor
  /** Puts a picture where the caret is, in a paragraph of its own, which pages show as wide as the text. */
  insertPicture: (picture: { src: string; alt: string }) => void
  /** Shows another text. @returns whether the editor can show it */
  show: (markdown: string) => boolean
  end: () => void
}

/** The content security policy allows no `style` attributes, which tables would have for the width of columns. */
const align = {
  default: null,
  parseHTML: (cell: HTMLElement) => cell.getAttribute('align'),
  renderHTML: (attributes: Record<string, unknown>) => (attributes.align ? { align: attributes.align } : {}),
}

/** In pixels. */
const COVERED = { top: 160, bottom: 120, left: 8, right: 8 }

/** Becomes a link as it is typed: an address, not the name of something, such as Booking.com. */
const isAddress = (text: string) => /^(?:https?:\/\/|www\.)|@/i.test(text)

const EXTENSIONS: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    underline: false,
    // The paragraph at the end would be a change that nobody made.
    trailingNode: false,
    // Quotations keep the direction of their words on every page.
    blockquote: { HTMLAttributes: { dir: 'auto' } },
    link: {
      ...{ openOnClick: false, autolink: true, defaultProtocol: 'https', shouldAutoLink: isAddress },
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  Image.configure({ inline: true }),
  Table.extend({ renderHTML: () => ['table', ['tbody', 0]] }).configure({ resizable: false }),
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
 * @param onFiles called with pictures that were pasted or dropped into the text; without it they stay outside
 * @param onChange called with the text as Markdown whenever somebody changes it
 * @returns undefined for a text that the editor cannot show
 */
export function startRichText({
  element,
  text,
  lang,
  label,
  pictureText,
  hasOwnDirection = false,
  onFiles,
  onChange,
  onMove,
}: {
  element: HTMLElement
  text: string
  lang: 'ar' | 'en'
  label: string
  pictureText: string
  hasOwnDirection?: boolean
  onFiles?: (files: File[]) => void
  onChange: (markdown: string) => void
  onMove: () => void
}): RichText | undefined {
  const first = documentOf(text)
  if (!first) return undefined
  let original = { text, json: '' }
  const editor = new Editor({
    element,
    extensions: EXTENSIONS,
    injectCSS: false,
    // Signs of Markdown in a text from elsewhere are signs.
    enablePasteRules: false,
    ...(hasOwnDirection ? {} : { textDirection: 'auto' as const }),
    content: first,
    editorProps: {
      // The caret stays clear of the tools above it and of the bar with *Save* below.
      scrollThreshold: COVERED,
      scrollMargin: COVERED,
      handleDOMEvents: { beforeinput: (view, event) => typeBetweenBlocks(view, event as InputEvent) },
      attributes: {
        'aria-label': label,
        'aria-multiline': 'true',
        role: 'textbox',
        lang,
        dir: lang === 'ar' ? 'rtl' : 'ltr',
      },
      // In a list and a table the tab key moves within: Escape leads out of the text.
      handleKeyDown: (view, { key }) => {
        if (key === 'Escape') view.dom.blur()
        return key === 'Escape'
      },
      // Word puts a picture of the whole selection beside its text: the text counts.
      handlePaste: (_, { clipboardData }) =>
        onFiles !== undefined && !clipboardData?.types.includes('text/html') && takePictures(clipboardData, onFiles),
      handleDrop: (view, event, _, isMoved) => {
        if (!onFiles || isMoved || picturesOf(event.dataTransfer).length === 0) return false
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (at) editor.commands.setTextSelection(at.pos)
        return takePictures(event.dataTransfer, onFiles)
      },
      transformPastedHTML: (html) => cleanPaste(html, pictureText),
    },
    onUpdate: () => {
      const json = editor.getJSON()
      // What was taken back is the text that was there, to the byte.
      onChange(JSON.stringify(json) === original.json ? original.text : markdownOf(json as Node))
    },
    onTransaction: onMove,
  })
  original = { text, json: JSON.stringify(editor.getJSON()) }
  return {
    editor,
    show: (markdown) => {
      const shown = documentOf(markdown)
      if (!shown) return false
      editor.commands.setContent(shown, { emitUpdate: false })
      return true
    },
    insertPicture: (picture) => insertPicture(editor, picture),
    end: () => editor.destroy(),
  }
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

const picturesOf = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** @returns whether there were any */
function takePictures(data: DataTransfer | null, onFiles: (files: File[]) => void): boolean {
  const pictures = picturesOf(data)
  if (pictures.length > 0) onFiles(pictures)
  return pictures.length > 0
}

function insertPicture(editor: Editor, picture: { src: string; alt: string }): void {
  editor
    .chain()
    .focus()
    .insertContent({ type: 'paragraph', content: [{ type: 'image', attrs: picture }] })
    .run()
}
