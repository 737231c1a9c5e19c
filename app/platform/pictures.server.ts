/** Pictures that people send, on their way to be made anew: told by their content, bounded, one at a time. */
import pLimit from 'p-limit'
import sharp, { type Sharp } from 'sharp'

/** As many as a good phone's camera takes; a small file can unpack into gigabytes. */
export const MAX_PIXELS = 40_000_000

// Each worker of the library would take a core from the pages, and what it keeps is memory that nobody asks for again.
sharp.concurrency(1)
sharp.cache(false)

/** SVG can run scripts, and the decoders of HEIF and TIFF are large: whatever the name says, these four and no other. */
const STARTS = [/^ffd8ff/, /^89504e470d0a1a0a/, /^474946383[79]61/, /^52494646.{8}57454250/]

/** JPEG, PNG, GIF or WebP by the first bytes. */
export function isPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  return STARTS.some((start) => start.test(head))
}

/**
 * A picture as it is to be looked at: its first frame, upright. What is made of it carries nothing of what was hidden
 * in it. Fails when it has too many pixels or is not whole.
 */
export function pictureOf(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }).autoOrient()
}

/** Unpacked, pictures are a hundred times as large as what was sent: they are made one after the other. */
export const pictureWork = pLimit(1)

/** How large a picture is as it is looked at, without unpacking it. */
export async function sizeOf(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
  return { width: autoOrient.width, height: autoOrient.height }
}

export type PictureInSizes = {
  /** Of the largest size. */
  width: number
  height: number
  variants: { name: string; type: string; width: number; bytes: Buffer }[]
}

/**
 * AVIF and WebP in each of the widths that the picture has, and in its own when that is between them.
 * @param options.maxHeight what is tall is a strip of something: the longer side is bounded, too
 */
export async function inSizes(
  bytes: Uint8Array,
  { widths, maxHeight }: { widths: readonly number[]; maxHeight: number },
): Promise<PictureInSizes> {
  // Decoded once: every size is made from the largest one.
  const { data, info } = await pictureOf(bytes)
    .resize({ width: Math.max(...widths), height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const variants: PictureInSizes['variants'] = []
  for (const wide of [...widths.filter((one) => one < width), width]) {
    const size = sharp(data, { raw: { width, height, channels } }).resize({ width: wide })
    const avif = await size.clone().avif({ quality: 55, effort: 2, chromaSubsampling: '4:2:0' }).toBuffer()
    const webp = await size.clone().webp({ quality: 80, effort: 4 }).toBuffer()
    variants.push({ name: `${wide}.avif`, type: 'image/avif', width: wide, bytes: avif })
    variants.push({ name: `${wide}.webp`, type: 'image/webp', width: wide, bytes: webp })
  }
  return { width, height, variants }
}
