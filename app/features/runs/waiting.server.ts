/**
 * Waiting for a seat in a full run. A freed seat is offered to the first in line: it is held by an order that waits for
 * its payment, as every seat is, and passes on when that order ends.
 */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser, type Services } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { HOUR_MS, HOUR_SECONDS } from '../../platform/durations.ts'
import { forEachSettled } from '../../platform/for-each-settled.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { type RunFacts, runState } from '../catalogue/course-state.ts'
import { offerSeat } from '../checkout/place-order.server.ts'
import { OFFER_HOURS } from '../orders/order-state.ts'
import { findInstitute, findOffer, openOrderOf } from '../orders/queries.server.ts'
import { expireOverdueFor } from '../orders/transition-queries.server.ts'
import type { runsEndpoints } from './contract.ts'
import { findRun } from './listing-queries.server.ts'
import { type LockedRun, lockRun } from './queries.server.ts'
import { ownRunsOf, requireRun } from './run-access.server.ts'
import { mailOffer, mailRemoved } from './run-mails.server.ts'
import {
  type FirstInLine,
  firstInLine,
  freeSeats,
  joinLine,
  leaveLine,
  lineOf,
  lockPlace,
  offeredUntil,
  personOfPlace,
  placesOf,
  positionOf,
  runOfPlace,
  runsWithLine,
  setLeft,
  setOffered,
  takenSeats,
} from './waiting-queries.server.ts'

type Calls = typeof runsEndpoints

const MAX_REQUESTS_PER_HOUR = 60

export async function joinWaiting(ctx: Context, { id }: Input<Calls['joinWaiting']>) {
  const learner = requireUser(ctx)
  await limit(ctx, `waiting:${learner.id}`, MAX_REQUESTS_PER_HOUR, HOUR_SECONDS)
  await ctx.db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, id)
    const now = ctx.now()
    if (!run || !(await findOffer(tx, run.courseId, now))) throw new Problem('runNotFound')
    if (run.cancelledAt || !isOpen(run, now)) throw new Problem('enrolmentClosed')
    if (await openOrderOf(tx, learner.id, run.courseId, id)) throw new Problem('alreadyEnrolled')
    if ((await freeSeats(tx, id, now)) > 0) throw new Problem('runNotFull')
    await joinLine(tx, { runId: id, userId: learner.id, lang: ctx.lang, now })
  })
  return waitingPlace(ctx, { id })
}

/** Whether the run could be ordered if it had a seat. */
const isOpen = (run: LockedRun, now: Date) => {
  const facts: RunFacts = { ...run, seatsLeft: 1, priceHalalas: 1 }
  return ['open', 'few-seats', 'free'].includes(runState(facts, now))
}

export async function leaveWaiting(ctx: Context, { id }: Input<Calls['leaveWaiting']>) {
  if (!(await leaveLine(ctx.db, id, requireUser(ctx).id, ctx.now()))) throw new Problem('notWaiting')
  return {}
}

export async function waitingPlace(ctx: Context, { id }: Input<Calls['waitingPlace']>) {
  const { id: userId } = requireUser(ctx)
  const until = await offeredUntil(ctx.db, id, userId, ctx.now())
  return { position: await positionOf(ctx.db, id, userId), offeredUntil: until?.toISOString() ?? null }
}

export async function myWaiting(ctx: Context) {
  const rows = await placesOf(ctx.db, { userId: requireUser(ctx).id, now: ctx.now() })
  return {
    places: rows.map(({ startsAt, offeredUntil, course, ...row }) => ({
      ...row,
      course: { ...course, name: inLang(course.name, ctx.lang) },
      startsAt: startsAt.toISOString(),
      offeredUntil: offeredUntil?.toISOString() ?? null,
    })),
  }
}

/** @throws Problem runNotFound */
export async function waitingList(ctx: Context, { id }: Input<Calls['waitingList']>) {
  if (!(await findRun(ctx.db, id, ownRunsOf(ctx), ctx.now()))) throw new Problem('runNotFound')
  const rows = await lineOf(ctx.db, id)
  return {
    people: rows.map(({ joinedAt, leftAt, order, ...row }) => ({
      ...row,
      joinedAt: joinedAt.toISOString(),
      leftAt: leftAt?.toISOString() ?? null,
      order: order && { ...order, expiresAt: new Date(order.expiresAt).toISOString() },
    })),
  }
}

