/** Diagrams that stand in the text of articles, in both languages; narrow, so that they can be read on a telephone. */
import { BRAND_COLOURS } from '../../../app/ui/brand-colours.ts'
import { svgFile } from './svg.ts'

type Lang = 'ar' | 'en'
const WIDTH = 800
const EDGE = 32
const GAP = 12
const COLOURS = { ...BRAND_COLOURS, muted: '#4c5a54' }

type Look = { size: number; fill: string; weight?: 400 | 600; middle?: true }

/** A line that begins `from` the side on which reading begins. */
function line(lang: Lang, from: number, y: number, text: string, { size, fill, weight = 400, middle }: Look): string {
  const x = middle || lang === 'en' ? from : WIDTH - from
  const anchor = middle ? 'middle' : lang === 'ar' ? 'end' : 'start'
  // The drawing program takes every line for a left-to-right one: Arabic stands in an isolate of its own direction.
  const words = lang === 'ar' ? `\u2067${text}\u2069` : text
  return `<text x="${x}" y="${y}" font-family="Readex Pro" font-size="${size}" font-weight="${weight}" fill="${fill}"
    text-anchor="${anchor}">${words}</text>`
}

function box(y: number, tall: number, fill: string, from = EDGE, lang: Lang = 'en'): string {
  return `<rect x="${lang === 'ar' ? EDGE : from}" y="${y}" width="${WIDTH - from - EDGE}" height="${tall}" rx="16" fill="${fill}"/>`
}

const ground = (height: number) => `<rect width="${WIDTH}" height="${height}" fill="${COLOURS.sand}"/>`

/** What a story of an interview is made of, each part as tall as the time that it gets. */
const STORY: Record<Lang, { parts: [title: string, says: string, tall: number][]; length: string }> = {
  ar: {
    parts: [
      ['الموقف', 'أين ومتى؟ في جملة', 84],
      ['المطلوب', 'ماذا كان عليك أن تحقق؟', 84],
      ['ما فعلته', 'ثلاثة أفعال محددة على الأكثر', 190],
      ['النتيجة', 'ماذا تغيّر؟ رقم، أو وصف للفرق', 110],
    ],
    length: 'دقيقة ونصف، ومعظمها لما فعلته',
  },
  en: {
    parts: [
      ['Situation', 'Where and when, in a sentence', 84],
      ['Task', 'What you had to achieve', 84],
      ['What you did', 'Three definite actions at most', 190],
      ['Result', 'What changed: a figure, or the difference', 110],
    ],
    length: 'A minute and a half, most of it for what you did',
  },
}

export function drawStory(lang: Lang): string {
  const { parts, length } = STORY[lang]
  let y = EDGE
  const rows = parts.map(([title, says, tall]) => {
    const isMain = tall > 150
    const [top, middle] = [y, y + tall / 2 + 10]
    y += tall + GAP
    return `${box(top, tall, isMain ? COLOURS.pine : COLOURS.mint)}
      ${line(lang, EDGE + 28, middle, title, { size: isMain ? 36 : 30, weight: 600, fill: isMain ? COLOURS.paper : COLOURS.deep })}
      ${line(lang, EDGE + (lang === 'ar' ? 240 : isMain ? 300 : 220), middle, says, { size: 24, fill: isMain ? COLOURS.mint : COLOURS.muted })}`
  })
  const height = y + 76
  return svgFile(
    WIDTH,
    height,
    `${ground(height)}${rows.join('')}
    ${line(lang, WIDTH / 2, y + 42, length, { size: 27, weight: 600, fill: COLOURS.ink, middle: true })}`,
  )
}

/** The first ten days of a project: the days, what they are for, and what matters in them. */
const TEN_DAYS: Record<Lang, { stages: [first: number, last: number, title: string, says: string][]; after: string }> =
  {
    ar: {
      stages: [
        [1, 2, 'اقرأ واسأل', 'لماذا هذا المشروع؟'],
        [3, 5, 'اعرف الناس', 'وابدأ بالقوي المعارض'],
        [6, 7, 'صفحة واحدة', 'الغاية، وما لا يدخل'],
        [8, 8, 'اجتماع الانطلاق', 'ساعة تكفي'],
        [9, 10, 'الإيقاع', 'ثلاثة مواعيد ثابتة'],
      ],
      after: 'وفي اليوم 11 افتح برنامج الجدولة',
    },
    en: {
      stages: [
        [1, 2, 'Read and ask', 'Why this project?'],
        [3, 5, 'Know the people', 'Strong opponents first'],
        [6, 7, 'One page', 'The aim, and what is out'],
        [8, 8, 'The kick-off', 'An hour is enough'],
        [9, 10, 'The rhythm', 'Three fixed dates'],
      ],
      after: 'On day 11, open the scheduling program',
    },
  }

export function drawTenDays(lang: Lang): string {
  const { stages, after } = TEN_DAYS[lang]
  const day = 68
  const height = EDGE + 10 * day + 84
  const boxes = stages.map(([first, last, title, says]) => {
    const top = EDGE + (first - 1) * day
    const tall = (last - first + 1) * day - GAP
    const isMain = first === last
    const middle = top + tall / 2 + 10
    return `${box(top, tall, isMain ? COLOURS.pine : COLOURS.mint, EDGE + 84, lang)}
      ${line(lang, EDGE + 112, middle, title, { size: 29, weight: 600, fill: isMain ? COLOURS.paper : COLOURS.deep })}
      ${line(lang, EDGE + 390, middle, says, { size: 24, fill: isMain ? COLOURS.mint : COLOURS.muted })}`
  })
  const across = lang === 'ar' ? WIDTH - EDGE - 32 : EDGE + 32
  const marks = Array.from({ length: 10 }, (_, index) => {
    const y = EDGE + index * day + (day - GAP) / 2
    const isMain = index === 7
    return `<circle cx="${across}" cy="${y}" r="22" fill="${isMain ? COLOURS.pine : COLOURS.paper}" stroke="${COLOURS.pine}"
        stroke-width="2"/>
      <text x="${across}" y="${y + 8}" font-family="Readex Pro" font-size="23" font-weight="600" text-anchor="middle"
        fill="${isMain ? COLOURS.paper : COLOURS.pine}">${index + 1}</text>`
  })
  return svgFile(
    WIDTH,
    height,
    `${ground(height)}<path d="M${across} ${EDGE + 28}V${EDGE + 9 * day + 28}" stroke="${COLOURS.gold}" stroke-width="3"/>
    ${boxes.join('')}${marks.join('')}
    ${line(lang, WIDTH / 2, height - 40, after, { size: 27, weight: 600, fill: COLOURS.ink, middle: true })}`,
  )
}
