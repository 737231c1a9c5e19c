/** A picture that staff upload: whole, or cut to the shape in which it is shown, and stored in several sizes. */
import { Problem } from '../../api/problem.ts'
import type { Services } from '../../platform/context.server.ts'
import { inSizes, isPicture, MAX_PIXELS, pictureOf, pictureWork, sizeOf } from '../../platform/pictures.server.ts'
import { markedId } from '../files/installation.server.ts'
import { type CropChoice, cropOf, type Shape } from './crop.ts'
import { nameWithSize, PICTURE_WIDTHS } from './picture-sizes.ts'

type Wanted = { shape?: Shape; maxWidth: number; choice?: CropChoice; name: string }

/** Taller pictures than this, for their width, are made smaller. */
const MAX_HEIGHT_RATIO = 3

/**
 * @param wanted.shape of the part that is kept; all of the picture without one
 * @param wanted.name of the file, such as `cover`
 * @returns its address, such as `/media/<mark>-<id>/cover-1600x880.webp`
 * @throws Problem validation at `file`
 */
export async function storePicture(
  services: Pick<Services, 'db' | 'storage' | 'settings' | 'now'>,
  bytes: Uint8Array,
  { shape, maxWidth, choice = {}, name }: Wanted,
): Promise<string> {
  const whole = await checkedSize(bytes)
  const crop = shape ? cropOf(whole, shape, choice) : { ...whole, left: 0, top: 0 }
  const widest = Math.min(crop.width, maxWidth)
  const box = { width: widest, height: shape ? undefined : widest * MAX_HEIGHT_RATIO, fit: 'inside' } as const
  const [cut, sizes] = await pictureWork(async () => {
    const picture = await pictureOf(bytes).extract(crop).resize(box).webp({ quality: 85 }).toBuffer()
    return [picture, await inSizes(picture, { widths: PICTURE_WIDTHS, maxHeight: widest * MAX_HEIGHT_RATIO })] as const
  }).catch(() => {
    throw new Problem('validation', {}, { file: ['pictureBroken'] })
  })
  const below = `media/${await markedId(services)}`
  for (const { name: size, bytes: variant } of sizes.variants) await services.storage.put(`${below}/${size}`, variant)
  const path = `${below}/${nameWithSize(`${name}.webp`, sizes)}`
  await services.storage.put(path, cut)
  return `/${path}`
}

/** The size of the upright picture. @throws Problem validation at `file` for what is no picture, or one too large */
export async function checkedSize(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  if (!isPicture(bytes)) throw new Problem('validation', {}, { file: ['pictureType'] })
  return sizeOf(bytes).catch((error: Error) => {
    const isTooLarge = /pixel limit/i.test(error.message)
    throw new Problem('validation', {}, { file: [isTooLarge ? `picturePixels:${MAX_PIXELS / 1e6}` : 'pictureBroken'] })
  })
}