/** The job of every minute: offers each free seat to the first who waits for it. */
export async function offerSeats(services: Services): Promise<void> {
  await forEachSettled(await runsWithLine(services.db), async ({ runId, courseId }) => {
    while (await offerNext(services, runId, courseId));
  })
}

/** @returns whether the line got shorter, and another seat may be offered */
async function offerNext(services: Services, runId: number, courseId: number): Promise<boolean> {
  const [offer, institute] = [await findOffer(services.db, courseId, services.now()), await findInstitute(services.db)]
  if (!offer) return false
  return services.db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, runId)
    const now = services.now()
    if (!run || run.cancelledAt || !isOpen(run, now)) return false
    await expireOverdueFor(tx, { scheduleId: runId, couponId: null, userId: 0 }, now)
    const first = await firstInLine(tx, runId)
    if (!first) return false
    if (!first.isActive || first.hasOrder) {
      await setLeft(tx, first.id, now)
      return true
    }
    return (await holdSeat(tx, services, { run, first, offer, institute })) !== undefined
  })
}

type Holding = {
  run: LockedRun
  first: FirstInLine
  offer: NonNullable<Awaited<ReturnType<typeof findOffer>>>
  institute: Awaited<ReturnType<typeof findInstitute>>
}

/** Holds a free seat for somebody who waits, and tells them. @returns until when; undefined when no seat is free */
async function holdSeat(tx: Tx, services: Services, { run, first, offer, institute }: Holding) {
  const now = services.now()
  const heldUntil = now.getTime() + (institute?.offerHours ?? OFFER_HOURS) * HOUR_MS
  const until = new Date(Math.min(heldUntil, run.enrolmentClosesAt.getTime()))
  const seat = { learnerId: first.userId, lang: first.lang, offer, institute, scheduleId: run.id, until }
  const order = await offerSeat(tx, services, seat)
  if (!order) return undefined
  await setOffered(tx, first.id, order.id)
  if (order.status === 'pending') await mailOffer(tx, services.settings, first, { until, orderId: order.id }, now)
  return until
}

/**
 * Staff may offer a seat to a person who is not first in line; the audit log records that.
 * @throws Problem notInLine, offersOver, learnerEnrolled, noSeatToOffer: in words for staff
 */
export async function offerSeatTo(ctx: Context, { id }: Input<Calls['offerSeat']>) {
  const runId = await runOfPlace(ctx.db, id)
  if (runId === undefined) throw await notInLine(ctx.db, id)
  return ctx.db.transaction().execute(async (tx) => {
    const run = await requireRun(tx, runId)
    const [offer, institute] = [await findOffer(tx, run.courseId, ctx.now()), await findInstitute(tx)]
    if (!offer || !isOpen(run, ctx.now())) throw new Problem('offersOver')
    await expireOverdueFor(tx, { scheduleId: runId, couponId: null, userId: 0 }, ctx.now())
    const place = await lockPlace(tx, id)
    if (!place?.isActive) throw await notInLine(tx, id)
    if (place.hasOrder) throw new Problem('learnerEnrolled')
    const until = await holdSeat(tx, ctx, { run, first: place, offer, institute })
    if (!until) {
      const [person, taken] = [await personOfPlace(tx, id), await takenSeats(tx, runId)]
      throw new Problem('noSeatToOffer', { name: person?.name ?? '', ...taken })
    }
    await writeAudit(tx, ctx, { action: 'waiting-list.offer', reference: String(id), runId })
    return { until: until.toISOString() }
  })
}

export async function removeWaiting(ctx: Context, { id, reason }: Input<Calls['removeWaiting']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const place = await lockPlace(tx, id)
    if (!place) throw await notInLine(tx, id)
    await setLeft(tx, id, ctx.now(), reason)
    await mailRemoved(tx, ctx.settings, place, reason, ctx.now())
    const detail = { reason }
    await writeAudit(tx, ctx, { action: 'waiting-list.remove', reference: String(id), detail, runId: place.runId })
  })
  return {}
}

/** Names who waits no longer, and why. */
async function notInLine(db: Database, placeId: number): Promise<Problem> {
  const person = await personOfPlace(db, placeId)
  return new Problem('notInLine', person ? { name: person.name, because: person.because } : {})
}
