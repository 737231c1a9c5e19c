import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import { Selection } from '@tiptap/pm/state'
import { CellSelection, handlePaste } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'

/** Puts cells into cells. The caret is then behind the last one: left selected, the next letter would replace them. */
export function pasteCells(view: EditorView, event: ClipboardEvent, slice: Slice): boolean {
  if (!handlePaste(view, event, slice)) return false
  const { selection, tr } = view.state
  if (selection instanceof CellSelection) {
    const { pos, nodeAfter } = selection.$headCell
    view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(pos + nodeAfter!.nodeSize - 1), -1)).scrollIntoView())
  }
  return true
}

/**
 * A cell has nothing but paragraphs: what else is pasted into it would take its table apart. Lists, headings and tables
 * within the text come in as paragraphs, a row of a table as one of them. Cells alone are put into the cells.
 */
export function asContentOfCell(slice: Slice, view: EditorView): Slice {
  const { $from } = view.state.selection
  const isInCell = Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1)).some(isCell)
  if (!isInCell || slice.content.firstChild?.isInline || isOfCells(slice)) return slice
  const { paragraph } = view.state.schema.nodes
  const lines = linesOf(slice.content).map((line) => paragraph!.create(null, line))
  return lines.length > 0 ? new Slice(Fragment.from(lines), 1, 1) : slice
}

const roleOf = (node: Node): unknown => node.type.spec.tableRole
const isCell = (node: Node) => roleOf(node) === 'cell' || roleOf(node) === 'header_cell'
const isOfCells = ({ content }: Slice) =>
  content.childCount > 0 && content.content.every((node) => roleOf(node) !== undefined)

/** The text of each paragraph, heading, item or row. */
function linesOf(content: Fragment): Fragment[] {
  return content.content.flatMap((node) => {
    if (node.isTextblock) return [node.content]
    return roleOf(node) === 'row' ? [joined(linesOf(node.content), node)] : linesOf(node.content)
  })
}

/** The cells of a row in one line. */
function joined(cells: Fragment[], { type: { schema } }: Node): Fragment {
  return cells.reduce((line, cell) => line.append(Fragment.from(schema.text(' · '))).append(cell))
}
