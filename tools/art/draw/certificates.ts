import { DEEP, GOLD, mix, PALE_GOLD, PAPER, PINE, SAND } from './colours.ts'
import { khatam, type Point, regularPolygon, star } from './geometry.ts'
import { girihTile } from './girih.ts'
import { num, path, svgFile } from './svg.ts'

const WIDTH = 640
const HEIGHT = 450
const NAVY = '#26405f'

/** The three kinds of certificate, by the name of their file. */
export const CERTIFICATES: Record<string, () => string> = { tvtc, institute, professional }

/** The public body's: a khatam border all round, everything on the middle line. */
function tvtc(): string {
  return sheet(`
    ${lattice('octagonal', 40, mix(PINE, '#ffffff', 0.35))}
    <path fill="${PINE}" d="M0 0h640v450H0z"/>
    <path fill="url(#p)" d="M0 0h640v450H0z"/>
    <path fill="${PAPER}" d="M40 40h560v370H40z"/>
    ${frame(46, GOLD, 1.5)}${frame(52, GOLD, 0.75)}
    ${[
      [52, 52],
      [588, 52],
      [52, 398],
      [588, 398],
    ]
      .map(([x, y]) => corner({ x: x!, y: y! }, PAPER, GOLD))
      .join('')}
    ${emblem({ x: 320, y: 96 }, 26, PINE, PALE_GOLD)}
    ${words(320, 146, 210, 11, PINE)}${words(320, 170, 120, 5, GOLD)}
    ${words(320, 208, 330, 5, '#b9bdb4')}${words(320, 238, 250, 14, DEEP)}
    ${words(320, 270, 380, 5, '#b9bdb4')}${words(320, 288, 300, 5, '#b9bdb4')}
    ${signature(132, 352)}${signature(428, 352)}
    ${seal({ x: 320, y: 346 }, 34, PINE, PALE_GOLD)}`)
}

/** The institute's own: a band of lattice at one side, the lines set to the other. */
function institute(): string {
  return sheet(`
    ${lattice('octagonal', 92, GOLD)}
    <path fill="${PAPER}" d="M0 0h640v450H0z"/>
    <path fill="${DEEP}" d="M472 0h168v450H472z"/>
    <path fill="url(#p)" opacity=".6" d="M472 0h168v450H472z"/>
    <path fill="${GOLD}" d="M464 0h4v450h-4z"/>
    ${frame(18, mix(SAND, GOLD, 0.45), 1)}
    ${seal({ x: 470, y: 336 }, 50, DEEP, PALE_GOLD)}
    ${emblem({ x: 404, y: 78 }, 24, DEEP, PALE_GOLD)}
    ${endWords(428, 136, 230, 12, PINE)}${endWords(428, 162, 130, 5, GOLD)}
    ${endWords(428, 204, 280, 5, '#b9bdb4')}${endWords(428, 236, 310, 15, DEEP)}
    ${endWords(428, 274, 356, 5, '#b9bdb4')}${endWords(428, 292, 270, 5, '#b9bdb4')}
    ${signature(64, 372)}${signature(218, 372)}`)
}

/** The professional body's: a rosette behind the lines, in blue. */
function professional(): string {
  const middle = { x: 320, y: 225 }
  const radii = [152, 152, 112, 112]
  const rosette = radii.map((radius, i) => path(star(12, middle, radius, radius * 0.7, 15 * i), true))
  return sheet(`
    <path fill="${SAND}" d="M0 0h640v450H0z"/>
    <path fill="${PAPER}" d="M28 28h584v394H28z"/>
    ${frame(28, NAVY, 2.5)}${frame(36, GOLD, 1)}
    <path fill="none" stroke="${NAVY}" opacity=".11" d="${rosette.join('')}"/>
    <path fill="${NAVY}" d="M28 28h584v52H28z"/>
    ${words(320, 54, 200, 10, PALE_GOLD)}
    <path fill="none" stroke="${PALE_GOLD}" stroke-width="1.2"
      d="${doubleStar({ x: 92, y: 54 }, 16)}${doubleStar({ x: 548, y: 54 }, 16)}"/>
    ${words(320, 128, 150, 6, GOLD)}${words(320, 164, 300, 15, NAVY)}
    ${words(320, 204, 380, 5, '#b6bac1')}${words(320, 222, 320, 5, '#b6bac1')}${words(320, 240, 220, 5, '#b6bac1')}
    ${words(320, 276, 170, 8, NAVY)}
    ${signature(104, 360)}${signature(436, 360)}
    ${ribbon({ x: 320, y: 346 }, NAVY)}${seal({ x: 320, y: 338 }, 36, NAVY, PALE_GOLD)}`)
}

