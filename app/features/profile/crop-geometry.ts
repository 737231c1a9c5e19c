/** The square of a picture that is kept: where its middle lies and how far one is in. */
export type Crop = {
  /** The middle, in the picture's own pixels. */
  x: number
  y: number
  /** 1 shows as much as a square can; the larger, the closer. */
  zoom: number
}
export type Size = { width: number; height: number }

export const MAX_ZOOM = 4

/** The middle of the picture, as near as the whole shorter side. */
export const wholeOf = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

/** The square's side in the picture's pixels. */
export const sideOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom

/** The nearest crop that lies within the picture. */
export function within(size: Size, crop: Crop): Crop {
  const zoom = clamp(crop.zoom, 1, MAX_ZOOM)
  const half = sideOf(size, { ...crop, zoom }) / 2
  return { x: clamp(crop.x, half, size.width - half), y: clamp(crop.y, half, size.height - half), zoom }
}

/** Moves what is seen, in parts of the square's side. */
export function moved(size: Size, crop: Crop, across: number, down: number): Crop {
  const side = sideOf(size, crop)
  return within(size, { ...crop, x: crop.x - across * side, y: crop.y - down * side })
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
