import {
  add,
  cross,
  direction,
  khatam,
  meet,
  middle,
  type Point,
  regularPolygon,
  star,
  subtract,
  times,
  turned,
} from './geometry.ts'
import { num, path } from './svg.ts'
import { repeatOf, TILINGS, type Tiling, type TilingName } from './tilings.ts'

/** What stands in the middle of the largest polygons. */
export type Heart = 'none' | 'khatam' | 'star' | 'polygon'

/** A girih lattice: a tiling, and how the lines leave the middles of its edges. */
export interface Girih {
  tiling: TilingName
  /** Degrees between an edge and the lines that cross it, or the star-and-cross of the square tiling. */
  contact: number | 'star-and-cross'
  heart: Heart
  /** Pixels between two neighbouring centres. */
  period: number
  /** Half the width of an interlaced strap in pixels; without it the lattice is drawn in single lines. */
  strap?: number
}

/** The repeating rectangle of a lattice, drawn as strokes without colour. */
export interface GirihTile {
  width: number
  height: number
  markup: string
}

/** Draws one repeating rectangle; `id` names the cell inside the file. */
export function girihTile(girih: Girih, id: string): GirihTile {
  const tiling = TILINGS[girih.tiling]
  const scale = girih.period / tiling.period
  const { width, height, copies } = repeatOf(tiling)
  const uses = copies.slice(1).map((copy) => {
    const offset = subtract(copy, copies[0]!)
    return `<use href="#${id}" x="${num(offset.x * scale)}" y="${num(offset.y * scale)}"/>`
  })
  const lines = cellLines(girih, tiling, scale, copies[0]!)
  return { width: width * scale, height: height * scale, markup: `<path id="${id}" d="${lines}"/>${uses.join('')}` }
}

function cellLines(girih: Girih, tiling: Tiling, scale: number, offset: Point): string {
  const place = (corner: Point) => times(add(corner, offset), scale)
  const rings = tiling.polygons.map((corners) => strandsOf(corners.map(place), girih.contact))
  const lines = rings.map((ring) => (girih.strap ? interlaced(ring, girih.strap) : outline(ring)))
  return lines.join('') + heartLines(girih.heart, tiling.polygons[0]!.map(place))
}

/** A strand runs from the middle of one edge, by its bends, to the middle of the next. */
type Strand = Point[]

function strandsOf(corners: Point[], contact: Girih['contact']): Strand[] {
  return corners.map((corner, i) => {
    const before = corners.at(i - 1)!
    const after = corners[(i + 1) % corners.length]!
    const [from, to] = [middle(before, corner), middle(corner, after)]
    const bends = contact === 'star-and-cross' ? starBends(corner, from, to) : hankinBend(corner, from, to, contact)
    return [from, ...bends, to]
  })
}

// Hankin's way: both lines lean from their edges by the contact angle and meet on the bisector of the corner.
function hankinBend(corner: Point, from: Point, to: Point, contact: number): Point[] {
  const inwards = Math.sign(cross(direction(from, corner), direction(corner, to)))
  const alongFrom = turned(direction(from, corner), contact * inwards)
  const alongTo = turned(direction(to, corner), -contact * inwards)
  const straight = Math.abs(cross(alongFrom, alongTo)) < 1e-6
  return straight ? [] : [meet(from, alongFrom, to, alongTo)]
}

function starBends(corner: Point, from: Point, to: Point): Point[] {
  const [a, b] = [direction(corner, from), direction(corner, to)]
  const turn = Math.sign(cross(a, b)) * 22.5
  const radius = Math.hypot(from.x - corner.x, from.y - corner.y)
  const notch = (radius * Math.cos(Math.PI / 4)) / Math.cos(Math.PI / 8)
  return [notch, radius, notch].map((reach, i) => add(corner, times(turned(a, turn * (i + 1)), reach)))
}

const outline = (ring: Strand[]) =>
  path(
    ring.flatMap((strand) => strand.slice(0, -1)),
    true,
  )

/** Every strand lies over the crossing where it starts and under the one where it ends: a true over and under. */
function interlaced(ring: Strand[], half: number): string {
  return ring
    .flatMap((strand, i) => [half, -half].map((side) => path(strapEdge(strand, ring[(i + 1) % ring.length]!, side))))
    .join('')
}

function strapEdge(strand: Strand, over: Strand, side: number): Point[] {
  const along = strand.slice(1).map((bend, i) => direction(strand[i]!, bend))
  const shifted = along.map((step, i) => add(strand[i]!, times(turned(step, 90), side)))
  const bends = along.slice(1).map((step, i) => meet(shifted[i]!, along[i]!, shifted[i + 1]!, step))
  const crossing = strapLine(over, strand.at(-2)!, Math.abs(side))
  return [shifted[0]!, ...bends, meet(shifted.at(-1)!, along.at(-1)!, ...crossing)]
}

function strapLine(strand: Strand, facing: Point, half: number): [Point, Point] {
  const along = direction(strand[0]!, strand[1]!)
  const side = Math.sign(cross(along, subtract(facing, strand[0]!)))
  return [add(strand[0]!, times(turned(along, 90), half * side)), along]
}

function heartLines(heart: Heart, corners: Point[]): string {
  if (heart === 'none') return ''
  const centre = times(corners.reduce(add), 1 / corners.length)
  const radius = Math.hypot(corners[0]!.x - centre.x, corners[0]!.y - centre.y)
  const turn = (Math.atan2(corners[0]!.y - centre.y, corners[0]!.x - centre.x) * 180) / Math.PI
  return path(heartOutline(heart, corners.length, centre, radius, turn), true)
}

function heartOutline(heart: Exclude<Heart, 'none'>, sides: number, centre: Point, radius: number, turn: number) {
  if (heart === 'khatam') return khatam(centre, radius * 0.3, turn + 180 / sides)
  if (heart === 'star') return star(sides, centre, radius * 0.34, radius * 0.22, turn + 180 / sides)
  return regularPolygon(sides, centre, radius * 0.24, turn)
}
