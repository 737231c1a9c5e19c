/** Which part of a picture is shown. */

/** Width by height. */
export type Shape = { width: number; height: number }
export const COVER_SHAPE: Shape = { width: 20, height: 11 }
export const PORTRAIT_SHAPE: Shape = { width: 1, height: 1 }
/** The places that show a part of a picture. */
export type ShapeName = 'cover' | 'portrait'

/** Where the part lies, from 0 (left, top) to 1 (right, bottom), and how large it is of the largest one of the shape. */
export type CropChoice = { x?: number | undefined; y?: number | undefined; size?: number | undefined }
type Size = { width: number; height: number }

/** In pixels, within the picture. By default the largest part in the middle. */
export function cropOf(
  picture: Size,
  shape: Shape,
  { x = 0.5, y = 0.5, size = 1 }: CropChoice,
): Size & { left: number; top: number } {
  const ratio = shape.height / shape.width
  const wide = Math.min(picture.width, picture.height / ratio) * Math.min(Math.max(size, 0), 1)
  const within = (length: number, whole: number) => Math.max(1, Math.min(Math.round(length), whole))
  const part = { width: within(wide, picture.width), height: within(wide * ratio, picture.height) }
  const place = (at: number, whole: number, length: number) =>
    Math.round(Math.min(Math.max(at, 0), 1) * (whole - length))
  return { ...part, left: place(x, picture.width, part.width), top: place(y, picture.height, part.height) }
}
