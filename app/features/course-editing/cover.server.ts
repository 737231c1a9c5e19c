/** The cover of a course: cut to the shape that cards and pages show, and stored in several sizes. */
import type { Input } from '../../api/endpoint.ts'
import type { Context } from '../../platform/context.server.ts'
import { COVER_SHAPE } from '../pictures/crop.ts'
import { PICTURE_WIDTHS } from '../pictures/picture-sizes.ts'
import { storePicture } from '../pictures/store-picture.server.ts'
import { rowValues, withCourse, writeValues } from './change-course.server.ts'
import type { courseEditingEndpoints } from './desk-contract.ts'

/** @throws Problem courseNotFound, validation at `file` */
export async function setCourseCover(ctx: Context, input: Input<(typeof courseEditingEndpoints)['setCourseCover']>) {
  const { id, file, x, y, size } = input
  // Asked before the work, and so that no file is stored for nothing.
  await withCourse(ctx, id, async () => undefined)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const wanted = { shape: COVER_SHAPE, maxWidth: PICTURE_WIDTHS.at(-1)!, choice: { x, y, size }, name: 'cover' }
  const cover = await storePicture(ctx, bytes, wanted)
  const saved = await withCourse(ctx, id, (tx, row) => {
    const { 'coverAlt.ar': ar, 'coverAlt.en': en } = input
    const alt = { ...(ar !== undefined && { 'coverAlt.ar': ar }), ...(en !== undefined && { 'coverAlt.en': en }) }
    return writeValues(tx, row, { ...rowValues(row), ...alt, cover }, ctx, 'cover')
  })
  return { ...saved, cover }
}
