/** Pictures that people send: told by their content, made anew in our sizes, without anything that was hidden in them. */
import { randomUUID } from 'node:crypto'
import { Problem } from '../../api/problem.ts'
import type { Services } from '../../platform/context.server.ts'
import { isPicture, pictureOf, pictureWork } from '../../platform/pictures.server.ts'

/** The side of the squares, in pixels; the largest is the picture's address, `avatar.tsx` picks among them. */
const SIDES = [512, 128] as const

/**
 * Keeps the picture's middle square.
 * @returns its address, e.g. `/media/<id>/512.webp`
 * @throws Problem validation at the field `file`
 */
export async function savePicture({ storage }: Pick<Services, 'storage'>, bytes: Uint8Array): Promise<string> {
  if (!isPicture(bytes)) throw new Problem('validation', {}, { file: ['pictureType'] })
  const squares = await pictureWork(() => Promise.all(SIDES.map((side) => square(bytes, side)))).catch(() => {
    throw new Problem('validation', {}, { file: ['pictureBroken'] })
  })
  const id = randomUUID()
  for (const [place, side] of SIDES.entries()) await storage.put(`media/${id}/${side}.webp`, squares[place]!)
  return `/media/${id}/${SIDES[0]}.webp`
}

/** Removes a picture of `savePicture`; one of the content's is not ours to remove. */
export async function deletePicture({ storage, log }: Pick<Services, 'storage' | 'log'>, picture: string | null) {
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
  return pictureOf(bytes).resize(side, side, { fit: 'cover', position: 'centre' }).webp({ quality: 82 }).toBuffer()
}
