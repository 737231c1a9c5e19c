import { expect, it } from 'vitest'
import { type Mark, marked } from './markdown-marks.ts'

/** The text afterwards with its selection in brackets; `[` and `]` are the selection before. */
function pressed(shown: string, mark: Mark): string {
  const [start, end] = [shown.indexOf('['), shown.indexOf(']') - 1]
  const text = shown.replace(/[[\]]/g, '')
  const { from, to, text: put, selectFrom, selectTo } = marked(text, start, end, mark)
  const next = text.slice(0, from) + put + text.slice(to)
  return `${next.slice(0, selectFrom)}[${next.slice(selectFrom, selectTo)}]${next.slice(selectTo)}`
}

it.each<[Mark, string, string]>([
  ['bold', 'قبل [كلمة] بعد', 'قبل **[كلمة]** بعد'],
  ['bold', 'قبل []بعد', 'قبل **[]**بعد'],
  // A double click takes the blank after a word, too.
  ['italic', 'one [word ]two', 'one _[word]_ two'],
  ['bold', '[First\n\n second ]', '[**First**\n\n **second** ]'],
  ['code', '[a\nb]', '[`a`\n`b`]'],
  // Within the sign the line would be no item, heading or quotation any more.
  ['bold', '[- a\n  - b\n1. c\n> ## d]', '[- **a**\n  - **b**\n1. **c**\n> ## **d**]'],
  ['bold', 'x\n[- a]', 'x\n- **[a]**'],
  ['bold', '[5 * 3]', '**[5 * 3]**'],
  ['list', '[a\n\nb]', '[- a\n\n- b]'],
  ['numbers', '[- a\n- b]', '[1. a\n2. b]'],
  ['list', 'a[]', '- a[]'],
  ['list', 'a\n[b\nc]', 'a\n[- b\n- c]'],
  ['numbers', '[b\nc]', '[1. b\n2. c]'],
])('%s on %j', (mark, before, after) => {
  expect(pressed(before, mark)).toBe(after)
})

it.each<[Mark, string]>([
  ['bold', 'قبل [كلمة] بعد'],
  ['bold', '[First\n\nsecond]'],
  ['bold', '[- a\n- b]'],
  ['numbers', '[a\n\nb\nc]'],
])('%s twice on %j leaves it as it was', (mark, text) => {
  expect(pressed(pressed(text, mark), mark)).toBe(text)
})
