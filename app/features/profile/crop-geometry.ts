/** The square that is cropped from a picture: its centre and the zoom. */
export type Crop = {
  /** The centre, in pixels of the picture. */
  x: number
  y: number
  /** 1 is the largest possible square; larger values zoom in. */
  zoom: number
}
export type Size = { width: number; height: number }

export const MAX_ZOOM = 4

/** The largest square, in the centre of the picture. */
export const wholeOf = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

/** The side of the square, in pixels of the picture. */
export const sideOf = ({ width, height }: Size, { zoom }: Crop): number => Math.min(width, height) / zoom

/** The nearest crop inside the picture. */
export function within(size: Size, crop: Crop): Crop {
  const zoom = clamp(crop.zoom, 1, MAX_ZOOM)
  const half = sideOf(size, { ...crop, zoom }) / 2
  return { x: clamp(crop.x, half, size.width - half), y: clamp(crop.y, half, size.height - half), zoom }
}

/** Moves the crop, in fractions of the square's side. */
export function moved(size: Size, crop: Crop, across: number, down: number): Crop {
  const side = sideOf(size, crop)
  return within(size, { ...crop, x: crop.x - across * side, y: crop.y - down * side })
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
