import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { keepSigns } from '../../locales/keep-signs.ts'
import { ContentText } from './content-text.tsx'

it.each([
  ['التحضير لاختبار CompTIA Security+', 'التحضير لاختبار CompTIA Security+\u200e'],
  ['«C#» و«C++»', '«C#\u200e» و«C++\u200e»'],
  ['C++20، و50%', 'C++20، و50%'],
])('a sign behind a Latin name stays behind it: %s', (text, marked) => {
  expect(keepSigns(text)).toBe(marked)
})

it('a sentence with a hyphenated name is one element, so that a grid does not part it', () => {
  const Sentence = () => ContentText({ children: 'تغطية محاور SY0-701 الخمسة' })
  const html = renderToStaticMarkup(createElement(Sentence))
  expect(html).toMatch(/^<span>تغطية محاور <span[^>]*>SY0-701<\/span> الخمسة<\/span>$/)
})
