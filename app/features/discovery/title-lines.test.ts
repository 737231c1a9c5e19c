import { expect, test } from 'vitest'
import { setTitle } from './title-lines.ts'

/** Every letter is half as wide as the font size. */
const measure = (text: string) => text.length / 2
const width = 676
const set = (title: string) => setTitle(title, width, measure)

test.each(['محاسبة', 'دبلوم Power BI وتحليل البيانات', 'Information security management in practice for small teams'])(
  'sets %s whole, in at most three lines that fit',
  (title) => {
    const { size, lines } = set(title)
    expect(lines.join(' ')).toBe(title)
    expect(lines.length).toBeLessThanOrEqual(3)
    for (const line of lines) expect(measure(line) * size).toBeLessThanOrEqual(width)
  },
)

test('a longer title is smaller', () => {
  const sizes = ['محاسبة', 'أساسيات المحاسبة المالية', 'أساسيات المحاسبة المالية والضريبية للشركات الصغيرة'].map(
    (title) => set(title).size,
  )
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
  expect(new Set(sizes).size).toBe(3)
})

test('lines are about equally long: no word stands alone below a full line', () => {
  const { lines } = set('aaaa bbbb cccc dddd eeee')
  expect(lines).toHaveLength(2)
  expect(Math.abs(lines[0]!.length - lines[1]!.length)).toBeLessThanOrEqual(6)
})

test('what fits at no size is cut at a word, and a word without end inside', () => {
  const long = set(Array(60).fill('كلمة').join(' '))
  expect(long.lines).toHaveLength(3)
  expect(long.lines.at(-1)).toMatch(/كلمة…$/)
  const endless = set('ا'.repeat(500))
  expect(endless.lines).toHaveLength(3)
  for (const { size, lines } of [long, endless])
    for (const line of lines) expect(measure(line) * size).toBeLessThanOrEqual(width)
})
