/** The picture of a trainer: a square, stored in several sizes. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { PORTRAIT_SHAPE } from '../pictures/crop.ts'
import { storePicture } from '../pictures/store-picture.server.ts'
import type { trainersEndpoints } from './contract.ts'
import { findOne, setPicture } from './queries.server.ts'

/** Enough for a large portrait on a dense screen. */
const MAX_WIDTH = 960

type Calls = typeof trainersEndpoints

/** @throws Problem notFound, validation at `file` */
export async function setTrainerPicture(ctx: Context, input: Input<Calls['setTrainerPicture']>): Promise<void> {
  const { id, file, x, y, size } = input
  // Asked before the work, and so that no file is stored for nothing.
  if (!(await findOne(ctx.db, id))) throw new Problem('notFound')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const wanted = { shape: PORTRAIT_SHAPE, maxWidth: MAX_WIDTH, choice: { x, y, size }, name: 'portrait' }
  await write(ctx, id, await storePicture(ctx, bytes, wanted))
}

/** @throws Problem notFound */
export const removeTrainerPicture = (ctx: Context, { id }: { id: number }): Promise<void> => write(ctx, id, null)

/** The former file stays: kept pages and copies of the content may still show it. */
async function write(ctx: Context, id: number, picture: string | null): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const before = await setPicture(tx, id, picture)
    if (!before) throw new Problem('notFound')
    const { key, was } = before
    await writeAudit(tx, ctx, {
      ...{ action: 'trainer.picture', reference: key },
      ...{ before: { picture: was }, after: { picture } },
    })
  })
}
