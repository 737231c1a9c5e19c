/** The cover of a course: cut to the shape that cards and pages show, and stored in several sizes. */
import type { Input } from '../../api/endpoint.ts'
import type { Context } from '../../platform/context.server.ts'
import { addCut, chosenCut } from '../pictures/library.server.ts'
import { rowValues, withCourse, writeValues } from './change-course.server.ts'
import type { courseEditingEndpoints } from './desk-contract.ts'

type Calls = typeof courseEditingEndpoints

/** @throws Problem courseNotFound, validation at `file` */
export async function setCourseCover(ctx: Context, input: Input<Calls['setCourseCover']>) {
  const { id, file, x, y, size } = input
  // Asked before the work, and so that no file is stored for nothing.
  await withCourse(ctx, id, async () => undefined)
  const cover = await addCut(ctx, file, 'cover', { x, y, size })
  const saved = await withCourse(ctx, id, (tx, row) => {
    const { 'coverAlt.ar': ar, 'coverAlt.en': en } = input
    const alt = { ...(ar !== undefined && { 'coverAlt.ar': ar }), ...(en !== undefined && { 'coverAlt.en': en }) }
    return writeValues(tx, row, { ...rowValues(row), ...alt, cover }, ctx, 'cover')
  })
  return { ...saved, cover }
}

/** @throws Problem courseNotFound, mediaNotFound, validation at `mediaId` */
export async function chooseCourseCover(ctx: Context, { id, mediaId }: Input<Calls['chooseCourseCover']>) {
  await withCourse(ctx, id, async () => undefined)
  const cover = await chosenCut(ctx, mediaId, 'cover')
  const saved = await withCourse(ctx, id, (tx, row) => writeValues(tx, row, { ...rowValues(row), cover }, ctx, 'cover'))
  return { ...saved, cover }
}
