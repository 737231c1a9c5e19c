import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { texts as ar } from '../../locales/ar/index.ts'
import { registerTexts } from '../../locales/texts.tsx'
import { Money } from './money.tsx'

registerTexts('ar', ar)
const shown = (halalas: number) => renderToStaticMarkup(createElement(Money, { halalas }))

it('the minus of an amount stands before its number in Arabic, too', () => {
  expect(shown(-200_00)).toMatch(/<span [^>]*dir="ltr">\u2212200<\/span> <span[^>]*>ر\.س<\/span><\/bdi>/)
  expect(shown(200_00)).not.toContain('dir="ltr"')
})
