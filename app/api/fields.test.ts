import { expect, it } from 'vitest'
import { SixDigits } from './fields.ts'

it.each([
  ['', ['required']],
  ['   ', ['required']],
  ['12345', ['code']],
  ['12a456', ['code']],
])('says one thing about the code "%s"', (typed, reasons) => {
  expect(SixDigits.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual(reasons)
})

it('takes a code in Arabic digits, with blanks', () => expect(SixDigits.parse('١٢٣ ٤٥٦')).toBe('123456'))
