/** Where one learns: the scenes of the covers, each 800 by 440, with what the field is about on a screen, board or sheet. */
import type { Field } from './catalogue.ts'
import { DEEP, GOLD, mix, PALE_GOLD, PAPER, PINE, SAND } from './colours.ts'
import { khatam } from './geometry.ts'
import { fromBehind, fromFront, type Person } from './people-seen.ts'
import { drawSubject } from './subjects.ts'
import { num, path } from './svg.ts'

type Scene = (field: Field, number: number) => string

const THOBE = '#f1ebdf'
const CLOTHS = ['#2d2a33', THOBE, '#3f4b57', '#6b5a45', '#20302c', '#7a6a75']
const SKINS = ['#c99a73', '#b4805c', '#d9b08f', '#a87552']

/** Who is there differs from cover to cover; men and women take turns. */
function somebody(number: number, colour: string): Person {
  const isMan = number % 2 === 0
  const skin = SKINS[number % SKINS.length]!
  if (isMan && number % 3 !== 1) return { dress: 'ghutra', cloth: THOBE, head: number % 4 === 0 ? '#e6d3cd' : '#fbf7ee', skin }
  if (isMan) return { dress: 'hair', cloth: CLOTHS[(number + 2) % CLOTHS.length]!, head: '#2b2320', skin }
  const heads = [mix(colour, '#ffffff', 0.62), '#33303a', '#d8c7ae', '#c7b18d']
  return { dress: 'hijab', cloth: number % 4 === 1 ? '#2d2a33' : mix(colour, '#000000', 0.35), head: heads[number % 4]!, skin }
}

const inkOf = ({ colour }: Field) => ({ line: mix(colour, DEEP, 0.2), accent: '#d99a1c', soft: mix(colour, '#ffffff', 0.72) })

/** The subject with its middle at a place, on paper or on a screen. */
function subject(field: Field, number: number, x: number, y: number, scale: number, turned = 0): string {
  const turn = turned ? ` rotate(${turned})` : ''
  return `<g transform="translate(${num(x)} ${num(y)})${turn} scale(${num(scale)}) translate(-120 -75)">
    ${drawSubject(field.mark, inkOf(field), number)}</g>`
}

const floor = (colour: string, from: number) =>
  `<path fill="${mix(colour, '#000000', 0.28)}" d="M0 ${from}h800v${440 - from}H0z"/>`

/** An arch with a star of the lattice above: the institute's house. */
function arch(x: number, width: number, top: number, bottom: number, fill: string, line: string): string {
  const half = width / 2
  const spring = top + half * 1.1
  return `<path fill="${fill}" d="M${num(x - half)} ${bottom}V${num(spring)}Q${num(x - half)} ${num(top + half * 0.35)} ${num(x)} ${num(top)}Q${num(x + half)} ${num(top + half * 0.35)} ${num(x + half)} ${num(spring)}V${bottom}z"/>
    <path fill="none" stroke="${line}" stroke-width="2" stroke-linejoin="round" d="${path(khatam({ x, y: spring - half * 0.1 }, half * 0.5), true)}"/>`
}

const lamp = (x: number, length: number) =>
  `<path stroke="${PALE_GOLD}" stroke-width="2" d="M${x} 0v${length}"/><path fill="${PALE_GOLD}" d="M${x - 22} ${length + 20}q4-20 22-20t22 20z"/>`

/** Where somebody stands who explains. */
const lectern = (x: number, y: number, scale: number, fill: string) =>
  `<path fill="${fill}" d="M${num(x - 72 * scale)} ${num(y)}h${num(144 * scale)}l${num(-14 * scale)} ${num(130 * scale)}h${num(-116 * scale)}z"/>`

