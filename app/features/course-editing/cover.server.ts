/** The cover of a course: cut to the shape that cards and pages show, and stored in several sizes. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import { inSizes, isPicture, MAX_PIXELS, pictureOf, pictureWork, sizeOf } from '../../platform/pictures.server.ts'
import { markedId } from '../files/installation.server.ts'
import { nameWithSize, PICTURE_WIDTHS } from '../pictures/picture-sizes.ts'
import { rowValues, withCourse, writeValues } from './change-course.server.ts'
import { type CropChoice, cropOf } from './cover-crop.ts'
import type { courseEditingEndpoints } from './desk-contract.ts'

/** @throws Problem courseNotFound, validation at `file` */
export async function setCourseCover(ctx: Context, input: Input<(typeof courseEditingEndpoints)['setCourseCover']>) {
  const { id, file, x, y, size } = input
  // Asked before the work, and so that no file is stored for nothing.
  await withCourse(ctx, id, async () => undefined)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const cover = await storeCover(ctx, bytes, { x, y, size })
  const saved = await withCourse(ctx, id, (tx, row) => {
    const { 'coverAlt.ar': ar, 'coverAlt.en': en } = input
    const alt = { ...(ar !== undefined && { 'coverAlt.ar': ar }), ...(en !== undefined && { 'coverAlt.en': en }) }
    return writeValues(tx, row, { ...rowValues(row), ...alt, cover }, ctx, 'cover')
  })
  return { ...saved, cover }
}

async function storeCover(ctx: Context, bytes: Uint8Array, choice: CropChoice): Promise<string> {
  if (!isPicture(bytes)) throw new Problem('validation', {}, { file: ['pictureType'] })
  const whole = await sizeOf(bytes).catch((error: Error) => {
    const isTooLarge = /pixel limit/i.test(error.message)
    throw new Problem('validation', {}, { file: [isTooLarge ? `picturePixels:${MAX_PIXELS / 1e6}` : 'pictureBroken'] })
  })
  const crop = cropOf(whole, choice)
  const widest = Math.min(crop.width, PICTURE_WIDTHS.at(-1)!)
  const [cut, sizes] = await pictureWork(async () => {
    const picture = await pictureOf(bytes).extract(crop).resize({ width: widest }).webp({ quality: 85 }).toBuffer()
    return [picture, await inSizes(picture, { widths: PICTURE_WIDTHS, maxHeight: widest })] as const
  }).catch(() => {
    throw new Problem('validation', {}, { file: ['pictureBroken'] })
  })
  const below = `media/${await markedId(ctx)}`
  for (const { name, bytes: variant } of sizes.variants) await ctx.storage.put(`${below}/${name}`, variant)
  const name = `${below}/${nameWithSize('cover.webp', sizes)}`
  await ctx.storage.put(name, cut)
  return `/${name}`
}
