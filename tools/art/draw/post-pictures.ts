/** Pictures that members put at their posts: a chart, a sheet on a refrigerator's door, a shelf. 1200 by 800. */
import { DEEP, GOLD, INK, LINE, MINT, mix, PALE_GOLD, PAPER, PINE, SAND } from './colours.ts'
import { svgFile } from './svg.ts'

const [WIDTH, HEIGHT] = [1200, 800]

type Look = { size?: number; weight?: number; colour?: string; anchor?: 'middle' | 'end' }

const words = (
  text: string,
  x: number,
  y: number,
  { size = 24, weight = 400, colour = INK, anchor = 'middle' }: Look = {},
) =>
  `<text x="${x}" y="${y}" font-family="Readex Pro" font-size="${size}" font-weight="${weight}" fill="${colour}" text-anchor="${anchor}">${text}</text>`
const box = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`
const line = (x1: number, y1: number, x2: number, y2: number, stroke: string, width = 2) =>
  `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${stroke}" stroke-width="${width}"/>`

/** The table of the post as bars, from the right, with the sum above them. */
function pareto(): string {
  const causes: [string, number, number][] = [
    ['توضيح من الطبيب', 168, 41],
    ['صنف غير متوفر', 106, 67],
    ['بيانات التأمين', 61, 81],
    ['نسيان صنف', 34, 90],
    ['أخرى', 43, 100],
  ]
  const [top, bottom, step] = [190, 650, 200]
  const height = (count: number) => (count / 180) * (bottom - top)
  const centre = (place: number) => 1060 - place * step
  const sums = causes.map(([, , sum], place) => [centre(place), bottom - (sum / 100) * (bottom - top)] as const)
  const grid = [0, 25, 50, 75, 100].map((part) => {
    const y = bottom - (part / 100) * (bottom - top)
    return line(120, y, 1140, y, LINE) + words(`${part}%`, 82, y + 8, { size: 22, colour: '#5a6762' })
  })
  const bars = causes.map(([name, count], place) => {
    const fill = place < 2 ? PINE : mix(PINE, PAPER, 0.55)
    const [x, y] = [centre(place), bottom - height(count)]
    return (
      box(x - 68, y, 136, height(count), fill, 'rx="6"') +
      words(String(count), x, y + (place < 2 ? 42 : -14), { size: 28, weight: 600, colour: place < 2 ? PAPER : INK }) +
      words(name, x, bottom + 46, { size: 23 })
    )
  })
  const curve = `<path d="M${sums.map(([x, y]) => `${x} ${y}`).join('L')}" fill="none" stroke="${GOLD}" stroke-width="5"/>`
  const points = sums.map(
    ([x, y]) => `<circle cx="${x}" cy="${y}" r="9" fill="${PAPER}" stroke="${GOLD}" stroke-width="5"/>`,
  )
  return [
    box(0, 0, WIDTH, HEIGHT, PAPER),
    words('أسباب العودة إلى شباك الصيدلية', 1140, 82, { size: 40, weight: 600, anchor: 'end' }),
    words('أسبوعان، 412 عودة', 1140, 128, { size: 25, colour: '#5a6762', anchor: 'end' }),
    ...grid,
    ...bars,
    curve,
    ...points,
    words('العدد (أعمدة) والنسبة التراكمية (خط)', 1140, 756, { size: 22, colour: '#5a6762', anchor: 'end' }),
  ].join('')
}

