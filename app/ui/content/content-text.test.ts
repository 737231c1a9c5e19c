import { expect, it } from 'vitest'
import { keepSigns } from '../../locales/keep-signs.ts'

it.each([
  ['التحضير لاختبار CompTIA Security+', 'التحضير لاختبار CompTIA Security+\u200e'],
  ['«C#» و«C++»', '«C#\u200e» و«C++\u200e»'],
  ['C++20، و50%', 'C++20، و50%'],
])('a sign behind a Latin name stays behind it: %s', (text, marked) => {
  expect(keepSigns(text)).toBe(marked)
})
