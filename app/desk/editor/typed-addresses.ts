/**
 * An address becomes a link once a blank or a new line follows it, and when its author leaves the text or saves. The sign
 * that ends its sentence or closes its bracket is no part of it, in Arabic as in English: the library's own way leaves out
 * an address before a full stop, and takes an Arabic comma into it.
 */
import { Extension } from '@tiptap/core'
import { isHistoryTransaction } from '@tiptap/pm/history'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { type EditorState, Plugin, Selection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { addressIn } from './address-in.ts'
import { textOf } from './pasted-text.ts'

export const TypedAddresses = Extension.create({
  name: 'typedAddresses',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, before, after) => {
        const isChanged = transactions.some(({ docChanged }) => docChanged)
        const isTyped = !transactions.some((one) => isHistoryTransaction(one) || one.getMeta('uiEvent'))
        return isChanged && isTyped && after.selection.from > before.selection.from
          ? linked(after, endOfWord(after.selection, after.doc))
          : null
      },
      props: {
        handleDOMEvents: { blur: linkLast },
        handleKeyDown: (view, event) =>
          event.code === 'KeyS' && (event.ctrlKey || event.metaKey) ? linkLast(view) : false,
      },
    }),
  ],
})

/** Links the word at whose end the caret stands. @returns false: whatever else listens goes on */
function linkLast(view: EditorView): false {
  const { $from, empty } = view.state.selection
  const isEnd = empty && $from.parent.isTextblock && !/^\S/.test($from.nodeAfter?.text ?? '')
  const found = isEnd ? linked(view.state, $from) : null
  if (found) view.dispatch(found)
  return false
}

/** Links the word that ends at `$end`. */
function linked({ doc, schema, tr }: EditorState, $end: ResolvedPos | undefined): Transaction | null {
  if (!$end || $end.parent.type.spec.code) return null
  const word = /\S+$/.exec(textOf($end, 0, $end.parentOffset))
  const found = word && addressIn(word[0])
  if (!found) return null
  const start = $end.start() + word.index
  const [from, to] = [start + found.start, start + found.end]
  const { link, code } = schema.marks
  if (doc.rangeHasMark(from, to, link!) || doc.rangeHasMark(from, to, code!)) return null
  return tr.addMark(from, to, link!.create({ href: found.href })).removeStoredMark(link!)
}

/** The end of the word before the caret, if the caret stands behind a blank, or at the start of a line. */
function endOfWord({ $from, empty }: Selection, doc: Node): ResolvedPos | undefined {
  if (!empty || !$from.parent.isTextblock) return undefined
  if ($from.parentOffset === 0) return Selection.findFrom(doc.resolve($from.before()), -1, true)?.$from
  const { nodeBefore } = $from
  const isBehindBlank = nodeBefore?.type.name === 'hardBreak' || /\s$/.test(nodeBefore?.text ?? '')
  return isBehindBlank ? doc.resolve($from.pos - 1) : undefined
}
