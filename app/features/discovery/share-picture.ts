/** The share picture as SVG: the text, and the course's lattice beside it. */
import { escapeMarkup } from '../../html/escape.ts'
import type { Lang } from '../../locales/lang.ts'
import { BRAND_COLOURS } from '../../ui/brand-colours.ts'
import type { ShareCard } from './share-card.ts'
import { type Measure, setTitle } from './title-lines.ts'

export const SHARE_SIZE = { width: 1200, height: 630 }
export const SHARE_FONT = 'Readex Pro'

const PANEL = 380
const EDGE = 72
const TEXT_WIDTH = SHARE_SIZE.width - PANEL - 2 * EDGE

export type Drawing = {
  card: ShareCard
  siteName: string
  /** The site's address as shown to people: `maahad.example`. */
  host: string
  /** Data URLs of the embedded pictures. */
  cover: string
  mark: string
}

/** Text that starts at the line's start, whichever side that is in its language. */
export type Setting = { lang: Lang; y: number; size: number; weight: 400 | 600; fill: string }

export function sharePicture({ card, siteName, host, cover, mark }: Drawing, measure: Measure): string {
  const { lang } = card
  const rtl = lang === 'ar'
  const { width, height } = SHARE_SIZE
  const start = rtl ? width - EDGE : EDGE
  const title = setTitle(card.title, TEXT_WIDTH, measure)
  const leading = title.size * (rtl ? 1.42 : 1.24)
  const eyebrow = card.eyebrow ? 58 : 0
  const block = eyebrow + leading * title.lines.length
  const first = 128 + (height - 128 - 118 - block) / 2 + eyebrow + title.size * 0.98
  const at = (setting: Omit<Setting, 'lang'>, text: string) => textLine({ lang, ...setting }, start, text)
  const panel = rtl ? 0 : width - PANEL
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${BRAND_COLOURS.paper}"/>
    <clipPath id="panel"><rect x="${panel}" width="${PANEL}" height="${height}"/></clipPath>
    <g clip-path="url(#panel)"><image x="${panel + PANEL / 2 - 573}" width="1146" height="${height}"
      preserveAspectRatio="xMidYMid slice" href="${cover}"/></g>
    <rect x="${rtl ? PANEL : panel - 6}" width="6" height="${height}" fill="${BRAND_COLOURS.gold}"/>
    <image x="${rtl ? start - 60 : start}" y="60" width="60" height="60" href="${mark}"/>
    ${textLine({ lang, y: 103, size: 36, weight: 600, fill: BRAND_COLOURS.pine }, rtl ? start - 80 : start + 80, siteName)}
    ${card.eyebrow ? at({ y: first - title.size * 0.98 - 24, size: 30, weight: 400, fill: BRAND_COLOURS.pine }, card.eyebrow) : ''}
    ${title.lines.map((text, place) => at({ y: first + place * leading, size: title.size, weight: 600, fill: BRAND_COLOURS.ink }, text)).join('')}
    <rect x="${rtl ? PANEL + EDGE : EDGE}" y="538" width="${TEXT_WIDTH}" height="1.5" fill="${BRAND_COLOURS.line}"/>
    ${at({ y: 584, size: 27, weight: 400, fill: BRAND_COLOURS.muted }, card.facts.join(' · '))}
    ${textLine({ lang: rtl ? 'en' : 'ar', y: 584, size: 25, weight: 400, fill: BRAND_COLOURS.muted }, rtl ? PANEL + EDGE : width - PANEL - EDGE, host, 'ltr')}
  </svg>`
}

// The renderer treats every line as left-to-right; isolates of the line's own direction order its parts.
const ISOLATES = { rtl: '\u2067', ltr: '\u2066' }

/** A line of text that starts at `x`. */
export function textLine(
  setting: Setting,
  x: number,
  text: string,
  direction: 'rtl' | 'ltr' = dir(setting.lang),
): string {
  const { y, size, weight, fill, lang } = setting
  return `<text x="${x}" y="${y}" text-anchor="${lang === 'ar' ? 'end' : 'start'}" font-family="${SHARE_FONT}"
    font-size="${size}" font-weight="${weight}" fill="${fill}">${svgText(`${ISOLATES[direction]}${text}\u2069`)}</text>`
}

const dir = (lang: Lang) => (lang === 'ar' ? 'rtl' : 'ltr')

/** Control characters are not allowed in XML, not even escaped. */
export function svgText(text: string): string {
  return escapeMarkup(
    text.replace(/[\p{Cc}\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/gu, ' '),
  )
}
