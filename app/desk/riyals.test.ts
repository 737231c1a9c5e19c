import { expect, it } from 'vitest'
import { halalasIn, riyalsOf } from './riyals.ts'

it('amounts are read in the digits and separators of both languages', () => {
  expect(['1150', '1,150.5', ' ١٬١٥٠٫٥٠ ', '0.29', '19.99'].map(halalasIn)).toEqual([115000, 115050, 115050, 29, 1999])
  expect(['1 150', '1\u00a0150', '12,345,678.90', '٦٤٩٫٥'].map(halalasIn)).toEqual([115000, 115000, 1234567890, 64950])
  expect(halalasIn('')).toBeUndefined()
  expect(halalasIn(null)).toBeUndefined()
})

it('what is no amount is no number, so that it is refused', () => {
  for (const text of ['12.345', '-5', 'abc', '1.1.1', '1e3', '649,50', '12,5', '1,1500', '1٬00', ','])
    expect(halalasIn(text), text).toBeNaN()
})

it('an amount is shown as it is typed', () => {
  expect([115000, 115050, 29].map(riyalsOf)).toEqual(['1150', '1150.50', '0.29'])
})
