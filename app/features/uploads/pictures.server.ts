/** A member's image in the sizes in which pages show it. */
import { inSizes, MAX_PIXELS, pictureWork, sameFormat } from '../../platform/pictures.server.ts'
import { broken, tooLarge } from './refusal.ts'

/** In pixels: a phone, a tablet or high-density phone, a desktop's column on a high-density screen. */
const WIDTHS = [480, 960, 1600] as const
/** The height is bounded, too, for very tall images. */
const MAX_HEIGHT = 4800

export type MadePicture = {
  /** Width and height of the largest size. */
  width: number
  height: number
  widths: number[]
  /** By name, such as `960.avif`. */
  files: Map<string, Buffer>
}

/**
 * @param read is called when a slot for decoding is free
 * @throws Problem at the field `file`
 */
export const sizesOf = (read: () => Promise<Uint8Array>): Promise<MadePicture> => decoded(read, made)

/**
 * The picture again in its own format, without its metadata, as large as its text can be read.
 * @param read is called when a slot for decoding is free
 * @throws Problem at the field `file`
 */
export const cleanedPicture = (read: () => Promise<Uint8Array>, format: 'jpeg' | 'png'): Promise<Buffer> =>
  decoded(read, (bytes) => sameFormat(bytes, format, { width: WIDTHS.at(-1)!, maxHeight: MAX_HEIGHT }))

function decoded<Result>(
  read: () => Promise<Uint8Array>,
  work: (bytes: Uint8Array) => Promise<Result>,
): Promise<Result> {
  return pictureWork(async () => {
    const bytes = await read()
    try {
      return await work(bytes)
    } catch (error) {
      const isTooMuch =
        error instanceof Error && /pixel limit|dimensions exceed|too (?:large|wide|many)/i.test(error.message)
      throw isTooMuch ? tooLarge(`picturePixels:${MAX_PIXELS / 1_000_000}`) : broken('pictureBroken')
    }
  })
}

async function made(bytes: Uint8Array): Promise<MadePicture> {
  const { width, height, variants } = await inSizes(bytes, { widths: WIDTHS, maxHeight: MAX_HEIGHT })
  return {
    width,
    height,
    widths: [...new Set(variants.map((variant) => variant.width))],
    files: new Map(variants.map(({ name, bytes }) => [name, bytes])),
  }
}