/** A hall from its last row: somebody explains, others listen. */
const hall: Scene = (field, number) => {
  const { colour } = field
  const isLeft = number % 4 < 2
  const screen = isLeft ? 300 : 200
  const rows = [
    { y: 322, scale: 0.8, from: 130, step: 180 },
    { y: 400, scale: 1.1, from: 50, step: 234 },
  ]
  return `${floor(colour, 300)}${lamp(isLeft ? 110 : 690, 46)}
    <rect x="${screen}" y="36" width="300" height="196" rx="8" fill="${PAPER}"/>
    ${subject(field, number, screen + 150, 134, 1.05)}
    ${fromFront(somebody(number, colour), isLeft ? 214 : 588, 160, 1)}
    ${lectern(isLeft ? 214 : 588, 264, 1, mix('#7a5a37', colour, 0.25))}
    ${rows
      .flatMap(({ y, scale, from, step }, row) =>
        [0, 1, 2, 3].map((seat) => fromBehind(somebody(number + seat * 3 + row * 2 + 1, colour), from + seat * step, y, scale)),
      )
      .join('')}`
}

/** Three at a table, with their work before them and on the board. */
const table: Scene = (field, number) => {
  const { colour } = field
  return `<rect x="250" y="30" width="300" height="190" rx="8" fill="${PAPER}"/>${subject(field, number, 400, 125, 1)}
    ${[130, 400, 670].map((x, seat) => (seat === 1 ? '' : fromFront(somebody(number + seat, colour), x, 190, 1.2))).join('')}
    <path fill="${mix(colour, SAND, 0.72)}" d="M40 330h720l40 110H0z"/>
    <path fill="${PAPER}" d="M150 352l110-4 12 44-120 4zM520 350l118 2-4 44-116-4z"/>
    <path stroke="${mix(colour, '#ffffff', 0.5)}" stroke-width="5" stroke-linecap="round" d="M168 364l74-2M170 378l58-2M538 364h76M538 378h52"/>
    ${fromBehind(somebody(number + 3, colour), 400, 372, 1.15)}`
}

/** A desk at home or at work, for what is learnt alone. */
const desk: Scene = (field, number) => {
  const { colour } = field
  const cup = number % 4 < 2 ? 640 : 150
  const plant = 790 - cup
  const wall = mix(colour, '#ffffff', 0.16)
  return `${arch(plant, 190, 20, 330, wall, mix(colour, PALE_GOLD, 0.6))}
    <path fill="${mix(colour, SAND, 0.7)}" d="M0 340h800v100H0z"/>
    <rect x="228" y="62" width="344" height="236" rx="14" fill="${mix(colour, '#000000', 0.45)}"/>
    <rect x="242" y="76" width="316" height="208" rx="6" fill="${PAPER}"/>${subject(field, number, 400, 180, 1.15)}
    <path fill="${mix(colour, '#000000', 0.3)}" d="M190 352l38-54h344l38 54q0 10-12 10H202q-12 0-12-10z"/>
    <path fill="${PAPER}" d="M${cup - 30} 304h60v34q0 24-30 24t-30-24z"/>
    <path fill="none" stroke="${PAPER}" stroke-width="8" d="M${cup + 30} 312q22 2 18 18t-22 12"/>
    <path fill="none" stroke="${PAPER}" stroke-width="4" stroke-linecap="round" opacity=".6" d="M${cup - 10} 290q-8-12 2-22t0-22M${cup + 10} 290q-8-12 2-22t0-22"/>
    <path fill="#5d8a6a" d="M${plant} 322q-46-30-42-88 40 26 42 88zM${plant} 322q46-26 50-80-44 20-50 80zM${plant} 322q-6-60 4-112 14 54-4 112z"/>
    <path fill="${mix(colour, PALE_GOLD, 0.75)}" d="M${plant - 34} 316h68l-10 50h-48z"/>`
}

