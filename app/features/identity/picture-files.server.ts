/** Pictures that people send: told by their content, made anew in our sizes, without anything that was hidden in them. */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { Problem } from '../../api/problem.ts'
import type { Services } from '../../platform/context.server.ts'

/** The side of the squares, in pixels; the largest is the picture's address, `avatar.tsx` picks among them. */
const SIDES = [512, 128] as const
/** More than any phone's camera takes; a small file can unpack into gigabytes. */
const MOST_PIXELS = 60_000_000

// Each worker of the library would take a core from the pages.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Keeps the picture's middle square.
 * @returns its address, e.g. `/media/<id>/512.webp`
 * @throws Problem validation at the field `file`
 */
export async function keepPicture({ storage }: Pick<Services, 'storage'>, bytes: Uint8Array): Promise<string> {
  if (!isPicture(bytes)) throw new Problem('validation', {}, { file: ['pictureType'] })
  const squares = await Promise.all(SIDES.map((side) => square(bytes, side))).catch(() => {
    throw new Problem('validation', {}, { file: ['pictureBroken'] })
  })
  const id = randomUUID()
  for (const [place, side] of SIDES.entries()) await storage.put(`media/${id}/${side}.webp`, squares[place]!)
  return `/media/${id}/${SIDES[0]}.webp`
}

/** Removes a picture of `keepPicture`; one of the content's is not ours to remove. */
export async function dropPicture({ storage, log }: Pick<Services, 'storage' | 'log'>, picture: string | null) {
  const id = /^\/media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/512\.webp$/.exec(picture ?? '')?.[1]
  if (!id) return
  try {
    for (const side of SIDES) await storage.remove(`media/${id}/${side}.webp`)
  } catch (error) {
    // The person has done with it; what is left behind is a file that nothing names.
    log.warn({ err: error, picture }, 'a picture could not be removed')
  }
}

function square(bytes: Uint8Array, side: number): Promise<Buffer> {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(side, side, { fit: 'cover', position: 'centre' })
    .webp({ quality: 82 })
    .toBuffer()
}

/** JPEG, PNG, GIF or WebP by the first bytes, whatever the name says: SVG can run scripts, and HEIF's decoder is large. */
function isPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('hex')
  return STARTS.some((start) => start.test(head))
}

const STARTS = [/^ffd8ff/, /^89504e470d0a1a0a/, /^474946383[79]61/, /^52494646.{8}57454250/]
