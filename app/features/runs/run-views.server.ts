/** Runs as staff read them. */

import { z } from 'zod'
import { cursorPage, placeOf } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { hasRight } from '../../api/rights.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import { clockOf, dayOf, instantOf, plusDays } from '../../platform/days.ts'
import { findActions } from './action-queries.server.ts'
import type { runDeskEndpoints } from './desk-contract.ts'
import {
  countRuns,
  findRun,
  findRuns,
  findRunTags,
  placeOfRun,
  type RunFilter,
  type RunRow,
} from './listing-queries.server.ts'
import { moneyOfRun, type SessionRow, sessionsOfRun } from './queries.server.ts'
import { ownRunsOf } from './run-access.server.ts'
import type { RunDetails, RunItem } from './run-fields-contract.ts'
import { warningsOf } from './special-days.ts'
import { undoableUntil } from './undo.server.ts'

type Calls = typeof runDeskEndpoints

/** Of the last row of a page: its first day or its free seats. */
const PLACES = {
  day: z.tuple([z.iso.datetime(), z.int()]).transform(([at, id]) => ({ by: new Date(at), id })),
  seats: z.tuple([z.int(), z.int()]).transform(([by, id]) => ({ by, id })),
}

/** So many of the most frequent are offered as filters. */
const MAX_TAGS = 50

export async function runs(ctx: Context, { sort = 'first', cursor, limit, ...asked }: Input<Calls['runs']>) {
  const now = ctx.now()
  const filter = runFilter(ctx, asked)
  const after = placeOf(sort === 'full' || sort === 'free' ? PLACES.seats : PLACES.day, cursor)
  const [rows, count] = await Promise.all([
    findRuns(ctx.db, filter, { limit: limit + 1, after, sort }, now),
    countRuns(ctx.db, filter, COUNT_CAP + 1, now),
  ])
  const page = cursorPage(rows, limit, {
    itemOf: (row) => itemOf(row, ctx, now),
    placeOf: (row) => {
      const { by, id } = placeOfRun(row, sort)
      return [by instanceof Date ? by.toISOString() : by, id]
    },
  })
  return {
    ...page,
    ...cappedTotal(count),
  }
}

export async function runTags({ db }: Context) {
  return { tags: await findRunTags(db, MAX_TAGS) }
}

type Asked = Omit<Input<Calls['exportRuns']>, 'format'>

/** What was asked for, of the runs that the caller may see. */
export function runFilter(ctx: Context, { from, to, ...asked }: Asked): RunFilter {
  return {
    ...asked,
    ownRunsOf: ownRunsOf(ctx),
    from: from === undefined ? undefined : instantOf(from),
    to: to === undefined ? undefined : instantOf(plusDays(to, 1)),
  }
}

export function phaseOf({ cancelledAt, startsAt, endsAt }: RunRow, now: Date): RunItem['phase'] {
  if (cancelledAt) return 'cancelled'
  if (endsAt <= now) return 'ended'
  return startsAt <= now ? 'running' : 'coming'
}

function itemOf(row: RunRow, { lang, user }: Context, now: Date): RunItem {
  const { id, key, version, course, sessionCount, seats, heldSeats, companySeats, paid, pending, waiting } = row
  return {
    ...{ id, key, version, sessionCount, seats, heldSeats, companySeats, paid, pending, waiting },
    minimum: row.minimum,
    tags: hasRight(user, 'runs.plan') ? row.tags : [],
    course: { ...course, name: inLang(course.name, lang) },
    phase: phaseOf(row, now),
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    city: row.city && inLang(row.city, lang),
  }
}

/** @throws Problem runNotFound, also for a run of others that a trainer asks for */
export async function run(ctx: Context, { id }: { id: number }): Promise<RunDetails> {
  const now = ctx.now()
  const row = await findRun(ctx.db, id, ownRunsOf(ctx), now)
  if (!row) throw new Problem('runNotFound')
  const [sessions, money, actions] = [
    await sessionsOfRun(ctx.db, id),
    hasRight(ctx.user, 'orders.view') ? await moneyOfRun(ctx.db, id) : null,
    hasRight(ctx.user, 'orders.view') ? await findActions(ctx.db, id) : [],
  ]
  const { courseDelivery, priceHalalas, coursePriceHalalas, trainers } = row
  return {
    ...itemOf(row, ctx, now),
    ...{ courseDelivery, priceHalalas, coursePriceHalalas, money },
    cityNames: row.city,
    venueNames: row.venue,
    enrolmentOpensAt: row.enrolmentOpensAt?.toISOString() ?? null,
    enrolmentClosesAt: row.enrolmentClosesAt.toISOString(),
    movedAt: row.movedAt?.toISOString() ?? null,
    cancelledAt: row.cancelledAt?.toISOString() ?? null,
    undoUntil: hasRight(ctx.user, 'runs.plan') && !row.cancelledAt ? await undoableUntil(ctx, id) : null,
    trainers: trainers.map((trainer) => ({ ...trainer, name: inLang(trainer.name, ctx.lang) })),
    sessions: sessions.map((session) => sessionView(session, ctx)),
    actions: actions.map(({ at, doneAt, ...action }) => ({
      ...action,
      at: at.toISOString(),
      doneAt: doneAt?.toISOString() ?? null,
    })),
  }
}

function sessionView({ id, startsAt, endsAt, room, joinLink, trainer }: SessionRow, { lang }: Context) {
  const day = dayOf(startsAt)
  return {
    ...{ id, day, from: clockOf(startsAt), to: clockOf(endsAt), room, joinLink },
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    trainer: trainer && { id: trainer.id, name: inLang(trainer.name, lang) },
    warnings: warningsOf(day),
  }
}
