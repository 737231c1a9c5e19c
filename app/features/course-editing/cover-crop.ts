/** Which part of a picture a cover shows. */

/** Width by height of every cover. */
export const COVER_SHAPE = { width: 20, height: 11 } as const

/** In parts of the picture's width and height; the height follows from the shape. */
export type CropChoice = { left?: number | undefined; top?: number | undefined; width?: number | undefined }
type Size = { width: number; height: number }

/** In pixels, within the picture. By default the largest part in the middle. */
export function cropOf(picture: Size, { left, top, width }: CropChoice): Size & { left: number; top: number } {
  const ratio = COVER_SHAPE.height / COVER_SHAPE.width
  const widest = Math.min(picture.width, picture.height / ratio)
  const wide = Math.max(1, Math.min(widest, width === undefined ? widest : width * picture.width))
  const within = (length: number, whole: number) => Math.max(1, Math.min(Math.round(length), whole))
  const size = { width: within(wide, picture.width), height: within(wide * ratio, picture.height) }
  const place = (part: number | undefined, whole: number, length: number) =>
    Math.round(Math.min(Math.max(part === undefined ? (whole - length) / 2 : part * whole, 0), whole - length))
  return {
    ...size,
    left: place(left, picture.width, size.width),
    top: place(top, picture.height, size.height),
  }
}
