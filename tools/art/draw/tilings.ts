import { add, type Point, polar, regularPolygon } from './geometry.ts'

/** A tiling of the plane by regular polygons, with edges of length one. */
export interface Tiling {
  /** The distance between two neighbouring centres of the lattice. */
  period: number
  lattice: 'square' | 'hexagonal'
  /** The polygons of one primitive cell; the first is the largest and stands at the origin. */
  polygons: Point[][]
}

const ROOT_2 = Math.SQRT2
const ROOT_3 = Math.sqrt(3)
const ORIGIN: Point = { x: 0, y: 0 }

const circumradius = (sides: number) => 0.5 / Math.sin(Math.PI / sides)
const polygon = (sides: number, centre: Point, turn: number) => regularPolygon(sides, centre, circumradius(sides), turn)

/** Octagons and squares: the ground of the khatam. */
function octagonal(): Tiling {
  const period = 1 + ROOT_2
  return {
    period,
    lattice: 'square',
    polygons: [polygon(8, ORIGIN, 22.5), polygon(4, { x: period / 2, y: period / 2 }, 0)],
  }
}

function square(): Tiling {
  return { period: 1, lattice: 'square', polygons: [polygon(4, { x: 0.5, y: 0.5 }, 45)] }
}

/** Dodecagons with a square and four triangles in each gap. */
function dodecagonalSquare(): Tiling {
  const period = 2 + ROOT_3
  const gap = { x: period / 2, y: period / 2 }
  const triangles = [0, 90, 180, 270].map((turn) => polygon(3, polar(0.5 + ROOT_3 / 6, turn, gap), turn))
  return { period, lattice: 'square', polygons: [polygon(12, ORIGIN, 15), polygon(4, gap, 45), ...triangles] }
}

function hexagonalGaps(period: number, shape: (centre: Point, towards: number) => Point[]): Point[][] {
  return [30, -30].map((angle) => shape(polar(period / ROOT_3, angle), angle))
}

function bridges(period: number): Point[][] {
  return [0, 60, 120].map((turn) => polygon(4, polar(period / 2, turn), 45 + turn))
}

function dodecagonal(): Tiling {
  const period = 2 + ROOT_3
  const triangles = hexagonalGaps(period, (centre, towards) => polygon(3, centre, towards))
  return { period, lattice: 'hexagonal', polygons: [polygon(12, ORIGIN, 15), ...triangles] }
}

function greatDodecagonal(): Tiling {
  const period = 3 + ROOT_3
  const hexagons = hexagonalGaps(period, (centre) => polygon(6, centre, 0))
  return { period, lattice: 'hexagonal', polygons: [polygon(12, ORIGIN, 15), ...hexagons, ...bridges(period)] }
}

function hexagonal(): Tiling {
  return { period: ROOT_3, lattice: 'hexagonal', polygons: [polygon(6, ORIGIN, 30)] }
}

function hexagonsAndSquares(): Tiling {
  const period = 1 + ROOT_3
  const triangles = hexagonalGaps(period, (centre, towards) => polygon(3, centre, towards + 180))
  return { period, lattice: 'hexagonal', polygons: [polygon(6, ORIGIN, 30), ...triangles, ...bridges(period)] }
}

function hexagonsAndTriangles(): Tiling {
  const triangles = hexagonalGaps(2, (centre, towards) => polygon(3, centre, towards))
  return { period: 2, lattice: 'hexagonal', polygons: [polygon(6, ORIGIN, 0), ...triangles] }
}

/** The tilings that the lattices grow from. */
export const TILINGS = {
  octagonal: octagonal(),
  square: square(),
  dodecagonalSquare: dodecagonalSquare(),
  dodecagonal: dodecagonal(),
  greatDodecagonal: greatDodecagonal(),
  hexagonal: hexagonal(),
  hexagonsAndSquares: hexagonsAndSquares(),
  hexagonsAndTriangles: hexagonsAndTriangles(),
} as const satisfies Record<string, Tiling>

export type TilingName = keyof typeof TILINGS

/** The upright rectangle that repeats the tiling, and where copies of its primitive cell touch that rectangle. */
export function repeatOf(tiling: Tiling): { width: number; height: number; copies: Point[] } {
  const { period, lattice } = tiling
  const width = period
  const height = lattice === 'square' ? period : period * ROOT_3
  const step: Point = lattice === 'square' ? { x: 0, y: period } : { x: period / 2, y: (period * ROOT_3) / 2 }
  const corners = tiling.polygons.flat()
  const copies: Point[] = []
  for (let row = -3; row <= 3; row++) {
    for (let column = -4; column <= 4; column++) {
      const offset = { x: column * period + row * step.x, y: row * step.y }
      if (
        touches(
          corners.map((corner) => add(corner, offset)),
          width,
          height,
        )
      )
        copies.push(offset)
    }
  }
  return { width, height, copies }
}

function touches(corners: Point[], width: number, height: number): boolean {
  const slack = 1e-6
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const overlaps = (places: number[], length: number) =>
    Math.max(...places) > slack && Math.min(...places) < length - slack
  return overlaps(xs, width) && overlaps(ys, height)
}
