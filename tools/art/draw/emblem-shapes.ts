import { DEEP, INK, mix, PINE } from './colours.ts'
import { type Point, polar } from './geometry.ts'
import { num, path } from './svg.ts'

/** The three tones that every emblem keeps to, so that a row of logos stands calm. */
export const TONES = { ink: INK, deep: DEEP, pine: PINE, soft: mix(PINE, '#ffffff', 0.42) }

/** The middle of a logo. */
export const CENTRE: Point = { x: 120, y: 60 }

export const fill = (colour: string, d: string) => `<path fill="${colour}" fill-rule="evenodd" d="${d}"/>`

/** A stroked shape with round ends. */
export const line = (colour: string, width: number, d: string, cap = 'round') =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="${cap}" stroke-linejoin="round"
    d="${d}"/>`

/** A full circle as path data. */
export function ring(x: number, y: number, radius: number): string {
  const [r, across] = [num(radius), num(radius * 2)]
  return `M${num(x - radius)} ${num(y)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0-${across} 0z`
}

/** The same shape repeated in a circle about the middle of the logo. */
export function around(times: number, shape: string, centre: Point = CENTRE): string {
  const turns = Array.from({ length: times }, (_, i) => num((360 * i) / times))
  return turns.map((turn) => `<g transform="rotate(${turn} ${centre.x} ${centre.y})">${shape}</g>`).join('')
}

/** Path data of a closed outline. */
export const outline = (points: Point[]) => path(points, true)

/** A cog with square teeth. */
export function cog(teeth: number, centre: Point, outer: number, inner: number): string {
  const step = 360 / teeth
  const points = Array.from({ length: teeth }, (_, i) => i * step).flatMap((turn) => [
    polar(inner, turn - step * 0.3, centre),
    polar(outer, turn - step * 0.2, centre),
    polar(outer, turn + step * 0.2, centre),
    polar(inner, turn + step * 0.3, centre),
  ])
  return outline(points)
}