/** What learners have made, on a wall. */
const work: Scene = (field, number) => {
  const { colour } = field
  const tilt = [-5, 3, -3, 6][number % 4]!
  const line = mix(colour, '#ffffff', 0.6)
  const sheet = (x: number, y: number, width: number, height: number, turn: number, fill: string, inside: string) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})"><rect x="${-width / 2}" y="${-height / 2}" width="${width}" height="${height}" rx="4" fill="${fill}"/>${inside}
      <circle cy="${num(-height / 2 + 12)}" r="6" fill="#b5452f"/></g>`
  const lines = `<path stroke="${line}" stroke-width="9" stroke-linecap="round" d="M-60-50H50M-60-22H64M-60 6H28M-60 34H60M-60 62H10"/>`
  const note = `<path stroke="${mix(colour, '#000000', 0.2)}" stroke-width="6" stroke-linecap="round" d="M-30-8h60M-30 14h38"/>`
  return `<path fill="${mix(colour, '#ffffff', 0.1)}" d="M36 28h728v384H36z"/>
    ${sheet(170, 210, 190, 240, -tilt, SAND, lines)}
    ${sheet(414, 216, 330, 232, tilt, PAPER, subject(field, number, 0, 8, 1.2))}
    ${sheet(664, 128, 124, 116, -tilt * 1.4, PALE_GOLD, note)}${sheet(650, 306, 132, 124, tilt * 1.2, mix(colour, '#ffffff', 0.78), note)}`
}

/** The house: arches, and people on their way to class. */
const arcade: Scene = (field, number) => {
  const { colour } = field
  const wall = mix(colour, SAND, 0.82)
  const dark = mix(colour, '#000000', 0.3)
  const gold = mix(colour, PALE_GOLD, 0.7)
  return `<path fill="${wall}" d="M0 0h800v380H0z"/><path fill="${mix(colour, SAND, 0.55)}" d="M0 380h800v60H0z"/>
    <path stroke="${gold}" stroke-width="6" d="M0 34h800"/>
    ${[120, 680].map((x) => arch(x, 200, 78, 380, dark, gold)).join('')}
    ${arch(400, 300, 58, 380, mix(colour, '#000000', 0.12), gold)}
    <rect x="300" y="176" width="200" height="132" rx="6" fill="${PAPER}"/>${subject(field, number, 400, 242, 0.72)}
    ${fromFront(somebody(number + 1, colour), number % 4 < 2 ? 232 : 150, 262, 1.05)}
    ${fromFront(somebody(number + 2, colour), number % 4 < 2 ? 650 : 566, 262, 1.05)}`
}

/** Two who work on one thing, and explain it to each other. */
const pair: Scene = (field, number) => {
  const { colour } = field
  const isLeft = number % 4 < 2
  const [people, board] = isLeft ? [560, 220] : [240, 580]
  return `${floor(colour, 352)}
    <rect x="${board - 170}" y="52" width="340" height="238" rx="10" fill="${PAPER}"/>${subject(field, number, board, 170, 1.3)}
    <path stroke="${mix(colour, '#000000', 0.35)}" stroke-width="9" stroke-linecap="round" d="M${board - 110} 294l-30 112M${board + 110} 294l30 112"/>
    ${fromFront(somebody(number, colour), people - 72, 214, 1.35)}${fromFront(somebody(number + 1, colour), people + 84, 226, 1.3)}
    <path fill="${mix(colour, SAND, 0.72)}" d="M${people - 190} 392h400v48h-400z"/>
    <path fill="${PAPER}" d="M${people - 60} 378l96-4 10 22-100 2z"/>`
}

/** Neighbours in the catalogue are of one field, so each has another scene. */
export const SCENES: readonly Scene[] = [hall, desk, pair, work, table, arcade]

/** The home page's picture: a hall with the film on its screen, round the middle, where the page has its button. */
export function hallWithScreen(): string {
  const ground = mix(PINE, DEEP, 0.5)
  const rows = [
    { y: 742, scale: 1.35, from: 110, step: 195, seats: 5 },
    { y: 872, scale: 1.8, from: 0, step: 250, seats: 5 },
  ]
  return `<path fill="${mix(DEEP, '#000000', 0.25)}" d="M0 690h1000v310H0z"/>
    ${arch(120, 190, 330, 690, mix(ground, '#ffffff', 0.06), mix(ground, GOLD, 0.6))}
    ${arch(880, 190, 330, 690, mix(ground, '#ffffff', 0.06), mix(ground, GOLD, 0.6))}
    <rect x="240" y="336" width="520" height="312" rx="14" fill="${mix(DEEP, '#000000', 0.4)}" stroke="${PALE_GOLD}" stroke-width="4"/>
    ${fromFront(somebody(2, PINE), 196, 512, 1.55)}${lectern(196, 668, 1.55, '#7a5a37')}
    ${rows
      .flatMap(({ y, scale, from, step, seats }, row) =>
        Array.from({ length: seats }, (_, seat) => fromBehind(somebody(seat * 3 + row * 2 + 1, PINE), from + seat * step, y, scale)),
      )
      .join('')}`
}
