import { DEEP, GOLD, mix, PALE_GOLD, PINE } from './colours.ts'
import { khatam, type Point, star } from './geometry.ts'
import { type Girih, girihTile } from './girih.ts'
import { num, path, svgFile } from './svg.ts'

/** The institute's lattice: the one that the logo is cut from. */
const LATTICE: Girih = { tiling: 'octagonal', contact: 54, heart: 'khatam', period: 120 }
const MARK_PERIOD = 58

/** The pictures of the brand, by the name of their file. */
export const BRAND: Record<string, () => string> = {
  mark,
  'mark-mono': monoMark,
  lattice,
  hero: () => hero(),
  user,
  'review-placeholder': reviewPlaceholder,
  empty,
}

function pattern(period: number, at: Point, stroke: string, width: number): string {
  const tile = girihTile({ ...LATTICE, period }, 'c')
  return `<pattern id="p" patternUnits="userSpaceOnUse" width="${num(tile.width)}" height="${num(tile.height)}"
    patternTransform="translate(${at.x} ${at.y})">
    <g fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round">${tile.markup}</g></pattern>`
}

// The logo is one star of the lattice with the beginnings of its neighbours.
function markLines(stroke: string, round = 1): string {
  const middle = { x: 32, y: 32 }
  const tile = girihTile({ ...LATTICE, heart: 'none', period: MARK_PERIOD }, 'c')
  const corner = 32 - MARK_PERIOD
  const steps = Array.from({ length: 2 * round }, (_, step) => corner + (step + 1 - round) * MARK_PERIOD)
  const places = steps.flatMap((x) => steps.map((y) => `<use href="#t" x="${x}" y="${y}"/>`))
  return `<defs><g id="t">${tile.markup}</g></defs>
    <g fill="none" stroke="${stroke}" stroke-width="2" stroke-linejoin="round">${places.join('')}
    <path d="${path(khatam(middle, 12), true, 2)}"/></g>`
}

const deepGround = (slant: number) =>
  `<linearGradient id="g" x2="${num(slant)}" y2="1">
    <stop stop-color="${PINE}"/><stop offset="1" stop-color="${DEEP}"/></linearGradient>`

function mark(): string {
  return svgFile(
    64,
    64,
    `
    <defs>${deepGround(0)}
      <clipPath id="r"><rect width="64" height="64" rx="16"/></clipPath></defs>
    <g clip-path="url(#r)"><path fill="url(#g)" d="M0 0h64v64H0z"/>${markLines(mix(GOLD, PALE_GOLD, 0.4))}</g>`,
  )
}

/**
 * The mark without corners of its own, for systems that cut them.
 * @param margin how much more of the lattice is seen round the star, in units of the mark, which is 64 wide
 */
export function squareMark(margin: number): string {
  const side = 64 + 2 * margin
  return svgFile(
    side,
    side,
    `
    <defs>${deepGround(0)}</defs><path fill="url(#g)" d="M0 0h${side}v${side}H0z"/>
    <g transform="translate(${margin} ${margin})">${markLines(mix(GOLD, PALE_GOLD, 0.4), 2)}</g>`,
  )
}

function monoMark(): string {
  return svgFile(
    64,
    64,
    `
    <mask id="m"><rect width="64" height="64" rx="16" fill="#fff"/>${markLines('#000')}</mask>
    <path fill="currentColor" mask="url(#m)" d="M0 0h64v64H0z"/>`,
  )
}

function lattice(): string {
  const tile = girihTile(LATTICE, 'c')
  const lines = `<g fill="none" stroke="${GOLD}" stroke-opacity=".55">${tile.markup}</g>`
  return svgFile(LATTICE.period, LATTICE.period, lines)
}

/** @param before what stands in front of the lattice */
export function hero(before = ''): string {
  return svgFile(
    1000,
    1000,
    `
    <defs>
      ${deepGround(0.35)}
      <linearGradient id="f" x1=".3" x2=".5" y2="1">
        <stop offset=".1" stop-color="#fff"/><stop offset=".9" stop-color="#fff" stop-opacity="0"/>
      </linearGradient>
      <mask id="m"><path fill="url(#f)" d="M0 0h1000v1000H0z"/></mask>
      ${pattern(200, { x: 500, y: 500 }, mix(GOLD, PALE_GOLD, 0.3), 1.8)}
    </defs>
    <path fill="url(#g)" d="M0 0h1000v1000H0z"/>
    <path fill="url(#p)" opacity=".75" mask="url(#m)" d="M0 0h1000v1000H0z"/>${before}`,
  )
}

function avatar(ground: string, body: string): string {
  return svgFile(
    320,
    320,
    `
    <defs>${pattern(84, { x: 160, y: 132 }, mix(ground, '#7c6a45', 0.3), 1)}
      <linearGradient id="f" x2="0" y2="1">
        <stop stop-color="#fff"/><stop offset=".8" stop-color="#fff" stop-opacity="0"/></linearGradient>
      <mask id="m"><path fill="url(#f)" d="M0 0h320v320H0z"/></mask></defs>
    <path fill="${ground}" d="M0 0h320v320H0z"/>
    <path fill="url(#p)" opacity=".6" mask="url(#m)" d="M0 0h320v320H0z"/>${body}`,
  )
}

function user(): string {
  const tone = mix(PINE, '#ffffff', 0.42)
  return avatar(
    '#dde8df',
    `
    <circle cx="160" cy="134" r="52" fill="${tone}"/>
    <path fill="${tone}" d="M44 320c4-70 52-106 116-106s112 36 116 106z"/>`,
  )
}

function reviewPlaceholder(): string {
  const tone = mix('#7c6a45', '#ffffff', 0.3)
  return avatar(
    '#efe7d6',
    `
    <path fill="#efe7d6" stroke="${tone}" stroke-width="3" stroke-linejoin="round"
      d="${path(khatam({ x: 160, y: 160 }, 108), true)}"/>
    <path fill="${tone}" d="M146 132c-22 4-36 20-36 42 0 16 9 27 22 27 12 0 20-8 20-19
      s-8-18-18-18c-2 0-4 0-5 1 2-9 9-16 20-20z
      M204 132c-22 4-36 20-36 42 0 16 9 27 22 27 12 0 20-8 20-19s-8-18-18-18c-2 0-4 0-5 1 2-9 9-16 20-20z"/>`,
  )
}

// One star of the lattice stands complete; the lattice round it waits to be filled.
function empty(): string {
  const middle = { x: 140, y: 100 }
  return svgFile(
    280,
    200,
    `
    <defs>${pattern(80, middle, mix(GOLD, '#ffffff', 0.25), 1)}
      <radialGradient id="f" gradientUnits="userSpaceOnUse" cx="140" cy="100" r="138"
        gradientTransform="matrix(1 0 0 .72 0 28)">
        <stop offset=".35" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
      <mask id="m"><path fill="url(#f)" d="M0 0h280v200H0z"/></mask></defs>
    <path fill="url(#p)" opacity=".8" mask="url(#m)" d="M0 0h280v200H0z"/>
    <path fill="#e4ede6" stroke="${PINE}" stroke-width="2" stroke-linejoin="round"
      d="${path(khatam(middle, 44), true)}"/>
    <path fill="none" stroke="${GOLD}" stroke-width="1.6" stroke-linejoin="round"
      d="${path(star(8, middle, 27, 16), true)}"/>
    <circle cx="140" cy="100" r="4" fill="${PINE}"/>`,
  )
}
