import { describe, expect, it } from 'vitest'
import { markedDifferences, type Part } from './marked-differences.ts'

const read = (parts: Part[]) => parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')
const marked = (before: string, after: string) => {
  const sides = markedDifferences(before, after)
  return [read(sides.before), read(sides.after)]
}

describe('two texts', () => {
  it('have the words marked in which they differ, in Arabic too', () => {
    expect(marked('دورة في المحاسبة المالية', 'دورة في المراجعة المالية')).toEqual([
      'دورة في [المحاسبة] المالية',
      'دورة في [المراجعة] المالية',
    ])
    expect(marked('one two three', 'one three')).toEqual(['one [two ]three', 'one three'])
  })

  it('keep the paragraphs unmarked that stayed, and join marks with only a blank between', () => {
    expect(marked('first\n\nold words here\n\nlast', 'first\n\nnew text here\n\nlast')).toEqual([
      'first\n\n[old words] here\n\nlast',
      'first\n\n[new text] here\n\nlast',
    ])
  })

  it('are marked whole where one is empty, and give back what they were', () => {
    expect(marked('', 'a b')).toEqual(['', '[a b]'])
    expect(marked('same', 'same')).toEqual(['same', 'same'])
    const [one, other] = ['a\n b  c', 'x\n\nb c ']
    const sides = markedDifferences(one, other)
    expect([sides.before, sides.after].map((parts) => parts.map(({ text }) => text).join(''))).toEqual([one, other])
  })

  it('of thousands of other words are not compared word by word', () => {
    const words = (name: string) => Array.from({ length: 10_000 }, (_, at) => `${name}${at}`).join(' ')
    const { before } = markedDifferences(words('a'), words('b'))
    expect(before).toHaveLength(1)
  })
})
