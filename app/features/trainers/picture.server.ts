/** The picture of a trainer: a square, stored in several sizes. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { type Acting, writeAudit } from '../audit/queries.server.ts'
import { addCut, chosenCut } from '../pictures/library.server.ts'
import type { trainersEndpoints } from './contract.ts'
import { findOne, lockPicture, setPicture } from './queries.server.ts'

type Calls = typeof trainersEndpoints

/** @throws Problem notFound, validation at `file` */
export async function setTrainerPicture(ctx: Context, input: Input<Calls['setTrainerPicture']>): Promise<void> {
  const { id, file, x, y, size } = input
  // Asked before the work, and so that no file is stored for nothing.
  if (!(await findOne(ctx.db, id))) throw new Problem('notFound')
  await write(ctx, id, await addCut(ctx, file, 'portrait', { x, y, size }))
}

/** @throws Problem notFound, mediaNotFound, validation at `mediaId` */
export async function chooseTrainerPicture(ctx: Context, { id, mediaId }: Input<Calls['chooseTrainerPicture']>) {
  if (!(await findOne(ctx.db, id))) throw new Problem('notFound')
  await write(ctx, id, await chosenCut(ctx, mediaId, 'portrait'))
}

/** @throws Problem notFound */
export const removeTrainerPicture = (ctx: Context, { id }: { id: number }): Promise<void> => write(ctx, id, null)

async function write(ctx: Context, id: number, picture: string | null): Promise<void> {
  const isDone = await ctx.db.transaction().execute((tx) => changeTrainerPicture(tx, ctx, id, () => picture))
  if (!isDone) throw new Problem('notFound')
}

/**
 * The former file stays: kept pages and copies of the content may still show it.
 * @returns false when there is no such trainer
 */
export async function changeTrainerPicture(
  tx: Tx,
  acting: Acting,
  id: number,
  next: (picture: string | null) => string | null,
): Promise<boolean> {
  const before = await lockPicture(tx, id)
  if (!before) return false
  const picture = next(before.was)
  await setPicture(tx, id, picture)
  await writeAudit(tx, acting, {
    ...{ action: 'trainer.picture', reference: before.key },
    ...{ before: { picture: before.was }, after: { picture } },
  })
  return true
}
