import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { texts as ar } from '../../locales/ar/index.ts'
import { registerTexts } from '../../locales/texts.tsx'
import { Countdown } from './countdown.tsx'

registerTexts('ar', ar)

const NOW = '2026-11-28T18:30:00Z'
const shown = (until: string, plain?: 'from') =>
  renderToStaticMarkup(createElement(Countdown, { until, serverNow: NOW, doneLabel: '', ...(plain ? { plain } : {}) }))

it('a time that scripts would count down is said with its day, unless that is today in Riyadh', () => {
  expect(shown('2026-11-28T18:50:00Z')).toContain('حتى 9:50 م')
  expect(shown('2026-11-29T18:30:00Z')).toContain('حتى الأحد، 29 نوفمبر 2026، 9:30 م')
  // 21:00 in London is the next day in Riyadh.
  expect(shown('2026-11-28T21:00:00Z')).toContain('حتى الأحد، 29 نوفمبر 2026، 12:00 ص')
})

it('what can be done only then is not said to end then', () => {
  const text = shown('2026-11-28T18:31:00Z', 'from')
  expect(text).toContain('ابتداءً من 9:31 م')
  expect(text).not.toContain('حتى')
})
