/** Undoing what somebody did with a run: the fields as they were, written down as a change of its own. */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database.server.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { type LockedRun, lastChangeOf, readRun, updateRun } from './queries.server.ts'
import { auditRun } from './run-changes.server.ts'

const UNDO_MS = 10 * MINUTE_MS

const Moment = z.iso.datetime().transform((text) => new Date(text))
const Names = z.object({ ar: z.string(), en: z.string().optional() }).nullable()

/** Of money, seats and sessions nothing is undone: somebody may have bought or heard of it meanwhile. */
const Undoable = z.strictObject({
  minimum: z.number().nullish(),
  city: Names.optional(),
  venue: Names.optional(),
  enrolmentOpensAt: Moment.nullish(),
  enrolmentClosesAt: Moment.optional(),
  tags: z.array(z.string()).optional(),
})

const ACTIONS = ['run.edit', 'run.tag']

/** The fields of a run before the last change, if the person made it and nothing was changed since. */
async function formerOf(db: Database, { user, now }: Pick<Context, 'user' | 'now'>, run: LockedRun) {
  const last = await lastChangeOf(db, run.id)
  if (!last || !ACTIONS.includes(last.action) || last.userId !== user?.id) return undefined
  const until = new Date(last.at.getTime() + UNDO_MS)
  const [before, after] = [Undoable.safeParse(last.before), Undoable.safeParse(last.after)]
  if (until <= now() || !before.success || !after.success) return undefined
  const isUntouched = Object.entries(after.data).every(([field, value]) =>
    isDeepStrictEqual(JSON.parse(JSON.stringify(run))[field], JSON.parse(JSON.stringify(value))),
  )
  return isUntouched ? { fields: before.data, until } : undefined
}

/** Until when the person can undo what they did last with the run; null when they cannot. */
export async function undoableUntil(ctx: Context, id: number): Promise<string | null> {
  const run = await readRun(ctx.db, id)
  return (run && (await formerOf(ctx.db, ctx, run))?.until.toISOString()) ?? null
}

/** @throws Problem nothingToUndo, runBegun */
export async function undoRun(tx: Tx, ctx: Context, run: LockedRun): Promise<void> {
  const former = await formerOf(tx, ctx, run)
  if (!former) throw new Problem('nothingToUndo')
  const { fields } = former
  if (fields.enrolmentClosesAt && fields.enrolmentClosesAt > run.startsAt) throw new Problem('runBegun')
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  await updateRun(tx, run.id, changes)
  await auditRun(tx, ctx, 'run.undo', run, changes)
}
