import { Table } from '@tiptap/extension-table'
import { Selection } from '@tiptap/pm/state'
import { addRow, isInTable, selectedRect } from '@tiptap/pm/tables'

/** A table of a text. The caret goes into the row that is added. */
export const TextTable = Table.extend({
  renderHTML: () => ['table', ['tbody', 0]],
  addCommands() {
    return {
      ...this.parent?.(),
      addRowAfter:
        () =>
        ({ state, dispatch, tr }) => {
          if (!isInTable(state)) return false
          if (!dispatch) return true
          const rect = selectedRect(state)
          addRow(tr, rect, rect.bottom)
          const { map, tableStart, table } = selectedRect(state)
          const cell = tableStart + map.positionAt(rect.bottom, rect.left, table)
          tr.setSelection(Selection.near(tr.doc.resolve(cell + 1))).scrollIntoView()
          return true
        },
    }
  },
}).configure({ resizable: false })