const sheet = (body: string) => svgFile(WIDTH, HEIGHT, body)

function lattice(tiling: 'octagonal', period: number, colour: string): string {
  const tile = girihTile({ tiling, contact: 67.5, heart: period > 60 ? 'khatam' : 'none', period }, 'c')
  return `<pattern id="p" patternUnits="userSpaceOnUse" width="${num(tile.width)}" height="${num(tile.height)}"
    patternTransform="translate(${period > 60 ? 556 : 20} ${period > 60 ? 225 : 25})">
    <g fill="none" stroke="${colour}">${tile.markup}</g></pattern>`
}

const frame = (inset: number, colour: string, width: number) =>
  `<rect x="${inset}" y="${inset}" width="${WIDTH - 2 * inset}" height="${HEIGHT - 2 * inset}" fill="none"
    stroke="${colour}" stroke-width="${width}"/>`

const doubleStar = (at: Point, radius: number) => path(khatam(at, radius), true) + path(khatam(at, radius * 0.5), true)

function corner(at: Point, ground: string, colour: string): string {
  return `<path fill="${ground}" stroke="${colour}" stroke-width="1.2" d="${doubleStar(at, 15)}"/>`
}

function emblem(at: Point, half: number, ground: string, colour: string): string {
  return `<rect x="${at.x - half}" y="${at.y - half}" width="${half * 2}" height="${half * 2}"
      rx="${num(half * 0.4)}" fill="${ground}"/>
    <path fill="none" stroke="${colour}" stroke-width="1.5" d="${doubleStar(at, half * 0.76)}"/>`
}

/** A line of writing, drawn as a soft bar about a middle. */
function words(middle: number, y: number, width: number, height: number, colour: string): string {
  return `<rect x="${num(middle - width / 2)}" y="${num(y - height / 2)}" width="${width}" height="${height}"
    rx="${num(height / 2)}" fill="${colour}"/>`
}

/** A line of Arabic writing: it starts at the right. */
const endWords = (right: number, y: number, width: number, height: number, colour: string) =>
  words(right - width / 2, y, width, height, colour)

function signature(x: number, y: number): string {
  return `<path fill="none" stroke="${DEEP}" stroke-width="1.6" stroke-linecap="round"
    d="M${x + 14} ${y - 8}c8-18 18-26 16-12-2 12-10 18-4 16 8-2 10-16 16-14s-4 14 4 12 8-10 14-8 2 8 10 6 14-8 24-10"/>
    <path stroke="#c9c4b6" d="M${x} ${y + 4}h120"/>${words(x + 60, y + 16, 72, 5, '#d2cdbf')}`
}

function seal(at: Point, radius: number, ground: string, colour: string): string {
  const inner = path(regularPolygon(8, at, radius * 0.3, 22.5), true)
  return `<path fill="${ground}" d="${path(star(24, at, radius, radius * 0.9), true)}"/>
    <g fill="none" stroke="${colour}" stroke-width="1.3">
      <circle cx="${at.x}" cy="${at.y}" r="${num(radius * 0.78)}"/>
      <circle cx="${at.x}" cy="${at.y}" r="${num(radius * 0.7)}" stroke-dasharray="1 3"/>
      <path d="${path(khatam(at, radius * 0.58), true)}${path(khatam(at, radius * 0.46, 22.5), true)}${inner}"/>
    </g>`
}

const ribbon = ({ x, y }: Point, colour: string) =>
  `<path fill="${mix(colour, '#ffffff', 0.25)}"
    d="M${x - 22} ${y}l-8 62 16-10 12 12 4-58zM${x + 22} ${y}l8 62-16-10-12 12-4-58z"/>`
