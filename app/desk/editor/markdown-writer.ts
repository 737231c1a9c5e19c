/** Writes the editor's text after each key: only the block that was changed is written anew. */
import type { Node as Block } from '@tiptap/pm/model'
import type { Node } from './document.ts'
import { block, isList } from './document-markdown.ts'
import { type Source, sourcesOf } from './markdown-document.ts'

/** @property place among the blocks of the source, where it is written as there */
type Written = { text: string; type: string; place?: number; other: boolean }

/**
 * A block that nobody changed stays as it stands in the text that was opened, to the byte, with the blank lines around it:
 * who compares two revisions sees what somebody wrote, not how the editor would have written the rest.
 * @param markdown the text that was opened
 * @param opened the same as the editor's document
 */
export function markdownWriter(markdown: string, opened: Block): (text: Block) => string {
  const read = sourcesOf(markdown)
  const sources = read?.blocks.length === opened.childCount ? read.blocks : []
  /** Of the blocks as they were opened, and of others by what they say: what is taken back is made anew. */
  const placeOf = new WeakMap<Block, number>()
  const places = new Map<string, number[]>()
  opened.forEach((node, _, place) => {
    const source = sources[place]
    if (!source || (node.type.name === 'codeBlock' && !CLOSED_CODE.test(source.text))) return
    const key = JSON.stringify(node)
    placeOf.set(node, place)
    places.set(key, [...(places.get(key) ?? []), place])
  })
  /** ProseMirror makes no new node of a block that stays the same. */
  const keys = new WeakMap<Block, string>()
  const written = new WeakMap<Block, string>()
  const keyOf = (node: Block) => keys.get(node) ?? kept(keys, node, JSON.stringify(node))
  const anew = (node: Block) => written.get(node) ?? kept(written, node, block(node.toJSON() as Node, false))

  function write(node: Block, last: Written | undefined): Written {
    const type = node.type.name
    const followsItsKind = isList({ type }) && last?.type === type
    const like = placeOf.has(node) ? [] : (places.get(keyOf(node)) ?? [])
    const place = placeOf.get(node) ?? like.find((at) => at > (last?.place ?? -1)) ?? like[0]
    const source = place === undefined ? undefined : sources[place]
    // Two lists of one kind that follow each other would become one.
    if (source && (!followsItsKind || (last?.place !== undefined && last.place + 1 === place)))
      return { text: source.text, type, other: OTHER_SIGN.test(source.text), ...(place !== undefined && { place }) }
    const other = followsItsKind && !last.other
    return { text: other ? block(node.toJSON() as Node, true) : anew(node), type, other }
  }

  return (text) => {
    const parts: Written[] = []
    text.forEach((node) => {
      const part = write(node, parts.at(-1))
      if (part.text !== '') parts.push(part)
    })
    const isLast = sources.length > 0 && parts.at(-1)?.place === sources.length - 1
    return (
      parts.map((part, at) => between(parts[at - 1], part, sources) + part.text).join('') + (isLast ? read!.end : '')
    )
  }
}

/** Else it would take in what is written below it. */
const CLOSED_CODE = /^(`{3,}|~{3,})[^\n]*\n(?:[\s\S]*\n)?\1$/

const OTHER_SIGN = /^\s*(?:[*+]|\d+\))\s/

function between(last: Written | undefined, { place }: Written, sources: Source[]): string {
  const isFirst = last === undefined
  const isAsBefore =
    place !== undefined && (isFirst ? place === 0 : last.place !== undefined && last.place + 1 === place)
  return isAsBefore ? sources[place]!.before : isFirst ? '' : '\n\n'
}

function kept(texts: WeakMap<Block, string>, node: Block, text: string): string {
  texts.set(node, text)
  return text
}