/** One square for each half hour that was studied, by hand and therefore a little aside. */
function studyGrid(): string {
  const [left, top, side, columns] = [180, 130, 52, 16]
  const colours = [PINE, GOLD, '#8a3c12']
  const hours = [5, 3, 7, 0, 0, 4, 8, 6, 2, 0, 9, 7]
  const squares = hours.flatMap((count, row) =>
    [...Array(columns)].map((_, place) => {
      const x = left + (columns - 1 - place) * side
      const y = top + row * side
      const inked = place < count
      const aside = ((row * 7 + place * 5) % 5) - 2
      const colour = colours[(row + (place > count / 2 ? 1 : 0)) % 3]!
      return (
        box(x, y, side, side, 'none', `stroke="${mix(LINE, INK, 0.12)}" stroke-width="1.5"`) +
        (inked
          ? box(
              x + 5 + aside,
              y + 6 - aside,
              side - 11,
              side - 11,
              colour,
              `rx="5" opacity="${0.72 + (place % 3) * 0.09}" transform="rotate(${aside} ${x + side / 2} ${y + side / 2})"`,
            )
          : '')
      )
    }),
  )
  const days = hours.map((_, row) =>
    words(String(row + 1), left + columns * side + 34, top + row * side + 35, { size: 24, colour: '#5a6762' }),
  )
  return [
    box(0, 0, WIDTH, HEIGHT, '#dfe5e2'),
    box(70, 34, 1060, 736, mix(INK, '#dfe5e2', 0.82), 'rx="6" transform="rotate(-0.9 600 400)"'),
    `<g transform="rotate(-0.9 600 400)">`,
    box(64, 26, 1060, 736, PAPER, 'rx="4"'),
    words('مربع لكل نصف ساعة', 1090, 92, { size: 34, weight: 600, anchor: 'end' }),
    ...squares,
    ...days,
    box(80, 60, 62, 62, DEEP, 'rx="31"'),
    box(92, 688, 54, 54, GOLD, 'rx="27"'),
    '</g>',
  ].join('')
}

/** Aisle, rack, level, bin: what is taken most often stands where the hand is. */
function shelf(): string {
  const levels = ['د', 'ج', 'ب', 'أ']
  const bins = (level: number) =>
    [...Array(5)].map((_, place) => {
      const [x, y] = [120 + place * 196, 150 + level * 150]
      const isAtHand = level === 1 || level === 2
      const [width, height] = [120 + ((place * 37 + level * 53) % 44), 66 + ((place * 29 + level * 31) % 34)]
      return (
        box(
          x + 88 - width / 2,
          y + 108 - height,
          width,
          height,
          isAtHand ? PALE_GOLD : mix(SAND, INK, 0.16),
          'rx="4"',
        ) +
        line(x + 88, y + 108 - height, x + 88, y + 108, mix(GOLD, INK, 0.25), 3) +
        box(x + 28, y + 113, 120, 28, PAPER, 'rx="4"') +
        words(`3-${levels[level]}-${5 - place}`, x + 88, y + 135, { size: 21, weight: 600 })
      )
    })
  return [
    box(0, 0, WIDTH, HEIGHT, MINT),
    box(0, 730, WIDTH, 70, mix(MINT, INK, 0.2)),
    ...[0, 1, 2, 3].flatMap((level) => [box(96, 258 + level * 150, 1008, 36, PINE), ...bins(level)]),
    box(84, 110, 26, 640, DEEP),
    box(1090, 110, 26, 640, DEEP),
    box(400, 28, 400, 70, DEEP, 'rx="10"'),
    words('الممر 2 · الرف 3', 600, 76, { size: 34, weight: 600, colour: PAPER }),
    `<path d="M1158 310v260" stroke="${GOLD}" stroke-width="6"/><path d="M1146 322l12-14 12 14M1146 558l12 14 12-14" fill="none" stroke="${GOLD}" stroke-width="6"/>`,
    words('مستوى', 1158, 252, { size: 22, weight: 600, colour: DEEP }),
    words('اليد', 1158, 284, { size: 22, weight: 600, colour: DEEP }),
  ].join('')
}

/** By the post's key. */
export const POST_PICTURES: Record<string, () => string> = {
  'pareto-in-the-pharmacy': () => svgFile(WIDTH, HEIGHT, pareto()),
  'study-grid-on-paper': () => svgFile(WIDTH, HEIGHT, studyGrid()),
  'warehouse-labels': () => svgFile(WIDTH, HEIGHT, shelf()),
}
