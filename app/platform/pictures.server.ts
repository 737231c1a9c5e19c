/** Decodes uploaded pictures: recognised by content, limited in size, one at a time. They are always re-encoded. */
import { createRequire } from 'node:module'
import pLimit from 'p-limit'
import type Library from 'sharp'
import type { Sharp } from 'sharp'
import { lazily } from './lazily.ts'

/** Enough for a phone's camera. A small file can otherwise decode into gigabytes. */
export const MAX_PIXELS = 40_000_000

/** The library of pictures takes 26 MB, which a process saves that processes none. */
export const pictureLibrary = lazily(() => {
  const sharp: typeof Library = createRequire(import.meta.url)('sharp')
  // More threads would take processor time from the pages; no picture is decoded twice, so a cache would waste memory.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
})

/** Only these four: SVG can contain scripts, and the decoders of HEIF and TIFF are large. The file name is ignored. */
const SIGNATURES = [/^ffd8ff/, /^89504e470d0a1a0a/, /^474946383[79]61/, /^52494646.{8}57454250/]

/** JPEG, PNG, GIF or WebP by the first bytes. */
export function isPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  return SIGNATURES.some((signature) => signature.test(head))
}

/**
 * The picture's first frame, upright. Its output has no metadata of the original. Fails when it has too many pixels or
 * is truncated.
 */
export function pictureOf(bytes: Uint8Array): Sharp {
  return pictureLibrary()(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true }).autoOrient()
}

/** Decoded pictures are a hundred times as large as the files: they are processed one after the other. */
export const pictureWork = pLimit(1)

/** The size of the upright picture, without decoding it. */
export async function sizeOf(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const { autoOrient } = await pictureLibrary()(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
  return { width: autoOrient.width, height: autoOrient.height }
}

export type PictureInSizes = {
  /** Of the largest size. */
  width: number
  height: number
  variants: { name: string; type: string; width: number; bytes: Buffer }[]
}

/**
 * AVIF and WebP in each width that is smaller than the picture, and in its own width, at most the largest one.
 * @param options.maxHeight limits very tall pictures
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
  for (const targetWidth of [...widths.filter((candidate) => candidate < width), width]) {
    const resized = pictureLibrary()(data, { raw: { width, height, channels } }).resize({ width: targetWidth })
    const avif = await resized.clone().avif({ quality: 55, effort: 2, chromaSubsampling: '4:2:0' }).toBuffer()
    const webp = await resized.clone().webp({ quality: 80, effort: 4 }).toBuffer()
    variants.push({ name: `${targetWidth}.avif`, type: 'image/avif', width: targetWidth, bytes: avif })
    variants.push({ name: `${targetWidth}.webp`, type: 'image/webp', width: targetWidth, bytes: webp })
  }
  return { width, height, variants }
}

/** The picture in its own format, no larger than the bounds. */
export function sameFormat(
  bytes: Uint8Array,
  format: 'jpeg' | 'png',
  { width, maxHeight }: { width: number; maxHeight: number },
): Promise<Buffer> {
  const resized = pictureOf(bytes)
    .resize({ width, height: maxHeight, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  return (format === 'jpeg' ? resized.jpeg({ quality: 85 }) : resized.png({ compressionLevel: 9 })).toBuffer()
}
