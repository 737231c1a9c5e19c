import { expect, it } from 'vitest'
import { conflictWords } from './conflict-words.ts'

const words = { empty: 'empty', lang: 'en' } as const

it.each([
  ['a moment of the page', new Date('2026-11-30T04:00:00.000Z'), '30 November 2026 7:00 am'],
  ['a moment of a call', '2026-11-30T04:00:00.000Z', '30 November 2026 7:00 am'],
  ['a text in both languages', { ar: 'جدة', en: 'Jeddah' }, 'جدة\nJeddah'],
  [
    'a list of such texts',
    [
      { ar: 'جدة', en: 'Jeddah' },
      { ar: 'أبها', en: 'Abha' },
    ],
    'جدة · Jeddah\nأبها · Abha',
  ],
  ['a list', ['one', { ar: 'اثنان' }], 'one\nاثنان'],
  ['a number', 6, '6'],
  ['nothing', null, 'empty'],
  ['an empty list', [], 'empty'],
])('says %s in words', (_name, value, said) => {
  expect(conflictWords(value, words).replace(/\u202f|\u00a0/g, ' ')).toBe(said)
})
