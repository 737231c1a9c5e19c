import { getSchema } from '@tiptap/core'
import { Fragment, type Node, Slice } from '@tiptap/pm/model'
import { EditorState, TextSelection } from '@tiptap/pm/state'
import { describe, expect, it } from 'vitest'
import { markdownOf } from './document-markdown.ts'
import { fitted } from './pasted-text.ts'
import { EXTENSIONS } from './rich-text.ts'

const schema = getSchema(EXTENSIONS)
const paragraph = (text: string) => schema.node('paragraph', null, text === '' ? [] : [schema.text(text)])

/** @param text with the caret, or the selection, between bars */
function pasted(text: string, slice: Slice): Node {
  const [before = '', ...rest] = text.split('|')
  const selected = rest.length > 1 ? rest[0]! : ''
  const doc = schema.node('doc', null, [paragraph(text.replaceAll('|', ''))])
  const at = before.length + 1
  const state = EditorState.create({ doc, selection: TextSelection.create(doc, at, at + selected.length) })
  return state.tr.replaceSelection(fitted(slice, state.selection)).doc
}
const words = (text: string) => new Slice(Fragment.from(schema.text(text)), 0, 0)
const lines = (...texts: string[]) => new Slice(Fragment.from(texts.map(paragraph)), 1, 1)
const markdown = (doc: Node) => markdownOf(doc.toJSON())

describe('blanks at the ends of what is pasted', () => {
  it.each([
    ['قبل|وبعد', '\u00a0معهد\u00a0', 'قبل معهد وبعد'],
    ['قبل|وبعد', '  معهد ', 'قبل معهد وبعد'],
    ['قبل | وبعد', ' معهد ', 'قبل معهد وبعد'],
    ['قبل |كلمة| وبعد', ' معهد ', 'قبل معهد وبعد'],
    ['قبل (|).', ' معهد ', 'قبل (معهد).'],
    ['قبل|، وبعد', ' معهد ', 'قبل معهد، وبعد'],
    ['|وبعد', ' معهد ', 'معهد وبعد'],
    ['قبل|وبعد', 'معهد', 'قبلمعهدوبعد'],
    ['قبل|وبعد', ' ', 'قبل وبعد'],
  ])('stay where they part words, and are never doubled: %s', (text, copied, result) => {
    expect(pasted(text, words(copied)).textContent).toBe(result)
  })

  it('stay at the first and the last line of several', () => {
    expect(markdown(pasted('قبل|وبعد', lines('\u00a0أول', 'آخر\u00a0')))).toBe('قبل أول\n\nآخر وبعد')
  })
})

describe('addresses in what is pasted', () => {
  it('are links, in a line among words and in several', () => {
    const doc = pasted('نص |', lines('للتسجيل: https://pmi.org/a-b، أو', 'info@x.com', 'www.pmi.org.'))
    expect(markdown(doc)).toBe(
      'نص للتسجيل: https://pmi.org/a-b، أو\n\ninfo@x.com\n\n[www.pmi.org](https://www.pmi.org).',
    )
  })

  it('are words within code, and lead where they led', () => {
    const code = schema.text('https://pmi.org', [schema.mark('code')])
    const link = schema.text('https://pmi.org', [schema.mark('link', { href: 'https://example.com' })])
    const copied = new Slice(Fragment.from([code, schema.text(' و '), link]), 0, 0)
    expect(markdown(pasted('|', copied))).toBe('`https://pmi.org` و [https://pmi.org](https://example.com)')
  })
})
