/**
 * The direction of blocks that are wholly in the other script than their text, as the page of an article shows them.
 * Quotations have that of their first word.
 */
import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { blockDirection } from '../../locales/block-direction.ts'

export const blockDirections = (around: 'rtl' | 'ltr') =>
  Extension.create({
    name: 'blockDirections',
    addProseMirrorPlugins: () => [
      new Plugin<DecorationSet>({
        state: {
          init: (_, { doc }) => directionsOf(doc, around),
          apply: ({ docChanged, doc }, shown) => (docChanged ? directionsOf(doc, around) : shown),
        },
        props: {
          decorations(state) {
            return this.getState(state)
          },
        },
      }),
    ],
  })

function directionsOf(doc: Node, around: 'rtl' | 'ltr'): DecorationSet {
  const found: Decoration[] = []
  doc.descendants((block, at) => {
    if (!block.isTextblock) return block.type.name !== 'blockquote'
    const dir = block.type.spec.code ? undefined : blockDirection(wordsOf(block), around)
    if (dir) found.push(Decoration.node(at, at + block.nodeSize, { dir }))
    return false
  })
  return DecorationSet.create(doc, found)
}

function wordsOf(block: Node): string {
  let words = ''
  block.forEach(({ text, marks }) => {
    if (!marks.some(({ type }) => type.name === 'code')) words += text ?? ''
  })
  return words
}
