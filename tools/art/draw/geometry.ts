/** A place on the drawing, y downwards. */
export interface Point {
  x: number
  y: number
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The point at a distance and an angle (degrees, clockwise on screen) from a centre. */
export function polar(radius: number, degrees: number, centre: Point = { x: 0, y: 0 }): Point {
  return { x: centre.x + radius * Math.cos(radians(degrees)), y: centre.y + radius * Math.sin(radians(degrees)) }
}

export const add = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y })
export const subtract = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y })
export const times = (a: Point, factor: number): Point => ({ x: a.x * factor, y: a.y * factor })
export const middle = (a: Point, b: Point): Point => times(add(a, b), 0.5)
export const cross = (a: Point, b: Point) => a.x * b.y - a.y * b.x

/** The direction from one point to another, of length one. */
export function direction(from: Point, to: Point): Point {
  const along = subtract(to, from)
  return times(along, 1 / Math.hypot(along.x, along.y))
}

/** The direction turned by an angle in degrees. */
export function turned(along: Point, degrees: number): Point {
  const [cos, sin] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))]
  return { x: along.x * cos - along.y * sin, y: along.x * sin + along.y * cos }
}

/** Where two lines meet, each given by a point and a direction; the lines must not be parallel. */
export function meet(a: Point, alongA: Point, b: Point, alongB: Point): Point {
  const distance = cross(subtract(b, a), alongB) / cross(alongA, alongB)
  return add(a, times(alongA, distance))
}

/** The corners of a regular polygon; `turn` is the angle of its first corner. */
export function regularPolygon(sides: number, centre: Point, radius: number, turn: number): Point[] {
  return Array.from({ length: sides }, (_, i) => polar(radius, turn + (360 * i) / sides, centre))
}

/** The outline of a star: tips on the outer radius, notches on the inner one, starting with a tip. */
export function star(tips: number, centre: Point, outer: number, inner: number, turn = 0): Point[] {
  return Array.from({ length: tips * 2 }, (_, i) => polar(i % 2 === 0 ? outer : inner, turn + (180 * i) / tips, centre))
}

/** The khatam: two squares laid over each other, as one outline with eight tips. */
export function khatam(centre: Point, radius: number, turn = 0): Point[] {
  return star(8, centre, radius, (radius * Math.cos(radians(45))) / Math.cos(radians(22.5)), turn)
}
