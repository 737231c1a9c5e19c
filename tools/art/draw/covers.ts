import { ICON_PATHS } from '../../../app/ui/icons/icon-paths.ts'
import type { Field } from './catalogue.ts'
import { DEEP, GOLD, mix, PALE_GOLD, PINE } from './colours.ts'
import { type Girih, girihTile } from './girih.ts'
import { num, svgFile } from './svg.ts'
import { TILINGS } from './tilings.ts'

const WIDTH = 800
const HEIGHT = 440
const MARK_SIZE = 84

/** The lattices of the covers; neighbours in this list are far apart, since courses of one field follow each other. */
const LATTICES: Girih[] = [
  { tiling: 'octagonal', contact: 67.5, heart: 'khatam', period: 176 },
  { tiling: 'dodecagonal', contact: 60, heart: 'star', period: 214 },
  { tiling: 'square', contact: 'star-and-cross', heart: 'none', period: 132, strap: 5 },
  { tiling: 'hexagonsAndSquares', contact: 60, heart: 'polygon', period: 168 },
  { tiling: 'octagonal', contact: 45, heart: 'none', period: 150, strap: 5.5 },
  { tiling: 'dodecagonalSquare', contact: 67, heart: 'star', period: 236 },
  { tiling: 'hexagonsAndTriangles', contact: 52, heart: 'none', period: 140, strap: 5 },
  { tiling: 'octagonal', contact: 58, heart: 'star', period: 190 },
  { tiling: 'greatDodecagonal', contact: 62, heart: 'star', period: 262 },
  { tiling: 'square', contact: 'star-and-cross', heart: 'none', period: 118 },
  { tiling: 'dodecagonal', contact: 72, heart: 'none', period: 230, strap: 5 },
  { tiling: 'octagonal', contact: 67.5, heart: 'none', period: 168, strap: 4.5 },
  { tiling: 'hexagonal', contact: 66, heart: 'star', period: 128 },
  { tiling: 'dodecagonalSquare', contact: 54, heart: 'star', period: 244, strap: 4.5 },
  { tiling: 'octagonal', contact: 74, heart: 'polygon', period: 184 },
  { tiling: 'greatDodecagonal', contact: 52, heart: 'star', period: 276 },
  { tiling: 'hexagonsAndSquares', contact: 52, heart: 'none', period: 176, strap: 4.5 },
  { tiling: 'octagonal', contact: 52, heart: 'khatam', period: 162 },
  { tiling: 'hexagonal', contact: 58, heart: 'none', period: 120, strap: 5 },
]

/** Draws the cover of the course with this number (from zero) in the catalogue. */
export function drawCover(field: Field, number: number): string {
  const tile = girihTile(latticeOf(number), 'c')
  return svgFile(
    WIDTH,
    HEIGHT,
    `
    <defs>
      ${groundGradient(field.colour)}
      <radialGradient id="f" gradientUnits="userSpaceOnUse" cx="400" cy="220" r="400"
        gradientTransform="matrix(1 0 0 .8 0 44)">
        <stop offset=".24" stop-color="#000"/><stop offset=".52" stop-color="#fff" stop-opacity=".85"/>
        <stop offset="1" stop-color="#fff"/>
      </radialGradient>
      <mask id="m"><rect width="800" height="440" fill="url(#f)"/></mask>
      <pattern id="p" patternUnits="userSpaceOnUse" width="${num(tile.width)}" height="${num(tile.height)}"
        patternTransform="${placeOf(number)}">
        <g fill="none" stroke="${lineColour(field.colour)}" stroke-width="${weightOf(number)}" stroke-linejoin="round">
          ${tile.markup}</g>
      </pattern>
    </defs>
    <rect width="800" height="440" fill="url(#g)"/>
    <rect width="800" height="440" fill="url(#p)" opacity=".7" mask="url(#m)"/>
    ${markLines(field)}`,
  )
}

// Each round through the list changes scale, turn and weight, so that no two covers are alike.
function latticeOf(number: number): Girih {
  const round = Math.floor(number / LATTICES.length)
  const lattice = LATTICES[number % LATTICES.length]!
  return { ...lattice, period: Math.round(lattice.period * [1, 0.82, 1.18, 0.92][round % 4]!) }
}

// The lattice stands upright or on its other axis, with a star or a joint in the very middle: always in symmetry.
function placeOf(number: number): string {
  const { tiling, period } = latticeOf(number)
  const hexagonal = TILINGS[tiling].lattice === 'hexagonal'
  const turn = number % 3 === 1 ? (hexagonal ? 30 : 45) : 0
  const joint = number % 2 === 1 ? { x: period / 2, y: hexagonal ? 0 : period / 2 } : { x: 0, y: 0 }
  return `translate(${WIDTH / 2} ${HEIGHT / 2}) rotate(${turn}) translate(${num(joint.x)} ${num(joint.y)})`
}

function lineColour(ground: string): string {
  return ground === PINE ? mix(ground, GOLD, 0.9) : mix(mix(ground, GOLD, 0.35), '#ffffff', 0.42)
}

const weightOf = (number: number) => [1.8, 2, 1.6][number % 3]!

function groundGradient(colour: string): string {
  return `<linearGradient id="g" x1="0" y1="0" x2=".6" y2="1">
    <stop stop-color="${mix(colour, '#ffffff', 0.06)}"/><stop offset="1" stop-color="${mix(colour, DEEP, 0.28)}"/>
  </linearGradient>`
}

function markLines({ mark }: Field): string {
  const scale = MARK_SIZE / 24
  const [x, y] = [(WIDTH - MARK_SIZE) / 2, (HEIGHT - MARK_SIZE) / 2]
  return `<path transform="translate(${x} ${y}) scale(${scale})" d="${ICON_PATHS[mark]}" fill="none" stroke="${PALE_GOLD}"
    stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round"/>`
}
