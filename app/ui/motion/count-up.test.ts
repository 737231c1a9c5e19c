import { expect, it } from 'vitest'
import { countedTo } from './count-up.ts'

const PARTS = Array.from({ length: 101 }, (_, step) => step / 100)

it.each([
  ['12,400', '10,000'],
  ['61', '10'],
  ['100', '100'],
  ['7', '1'],
  ['0', '0'],
])('%s is counted up from %s, always as long as it will be and without a zero in front', (final, first) => {
  const seen = PARTS.map((part) => countedTo(final, part))
  expect([seen[0], seen.at(-1)]).toEqual([first, final])
  expect(new Set(seen.map(({ length }) => length)).size).toBe(1)
  if (final !== '0') expect(seen.filter((text) => text.startsWith('0'))).toEqual([])
})
