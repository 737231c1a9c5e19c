/** Undoing what somebody did with a run: the fields as they were, written down as a change of its own. */
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { UNDO_MS } from '../audit/undo.server.ts'
import {
  findTaught,
  type LastChange,
  type LockedRun,
  lastChangeOf,
  readRun,
  setTaught,
  type Taught,
  updateRun,
} from './queries.server.ts'
import { auditRun } from './run-changes.server.ts'

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

const ACTIONS = ['run.edit', 'run.tag', 'run.session']

/** What is written of a run that was given a trainer. Sessions that were edited one by one are not undone. */
const Given = z.object({
  trainerId: z.number(),
  former: z.array(z.object({ sessionId: z.number(), trainerId: z.number().nullable() })),
})

type Former = { fields: z.output<typeof Undoable>; taught: Taught[]; until: Date }

/** What a run was before the last change, if the person made it and nothing was changed since. */
async function formerOf(
  db: Database,
  { user, now }: Pick<Context, 'user' | 'now'>,
  run: LockedRun,
): Promise<Former | undefined> {
  const last = await lastChangeOf(db, run.id)
  if (!last || !ACTIONS.includes(last.action) || last.userId !== user?.id) return undefined
  const until = new Date(last.at.getTime() + UNDO_MS)
  if (until <= now()) return undefined
  if (last.action === 'run.session') {
    const taught = await formerTrainers(db, run.id, last, now())
    return taught && { fields: {}, taught, until }
  }
  const fields = formerFields(run, last)
  return fields && { fields, taught: [], until }
}

/** Undefined when a session has begun, or is taught by somebody else by now. */
async function formerTrainers(db: Database, runId: number, { detail }: LastChange, now: Date) {
  const given = Given.safeParse(detail)
  if (!given.success) return undefined
  const present = new Map((await findTaught(db, runId, now)).map((one) => [one.sessionId, one.trainerId]))
  const isUntouched = given.data.former.every(({ sessionId }) => present.get(sessionId) === given.data.trainerId)
  return isUntouched ? given.data.former : undefined
}

function formerFields(run: LockedRun, last: LastChange) {
  const [before, after] = [Undoable.safeParse(last.before), Undoable.safeParse(last.after)]
  if (!before.success || !after.success) return undefined
  const isUntouched = Object.entries(after.data).every(([field, value]) =>
    isDeepStrictEqual(JSON.parse(JSON.stringify(run))[field], JSON.parse(JSON.stringify(value))),
  )
  return isUntouched ? before.data : undefined
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
  const { fields, taught } = former
  if (fields.enrolmentClosesAt && fields.enrolmentClosesAt > run.startsAt) throw new Problem('runBegun')
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  if (taught.length > 0) await setTaught(tx, run.id, taught)
  await updateRun(tx, run.id, changes)
  await auditRun(tx, ctx, 'run.undo', run, changes, taught.length > 0 ? { taught } : {})
}
