import { expect, it } from 'vitest'
import { fieldsWithNul, SixDigits } from './fields.ts'

it.each([
  ['', ['required']],
  ['   ', ['required']],
  ['12345', ['code']],
  ['12a456', ['code']],
])('says one thing about the code "%s"', (typed, reasons) => {
  expect(SixDigits.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual(reasons)
})

it('takes a code in Arabic digits, with blanks', () => expect(SixDigits.parse('١٢٣ ٤٥٦')).toBe('123456'))

it('names the fields in which a text has the character NUL, however deep', () => {
  const input = { query: 'a\0', ids: ['b', 'c\0'], changes: { title: { to: '\0' } }, ok: 'd', at: new Date(), no: null }
  expect(fieldsWithNul(input)).toEqual(['query', 'ids', 'changes'])
  expect(fieldsWithNul(undefined)).toEqual([])
})
