/** What a field is about, as it is seen on a screen, a board or a sheet: 240 by 150, in a line colour and an accent. */
import type { IconName } from '../../../app/ui/icons/icon-names.ts'
import { ICON_PATHS } from '../../../app/ui/icons/icon-paths.ts'
import { num } from './svg.ts'

export type Ink = { line: string; accent: string; soft: string }
type Draw = (ink: Ink, turn: number) => string

const block = (colour: string, x: number, y: number, width: number, height: number, round = 4) =>
  `<rect x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}" rx="${round}" fill="${colour}"/>`
const stroke = (colour: string, d: string, width = 5) =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`
const dot = (colour: string, x: number, y: number, radius: number) =>
  `<circle cx="${num(x)}" cy="${num(y)}" r="${num(radius)}" fill="${colour}"/>`

/** Different figures on the same kind of chart. */
const HEIGHTS = [
  [46, 70, 58, 92, 112],
  [96, 60, 78, 44, 104],
  [30, 52, 80, 104, 88],
]

const DRAW: Partial<Record<IconName, Draw>> = {
  compass: ({ line, accent, soft }, turn) =>
    turn % 2 === 0
      ? `${block(accent, 92, 8, 56, 34)}${stroke(line, 'M120 42v24M40 90V66h160v24M120 66v24', 4)}
        ${[12, 92, 172].map((x) => block(soft, x, 92, 56, 34)).join('')}`
      : `${dot(soft, 120, 75, 66)}${dot('#ffffff', 120, 75, 46)}${dot(line, 120, 75, 28)}${dot(accent, 120, 75, 11)}
        ${stroke(accent, 'M120 75l74-62M176 12h18v18', 5)}`,
  gantt: ({ line, accent, soft }, turn) =>
    `${stroke(soft, 'M60 6v138M120 6v138M180 6v138', 2)}
      ${[0, 1, 2, 3, 4].map((row) => block([line, accent, soft][(row + turn) % 3]!, [6, 44, 70, 104, 150][(row + turn * 2) % 5]!, 10 + row * 28, [92, 74, 110, 64, 84][(row + turn) % 5]!, 18, 9)).join('')}`,
  people: ({ line, accent, soft }, turn) =>
    [0, 1, 2]
      .map((card) => {
        const x = 6 + card * 80
        return `${block(card === turn % 3 ? accent : soft, x, 12, 68, 126, 8)}${dot(line, x + 34, 50, 17)}
          <path fill="${line}" d="M${x + 10} 104q2-30 24-30t24 30z"/>${block('#ffffff', x + 14, 114, 40, 8)}`
      })
      .join(''),
  bars: ({ line, accent, soft }, turn) =>
    `${stroke(line, 'M8 6v136h226', 4)}
      ${HEIGHTS[turn % 3]!.map((height, bar) => block(bar === 3 ? accent : soft, 28 + bar * 42, 138 - height, 26, height, 3)).join('')}
      ${turn % 2 === 0 ? stroke(line, 'M40 86l42-26 42 10 42-36 42-14', 4) : ''}`,
  shield: ({ line, accent, soft }, turn) =>
    `<path fill="${soft}" d="M120 2l62 22v46c0 40-26 64-62 78-36-14-62-38-62-78V24z"/>
      ${turn % 2 === 0 ? `${block(line, 92, 66, 56, 44, 8)}${stroke(line, 'M104 66V52q0-16 16-16t16 16v14', 8)}${dot(accent, 120, 88, 8)}` : stroke(accent, 'M92 76l20 20 38-42', 11)}`,
  brackets: ({ line, accent, soft }, turn) =>
    [0, 1, 2, 3, 4, 5]
      .map((row) => {
        const indent = [0, 22, 44, 44, 22, 0][(row + turn) % 6]!
        const first = [54, 36, 70, 44, 62, 40][(row + turn) % 6]!
        return (
          block(row % 3 === 0 ? accent : line, 8 + indent, 8 + row * 24, first, 11, 5) +
          block(soft, 16 + indent + first, 8 + row * 24, [80, 96, 48, 70, 88, 60][(row * 2 + turn) % 6]!, 11, 5)
        )
      })
      .join(''),
  coins: ({ line, accent, soft }, turn) =>
    turn % 2 === 0
      ? `${block(soft, 6, 6, 228, 26)}${stroke(soft, 'M6 60h228M6 88h228M6 116h228M150 32v112', 3)}
        ${[46, 74, 102, 130].map((y, row) => block(line, 16, y - 4, [88, 112, 70, 96][row]!, 8) + block(row === 3 ? accent : line, 170, y - 4, 50, 8)).join('')}`
      : [0, 1, 2, 3]
          .map((pile) =>
            [0, 1, 2, 3, 4]
              .slice(0, [2, 4, 3, 5][pile])
              .map((coin) => block(coin % 2 ? soft : accent, 8 + pile * 58, 126 - coin * 22, 50, 18, 9))
              .join(''),
          )
          .join(''),
  megaphone: ({ line, accent, soft }, turn) =>
    `${[0, 1, 2].map((post) => block(post === turn % 3 ? accent : soft, 6 + post * 80, 10, 68, 68, 8) + block(line, 6 + post * 80, 88, 54, 8) + block(soft, 6 + post * 80, 102, 38, 8)).join('')}
      ${stroke(line, 'M8 142q60-30 112-16t112-22', 5)}`,
  scales: ({ line, accent, soft }, turn) =>
    turn % 2 === 0
      ? `${stroke(line, 'M120 10v122M84 138h72M44 30h152', 6)}
        <path fill="${soft}" d="M12 84h64q-6 26-32 26T12 84zM164 84h64q-6 26-32 26t-32-26z"/>
        ${stroke(line, 'M44 30L14 84M44 30l30 54M196 30l-30 54M196 30l30 54', 3)}${dot(accent, 120, 14, 11)}`
      : `${[16, 38, 60, 82].map((y, row) => block(row ? soft : line, 20, y, row === 3 ? 96 : 200, 10)).join('')}
        ${stroke(line, 'M24 132q16-26 30-6t30-8 24 4', 4)}${dot(accent, 190, 116, 24)}${dot('#ffffff', 190, 116, 11)}`,
  crate: ({ line, accent, soft }, turn) =>
    `${stroke(line, 'M6 70h228M6 144h228', 6)}
      ${[0, 1, 2, 3, 4, 5].map((box) => block(box === (turn * 2 + 1) % 6 ? accent : soft, 14 + (box % 3) * 76, box < 3 ? 22 : 92, 58, box < 3 ? 46 : 50, 4) + block('#ffffff', 34 + (box % 3) * 76, box < 3 ? 22 : 92, 18, 14, 0)).join('')}`,
  speech: ({ line, accent, soft }, turn) => {
    const [first, second] = turn % 2 === 0 ? [soft, accent] : [accent, soft]
    return `<path fill="${first}" d="M14 8h124q10 0 10 10v52q0 10-10 10H52l-26 22V80H14Q4 80 4 70V18Q4 8 14 8z"/>
      ${[26, 46].map((y) => block(line, 24, y, y === 26 ? 96 : 64, 9)).join('')}
      <path fill="${second}" d="M226 62H104q-10 0-10 10v48q0 10 10 10h86l26 18v-18h10q10 0 10-10V72q0-10-10-10z"/>
      ${[80, 100].map((y) => block(line, 118, y, y === 80 ? 92 : 58, 9)).join('')}`
  },
  pulse: ({ line, accent, soft }, turn) =>
    turn % 2 === 0
      ? `${stroke(soft, 'M6 112h228M6 76h228M6 40h228', 2)}${stroke(line, 'M4 84h56l18-48 28 92 24-66 14 22h92', 6)}${dot(accent, 130, 62, 8)}`
      : `<path fill="${soft}" d="M92 6h56v42h42v56h-42v42H92v-42H50V48h42z"/>${stroke(line, 'M58 76h32l12-26 20 52 14-26h44', 6)}${dot(accent, 196, 24, 13)}`,
  helmet: ({ line, accent, soft }, turn) =>
    turn % 2 === 0
      ? `<path fill="${accent}" d="M40 104q0-76 80-76t80 76z"/>${block(line, 20, 104, 200, 18, 9)}
        <path fill="${soft}" d="M104 20h32v62h-32z"/>`
      : `<path fill="${accent}" d="M120 8l92 132H28z"/>${stroke(line, 'M120 52v42', 11)}${dot(line, 120, 118, 7)}`,
  pen: ({ line, accent, soft }, turn) =>
    `${[dot(soft, 60, 56, 46), block(soft, 14, 10, 92, 92, 10), `<path fill="${soft}" d="M60 6l54 94H6z"/>`][turn % 3]}
      ${stroke(accent, 'M24 126c50-110 120 30 196-92', 6)}
      ${[
        [24, 126],
        [220, 34],
        [110, 74],
      ]
        .map(([x, y]) => block(line, x! - 7, y! - 7, 14, 14, 2))
        .join('')}`,
}

/** The mark of the field over lines of text, for those without a drawing of their own. */
const plain =
  (mark: IconName): Draw =>
  ({ line, accent, soft }) =>
    `<path transform="translate(6 30) scale(3.6)" d="${ICON_PATHS[mark]}" fill="none" stroke="${accent}" stroke-width="1.5"
      stroke-linecap="round" stroke-linejoin="round"/>
    ${[22, 48, 74, 100].map((y, row) => block(row ? soft : line, 112, y, [110, 122, 92, 116][row]!, 11)).join('')}`

/** @param turn tells apart the drawings of one field */
export const drawSubject = (mark: IconName, ink: Ink, turn: number): string => (DRAW[mark] ?? plain(mark))(ink, turn)
