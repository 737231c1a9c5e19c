/** Moving a run to other dates. */
import { randomUUID } from 'node:crypto'
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { findInstitute } from '../orders/queries.server.ts'
import { insertAction, markMoved } from './action-queries.server.ts'
import type { runsEndpoints } from './contract.ts'
import { consequencesFor, countOf, mailsTo, requireSame } from './preview.server.ts'
import { type LockedRun, replaceSessions, sessionsOfRun } from './queries.server.ts'
import { requireRun } from './run-access.server.ts'
import { enqueueAction } from './run-action.server.ts'
import { auditRun, readSessions } from './run-changes.server.ts'
import { run } from './run-views.server.ts'
import { runTimesOf } from './sessions.ts'
import { MOVED_RUN_DAYS } from './terms.ts'

type Calls = typeof runsEndpoints

export async function reschedulePreview(ctx: Context, { id }: Input<Calls['reschedulePreview']>) {
  return ctx.db.transaction().execute(async (tx) => {
    const found = await requireRun(tx, id)
    const consequences = await consequencesFor(tx, found, undefined, ctx.now())
    const { orders, purchases, fingerprint } = consequences
    const days = (await findInstitute(tx))?.movedRunDays ?? MOVED_RUN_DAYS
    return {
      paid: countOf(orders, 'paid'),
      pending: countOf(orders, 'pending'),
      mails: mailsTo(orders) + purchases.length,
      companies: purchases.length,
      leaveDays: days,
      fingerprint,
    }
  })
}

/**
 * An order that is being paid at this moment stays: it is for the new dates, and its learner may leave like the others.
 */
export async function rescheduleRun(ctx: Context, { id, fingerprint, ...input }: Input<Calls['rescheduleRun']>) {
  const userId = requireUser(ctx).id
  await ctx.db.transaction().execute(async (tx) => {
    const before = await requireRun(tx, id)
    const now = ctx.now()
    if (before.endsAt <= now) throw new Problem('runEnded')
    const consequences = await consequencesFor(tx, before, undefined, now)
    requireSame(consequences, fingerprint)
    const sessions = await readSessions(tx, input.sessions, now, await sessionsOfRun(tx, id))
    const times = runTimesOf(sessions)
    const days = (await findInstitute(tx))?.movedRunDays ?? MOVED_RUN_DAYS
    const freeExitUntil = new Date(now.getTime() + days * DAY_MS)
    await replaceSessions(tx, id, sessions)
    await markMoved(tx, id, {
      ...times,
      ...movedWindow(before, times.startsAt, input.enrolmentClosesAt),
      freeExitUntil,
      now,
    })
    const action = {
      id: randomUUID(),
      runId: id,
      kind: 'move',
      targetId: null,
      reason: input.reason,
      userId,
      now,
    } as const
    const orderIds = consequences.orders.map((order) => order.id)
    const quoteIds = consequences.purchases.map((purchase) => purchase.quoteId)
    await insertAction(tx, { ...action, formerStart: before.startsAt }, { orderIds, quoteIds })
    await enqueueAction(tx, action.id)
    const after = { startsAt: times.startsAt, endsAt: times.endsAt }
    const detail = { reason: input.reason, orders: orderIds.length, companies: quoteIds.length }
    await auditRun(tx, ctx, 'run.move', before, after, detail)
  })
  return run(ctx, { id })
}

/** Enrolment closes as long before the first session as it did, unless staff say otherwise. */
function movedWindow(before: LockedRun, startsAt: Date, closesAt: Date | undefined) {
  const lead = before.startsAt.getTime() - before.enrolmentClosesAt.getTime()
  const enrolmentClosesAt = closesAt ?? new Date(startsAt.getTime() - Math.max(0, lead))
  if (enrolmentClosesAt > startsAt) throw new Problem('enrolmentClosesLate')
  const { enrolmentOpensAt } = before
  return {
    enrolmentClosesAt,
    enrolmentOpensAt: enrolmentOpensAt && enrolmentOpensAt < enrolmentClosesAt ? enrolmentOpensAt : null,
  }
}
