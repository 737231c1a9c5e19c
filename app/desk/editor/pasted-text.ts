/** What was copied elsewhere, as it comes into the text: parted from the words around it, with its addresses as links. */
import { type Node, type ResolvedPos, Slice } from '@tiptap/pm/model'
import type { Selection } from '@tiptap/pm/state'
import { Transform } from '@tiptap/pm/transform'
import { addressIn } from './address-in.ts'

/** @param selection what it takes the place of */
export function fitted(slice: Slice, { $from, $to }: Selection): Slice {
  const { content } = slice
  if ($from.parent.type.spec.code || content.size === 0) return slice
  const { topNodeType, nodes } = $from.doc.type.schema
  const isInline = content.firstChild!.isInline
  const tr = new Transform(topNodeType.create(null, isInline ? nodes.paragraph!.create(null, content) : content))
  linkAddresses(tr)
  fitEnds(tr, $from, $to)
  return isInline
    ? new Slice(tr.doc.firstChild!.content, slice.openStart, slice.openEnd)
    : new Slice(tr.doc.content, slice.openStart, slice.openEnd)
}

/** Stands for what is no text, such as a picture. */
const OTHER = '\ufffc'

/** The text of a block, a character for each of its places. */
export const textOf = ({ parent }: Pick<ResolvedPos, 'parent'>, from = 0, to = parent.content.size): string =>
  parent.textBetween(from, to, null, (leaf) => (leaf.type.name === 'hardBreak' ? '\n' : OTHER))

function linkAddresses(tr: Transform) {
  const { doc } = tr
  const { link, code } = doc.type.schema.marks
  doc.descendants((node, at) => {
    if (!node.isTextblock || node.type.spec.code) return
    for (const { 0: word, index } of textOf({ parent: node }).matchAll(/\S+/g)) {
      const found = addressIn(word)
      if (!found) continue
      const start = at + 1 + index
      const [from, to] = [start + found.start, start + found.end]
      if (doc.rangeHasMark(from, to, link!) || doc.rangeHasMark(from, to, code!)) continue
      tr.addMark(from, to, link!.create({ href: found.href }))
    }
  })
}

/** A blank at an end stays, as one, where it parts words: behind another one or before a full stop it does not. */
function fitEnds(tr: Transform, $from: ResolvedPos, $to: ResolvedPos) {
  if (tr.doc.textContent.trim() === '') return
  const blocks: { node: Node; at: number }[] = []
  tr.doc.descendants((node, at) => {
    if (node.isTextblock) blocks.push({ node, at })
  })
  const before = textOf($from, 0, $from.parentOffset)
  const after = textOf($to, $to.parentOffset)
  const [first, last] = [blocks.at(0), blocks.at(-1)]
  // From the end, so that the places before it stay.
  if (last && !last.node.type.spec.code) {
    const [blanks = ''] = /\s*$/.exec(last.node.lastChild?.text ?? '') ?? []
    const end = last.at + 1 + last.node.content.size
    setBlank(tr, end - blanks.length, end, !/^[\s.,;:!?،؛؟…)»\]}]/.test(after))
  }
  if (first && !first.node.type.spec.code) {
    const [blanks = ''] = /^\s*/.exec(first.node.firstChild?.text ?? '') ?? []
    setBlank(tr, first.at + 1, first.at + 1 + blanks.length, /[^\s(«[{]$/.test(before))
  }
}

function setBlank(tr: Transform, from: number, to: number, isWanted: boolean) {
  const { schema } = tr.doc.type
  if (from === to) return
  if (isWanted) tr.replaceWith(from, to, schema.text(' '))
  else tr.delete(from, to)
}
