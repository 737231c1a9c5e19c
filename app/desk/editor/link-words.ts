import type { Editor } from '@tiptap/core'

/** Links the selected words, with the caret behind them: left selected, they would be replaced by the next letter. */
export const linkWords = (editor: Editor, href: string): boolean =>
  editor
    .chain()
    .focus()
    .extendMarkRange('link')
    .setLink({ href })
    .command(({ tr, commands }) => commands.setTextSelection(tr.selection.to))
    .run()
