/** Uploaded profile pictures: detected by content, and encoded again in our sizes without their metadata. */
import { Problem } from '../../api/problem.ts'
import type { Services } from '../../platform/context.server.ts'
import { isPicture, pictureOf, pictureWork } from '../../platform/pictures.server.ts'
import { markedId, marksOf } from '../files/installation.server.ts'

/** The sides of the squares, in pixels. The picture's address names the largest; `avatar.tsx` chooses among them. */
const SIDES = [512, 128] as const

type Owning = Pick<Services, 'db' | 'storage' | 'settings' | 'now'>

/**
 * Stores the square in the centre of the picture.
 * @returns its address, e.g. `/media/<mark>-<id>/512.webp`
 * @throws Problem validation at the field `file`
 */
export async function savePicture(services: Owning, bytes: Uint8Array): Promise<string> {
  if (!isPicture(bytes)) throw new Problem('validation', {}, { file: ['pictureType'] })
  const squares = await pictureWork(() => Promise.all(SIDES.map((side) => square(bytes, side)))).catch(() => {
    throw new Problem('validation', {}, { file: ['pictureBroken'] })
  })
  const id = await markedId(services)
  for (const [place, side] of SIDES.entries()) await services.storage.put(`media/${id}/${side}.webp`, squares[place]!)
  return `/media/${id}/${SIDES[0]}.webp`
}

/** Deletes a picture of `savePicture`; those of the content and of other installations are left alone. */
export async function deletePicture(services: Owning & Pick<Services, 'log'>, picture: string | null) {
  const { storage, log } = services
  const [, id, mark] = UPLOADED.exec(picture ?? '') ?? []
  if (!id) return
  try {
    const { owned, ownsUnmarked } = await marksOf(services)
    if (mark ? !owned.includes(mark) : !ownsUnmarked) return
    for (const side of SIDES) await storage.remove(`media/${id}/${side}.webp`)
  } catch (error) {
    // For the person the picture is gone; only an orphaned file is left.
    log.warn({ err: error, picture }, 'a picture could not be removed')
  }
}

/** Older pictures have no mark. */
const UPLOADED = /^\/media\/((?:([0-9a-f]{12})-)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/512\.webp$/

function square(bytes: Uint8Array, side: number): Promise<Buffer> {
  return pictureOf(bytes).resize(side, side, { fit: 'cover', position: 'centre' }).webp({ quality: 82 }).toBuffer()
}
