/** Planning and changing runs. */

import { randomBytes } from 'node:crypto'
import type { Localized } from '../../../db/shapes.ts'
import { problemOfConstraint } from '../../api/constraint-problems.ts'
import { applyEdits } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { isProblem, Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { isRecorded } from '../catalogue/course-state.ts'
import { changeRuns } from './bulk.server.ts'
import { calendar, calendarDay } from './calendar/calendar.server.ts'
import { cancelPreview, cancelRun } from './cancel.server.ts'
import type { runsEndpoints } from './contract.ts'
import { exportRuns } from './export.server.ts'
import { previewRunMessage, sendRunMessage } from './message.server.ts'
import { enrolmentMovePreview, moveEnrolment } from './moves/enrolment-move.server.ts'
import { moveOrder, orderMovePreview } from './moves/order-move.server.ts'
import {
  courseOfRun,
  insertRun,
  replaceSessions,
  runOfSession,
  sessionsOfRun,
  updateRun,
  updateSession,
} from './queries.server.ts'
import { reschedulePreview, rescheduleRun } from './reschedule.server.ts'
import { requireRun } from './run-access.server.ts'
import { auditRun, readSessions, requireTrainers } from './run-changes.server.ts'
import { run, runs, runTags } from './run-views.server.ts'
import { areTooLong, leftOutOf, MAX_SESSION_HOURS, MAX_SESSIONS, runTimesOf, sessionsOf } from './sessions.ts'
import { warningsOf } from './special-days.ts'
import {
  joinWaiting,
  leaveWaiting,
  myWaiting,
  offerSeatTo,
  removeWaiting,
  waitingList,
  waitingPlace,
} from './waiting.server.ts'
import { exportWaiting } from './waiting-export.server.ts'
import { takenSeats } from './waiting-queries.server.ts'

type Calls = typeof runsEndpoints

export const runsOperations: Operations<Calls> = {
  joinWaiting,
  waitingPlace,
  leaveWaiting,
  myWaiting,
  waitingList,
  exportWaiting,
  offerSeat: offerSeatTo,
  removeWaiting,
  changeRuns,
  runTags,
  previewRunMessage,
  sendRunMessage,
  runs,
  exportRuns,
  run,
  planRun,
  sessionPattern,
  editRun,
  editSession,
  setRunCapacity,
  setRunPrice,
  reschedulePreview,
  rescheduleRun,
  cancelPreview,
  cancelRun,
  orderMovePreview,
  enrolmentMovePreview,
  moveEnrolment,
  moveOrder,
  calendar,
  calendarDay,
}

async function planRun(ctx: Context, { courseId, sessions, ...plan }: Input<Calls['planRun']>) {
  const id = await ctx.db.transaction().execute(async (tx) => {
    const course = await courseOfRun(tx, courseId)
    if (!course || isRecorded(course)) throw new Problem('courseNotFound')
    const planned = await readSessions(tx, sessions, ctx.now())
    const times = runTimesOf(planned)
    const values = {
      ...times,
      key: keyOf(times.startsAt),
      courseId,
      seats: plan.seats,
      heldSeats: Math.min(plan.heldSeats ?? 0, plan.seats),
      minimum: plan.minimum ?? null,
      enrolmentOpensAt: plan.enrolmentOpensAt ?? null,
      enrolmentClosesAt: plan.enrolmentClosesAt ?? times.startsAt,
      priceHalalas: plan.priceHalalas ?? null,
      city: plan.city ?? null,
      venue: plan.venue ?? null,
    }
    checkWindow(values)
    checkMinimum(values, 'minimum')
    const id = await insertRun(tx, values)
    await replaceSessions(tx, id, planned)
    const { seats, startsAt, endsAt } = values
    const after = { startsAt, endsAt, sessions: planned.length, seats }
    await writeAudit(tx, ctx, { action: 'run.plan', reference: `${course.key}/${values.key}`, after, runId: id })
    return id
  })
  return run(ctx, { id })
}

/** `2026-12-06-3f9a`: the day on which it began when it was planned, and what tells it from others of that day. */
const keyOf = (startsAt: Date) => `${startsAt.toISOString().slice(0, 10)}-${randomBytes(2).toString('hex')}`

type EnrolmentWindow = { startsAt: Date; enrolmentOpensAt: Date | null; enrolmentClosesAt: Date }

/** @throws Problem enrolmentClosesLate, validation */
function checkWindow({ startsAt, enrolmentOpensAt, enrolmentClosesAt }: EnrolmentWindow): void {
  if (enrolmentClosesAt > startsAt) throw new Problem('enrolmentClosesLate')
  if (enrolmentOpensAt && enrolmentOpensAt >= enrolmentClosesAt)
    throw new Problem('validation', {}, { enrolmentOpensAt: ['invalid'] })
}

/** A minimum that can never be reached is a slip. @throws Problem validation */
function checkMinimum({ seats, minimum }: { seats: number; minimum: number | null }, field: string): void {
  if (minimum !== null && minimum > seats) throw new Problem('validation', {}, { [field]: [`minimumAtMost:${seats}`] })
}

async function sessionPattern(_ctx: Context, { ramadanFrom, ramadanTo, ...pattern }: Input<Calls['sessionPattern']>) {
  const ramadan = ramadanFrom && ramadanTo ? { from: ramadanFrom, to: ramadanTo } : undefined
  const errors = {
    ...(areTooLong(pattern) ? { to: [`sessionAtMost:${MAX_SESSION_HOURS}`] } : {}),
    ...(ramadan && areTooLong(ramadan) ? { ramadanTo: [`sessionAtMost:${MAX_SESSION_HOURS}`] } : {}),
  }
  if (Object.keys(errors).length > 0) throw new Problem('validation', {}, errors)
  const sessions = sessionsOf({ ...pattern, ramadan })
  const leftOut = leftOutOf(pattern)
  if (sessions.length > MAX_SESSIONS) throw new Problem('validation', {}, { lastDay: [`tooManyRows:${MAX_SESSIONS}`] })
  return {
    sessions: sessions.map((session) => ({ ...session, warnings: warningsOf(session.day) })),
    leftOut: leftOut.map((day) => ({ day, warnings: warningsOf(day) })),
  }
}

async function editRun(ctx: Context, { id, changes }: Input<Calls['editRun']>) {
  await ctx.db.transaction().execute(async (tx) => {
    const before = await requireRun(tx, id)
    const written = applyEdits<Editable>(before, changes)
    if (Object.keys(written).length === 0) return
    checkWindow({ ...before, ...written })
    if (written.minimum !== undefined) checkMinimum({ ...before, ...written }, 'changes.minimum.to')
    await updateRun(tx, id, written)
    await auditRun(tx, ctx, 'run.edit', before, written)
  })
  return run(ctx, { id })
}

type Editable = {
  minimum: number | null
  enrolmentOpensAt: Date | null
  enrolmentClosesAt: Date
  city: Localized | null
  venue: Localized | null
}

async function editSession(ctx: Context, { id, changes }: Input<Calls['editSession']>) {
  const runId = await runOfSession(ctx.db, id)
  if (runId === undefined) throw new Problem('runNotFound')
  await ctx.db.transaction().execute(async (tx) => {
    const before = await requireRun(tx, runId)
    const session = (await sessionsOfRun(tx, runId)).find((one) => one.id === id)
    if (!session) throw new Problem('runNotFound')
    const { room, joinLink, trainer } = session
    const current = { version: before.version, room, joinLink, trainerId: trainer?.id ?? null }
    const written = applyEdits<EditableSession>(current, changes)
    if (Object.keys(written).length === 0) return
    await requireTrainers(tx, written.trainerId ? [written.trainerId] : [])
    await updateSession(tx, id, written)
    await updateRun(tx, runId, {})
    await auditRun(tx, ctx, 'run.session', { ...before, ...current }, written)
  })
  return run(ctx, { id: runId })
}

type EditableSession = { room: string | null; joinLink: string | null; trainerId: number | null }

/** The database itself refuses fewer seats than orders hold, whatever is sold at the same moment. */
async function setRunCapacity(ctx: Context, { id, seats, heldSeats }: Input<Calls['setRunCapacity']>) {
  const change = ctx.db.transaction().execute(async (tx) => {
    const before = await requireRun(tx, id)
    const wanted = { seats, heldSeats: heldSeats ?? before.heldSeats }
    if (wanted.heldSeats + before.companySeats > seats) throw new Problem('seatsSold')
    await updateRun(tx, id, wanted)
    await auditRun(tx, ctx, 'run.capacity', before, wanted)
    // Whoever waits has a new seat at once, not only with the job of the next minute.
    await enqueue(tx, 'offerSeats', {}, { key: 'offerSeats' })
  })
  await change.catch(async (error: unknown) => {
    const problem = problemOfConstraint(error)
    if (!isProblem(problem, 'seatsSold')) throw error
    const taken = await takenSeats(ctx.db, id)
    throw new Problem('seatsSold', { ...taken, held: heldSeats ?? taken.held })
  })
  return run(ctx, { id })
}

async function setRunPrice(ctx: Context, { id, ...price }: Input<Calls['setRunPrice']>) {
  const priceHalalas = price.priceHalalas ?? null
  await ctx.db.transaction().execute(async (tx) => {
    const before = await requireRun(tx, id)
    await updateRun(tx, id, { priceHalalas })
    await auditRun(tx, ctx, 'run.price', before, { priceHalalas })
  })
  return run(ctx, { id })
}
