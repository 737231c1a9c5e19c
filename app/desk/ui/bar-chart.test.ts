import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Lang } from '../../locales/lang.ts'
import { LangProvider } from '../../locales/texts.tsx'
import { type Bar, BarChart } from './bar-chart.tsx'

const BARS: Bar[] = [
  { name: 'زكاة', value: 400, before: 200, label: '4.00' },
  { name: 'مشاريع', value: 100, before: 0, label: '1.00' },
  { name: 'ردود', value: -200, before: 400, label: '-2.00' },
]

function drawn(lang: Lang, bars = BARS) {
  const chart = createElement(BarChart, { title: 'الصافي', bars })
  const svg = renderToStaticMarkup(createElement(LangProvider, { lang } as Parameters<typeof LangProvider>[0], chart))
  const rects = [...svg.matchAll(/<rect x="([\d.]+)%" y="(\d+)" width="([\d.]+)%"[^>]*class="([^"]*)"/g)].map(
    ([, x, y, width, kind]) => ({ x: Number(x), y: Number(y), width: Number(width), kind: kind! }),
  )
  const texts = [...svg.matchAll(/<text x="([\d.]+)%"(?: dx="(-?\d+)")?[^>]*>([^<]*)</g)].map(([, x, dx, text]) => ({
    ...{ x: Number(x), dx: dx === undefined ? undefined : Number(dx), text },
  }))
  return { svg, rects, texts }
}

it.each(['ar', 'en'] as const)('each bar is as long as its value is large, beside the longest: %s', (lang) => {
  const { rects } = drawn(lang)
  expect(rects.map(({ width }) => width)).toEqual([66, 33, 16.5, 0, 33, 66])
  // In the order of the rows, the thin bar below its own.
  expect(rects.map(({ y }) => y)).toEqual(rects.map(({ y }) => y).toSorted((one, other) => one - other))
})

it('bars begin at the right edge in Arabic and at the left one in English, their amounts at their ends', () => {
  const [arabic, english] = [drawn('ar'), drawn('en')]
  expect(arabic.rects.every(({ x, width }) => x + width === 100)).toBe(true)
  expect(english.rects.every(({ x }) => x === 0)).toBe(true)
  const amounts = ({ texts }: typeof arabic) => texts.filter(({ dx }) => dx !== undefined)
  expect(amounts(arabic).map(({ x, text }) => [x, text])).toEqual([
    [34, '4.00'],
    [83.5, '1.00'],
    [67, '-2.00'],
  ])
  expect(amounts(english).map(({ x }) => x)).toEqual([66, 16.5, 33])
  // Away from the bar.
  expect(amounts(arabic).every(({ dx }) => dx! < 0)).toBe(true)
  expect(amounts(english).every(({ dx }) => dx! > 0)).toBe(true)
  const names = ({ texts }: typeof arabic) => texts.filter(({ dx }) => dx === undefined).map(({ x }) => x)
  expect([names(arabic), names(english)]).toEqual([
    [100, 100, 100],
    [0, 0, 0],
  ])
})

it('a value below zero is drawn in another colour, and nothing divides by zero', () => {
  const kinds = drawn('ar').rects.map(({ kind }) => kind)
  expect(new Set([kinds[0], kinds[2]]).size).toBe(1)
  expect(kinds[4]).not.toBe(kinds[0])
  expect(drawn('ar', [{ name: 'x', value: 0, before: 0, label: '0' }]).rects.map(({ width }) => width)).toEqual([0, 0])
})

it('is one picture with a name for screen readers, and cuts long names', () => {
  const { svg, texts } = drawn('ar', [{ name: 'س'.repeat(60), value: 1, before: 0, label: '1' }])
  expect(svg).toContain('role="img" aria-label="الصافي"')
  expect(texts[0]!.text).toBe(`${'س'.repeat(47)}…`)
})
