/** Pictures in sizes, for pages that let the browser choose. */
import sharp from 'sharp'

// Each worker of the library would take a core from the pages.
sharp.concurrency(1)
sharp.cache(false)

export type PictureInSizes = {
  /** Of the picture as it is looked at, upright. */
  width: number
  height: number
  variants: { name: string; type: string; width: number; bytes: Uint8Array }[]
}

type Options = {
  /** The widths to make of a picture of this width. */
  widths: (width: number) => number[]
  limitPixels: number
}

/** How large the picture is, without unpacking it. */
export async function sizeOf(bytes: Uint8Array, limitPixels: number): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(bytes, { limitInputPixels: limitPixels }).metadata()
  return { width: autoOrient.width, height: autoOrient.height }
}

/**
 * AVIF and WebP in each width, one after the other, without what cameras write into pictures.
 * @throws when it is no picture, is broken or has too many pixels
 */
export async function inSizes(bytes: Uint8Array, { widths, limitPixels }: Options): Promise<PictureInSizes> {
  const { width, height } = await sizeOf(bytes, limitPixels)
  const variants: PictureInSizes['variants'] = []
  for (const size of widths(width)) {
    const picture = sharp(bytes, { limitInputPixels: limitPixels, failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize({ width: size, withoutEnlargement: true })
    const avif = await picture.clone().avif({ quality: 58, effort: 3 }).toBuffer()
    const webp = await picture.clone().webp({ quality: 82 }).toBuffer()
    variants.push({ name: `${size}.avif`, type: 'image/avif', width: size, bytes: avif })
    variants.push({ name: `${size}.webp`, type: 'image/webp', width: size, bytes: webp })
  }
  return { width, height, variants }
}
