/** The direction of blocks that are not in the script of their text. */
import { expect, it } from 'vitest'
import { blockDirection } from './block-direction.ts'

it.each([
  '5 days',
  '16 GB RAM, SAR 2,800 (incl. VAT)',
  'Read it twice.',
  '-5%',
  '\u22125 %',
  '+966 11 000 0000',
  '12+',
])('is from left to right in Arabic: %s', (text) =>
  expect([blockDirection(text, 'rtl'), blockDirection(text, 'ltr')]).toEqual(['ltr', undefined]),
)

it.each(['Excel سهل.', '5 أيام', '2026/5/1 - 2026/6/1', '8:30 – 9:00', '—', ''])('is that of Arabic: %s', (text) =>
  expect(blockDirection(text, 'rtl')).toBeUndefined(),
)

it.each(['نعم.', '5 أيام'])('is from right to left in English: %s', (text) =>
  expect(blockDirection(text, 'ltr')).toBe('rtl'),
)
