import type { Editor } from '@tiptap/core'

/** Makes a quotation of the paragraphs that are selected, or text again. A list, whose items hold no quotation, as a whole. */
export function toggleQuote(editor: Editor): void {
  editor
    .chain()
    .focus()
    .command(({ tr, state, dispatch }) => {
      const { $from, $to } = state.selection
      const { blockquote, bulletList, orderedList, listItem } = state.schema.nodes
      const quoted = $from.blockRange($to, ({ type }) => type === blockquote)
      if (quoted) {
        if (dispatch) tr.lift(quoted, quoted.depth - 1)
        return true
      }
      const range = $from.blockRange($to, ({ type }) => ![bulletList, orderedList, listItem].includes(type))
      const isAllowed = range?.parent.canReplaceWith(range.startIndex, range.endIndex, blockquote!) ?? false
      if (isAllowed && dispatch) tr.wrap(range!, [{ type: blockquote! }])
      return isAllowed
    })
    .run()
}
