/** The drawn map of the Kingdom, `public/brand/kingdom.svg`: where a place lies on it, and the pins of a list of places. */
export type Coordinates = { latitude: number; longitude: number }
export type Pin = { x: number; y: number; numbers: number[] }

export const MAP_WIDTH = 520
export const MAP_HEIGHT = 420
/** What the map shows, with a margin for pins. */
const SHOWN = { west: 34, east: 56, south: 16, north: 32.8 }
const PIXELS_PER_DEGREE = 24
/** Degrees of longitude are shorter here than those of latitude. */
const NARROWING = Math.cos((24 * Math.PI) / 180)
/** Closer than this, two pins would cover each other. */
const PIN_WIDTH = 30

export const onMap = ({ latitude, longitude }: Coordinates) => ({
  x: Math.round((longitude - SHOWN.west) * NARROWING * PIXELS_PER_DEGREE + 20),
  y: Math.round((SHOWN.north - latitude) * PIXELS_PER_DEGREE + 10),
})

const isShown = ({ latitude, longitude }: Coordinates) =>
  longitude >= SHOWN.west && longitude <= SHOWN.east && latitude >= SHOWN.south && latitude <= SHOWN.north

/**
 * Numbers the places that are on the map, in their order; the others have no number. Neighbours share one pin.
 * @param places where each place is, if that is known
 */
export function pinned(places: (Coordinates | null | undefined)[]) {
  const pins: Pin[] = []
  let last = 0
  const numbers = places.map((place) => {
    if (!place || !isShown(place)) return null
    const at = onMap(place)
    const near = pins.find(({ x, y }) => Math.hypot(x - at.x, y - at.y) < PIN_WIDTH)
    last += 1
    if (near) near.numbers.push(last)
    else pins.push({ ...at, numbers: [last] })
    return last
  })
  return { numbers, pins }
}
