/** What several commands on runs share: reading sessions, and writing down what was changed. */
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { courseOfRun, knownTrainers, type NewSession } from './queries.server.ts'
import type { SessionInput } from './run-fields-contract.ts'
import { isTooLong, MAX_SESSION_HOURS, overlapOf, type SessionTimes, timesOf } from './sessions.ts'

/**
 * @param before the sessions as they are: those that have begun stay, and no other begins in the past
 * @throws Problem trainerNotFound, sessionsOverlap, runBegun; validation at the end of a session that is too long
 */
export async function readSessions(
  db: Database,
  inputs: readonly SessionInput[],
  now: Date,
  before: readonly SessionTimes[] = [],
): Promise<NewSession[]> {
  refuseTooLong(inputs, before)
  const sessions = inputs
    .map(({ room = null, joinLink = null, trainerId = null, ...plan }) => ({
      ...timesOf(plan),
      room,
      joinLink,
      trainerId,
    }))
    .sort((one, other) => +one.startsAt - +other.startsAt)
  const overlap = overlapOf(sessions)
  if (overlap) throw new Problem('sessionsOverlap')
  const begun = (all: readonly { startsAt: Date }[]) =>
    all.flatMap(({ startsAt }) => (startsAt <= now ? startsAt.toISOString() : [])).join()
  if (begun(sessions) !== begun(before)) throw new Problem('runBegun')
  await requireTrainers(
    db,
    sessions.flatMap(({ trainerId }) => trainerId ?? []),
  )
  return sessions
}

/** Sessions that were there before may stay as they are. */
function refuseTooLong(inputs: readonly SessionInput[], before: readonly SessionTimes[]): void {
  const isNew = ({ startsAt, endsAt }: SessionTimes) =>
    !before.some((one) => +one.startsAt === +startsAt && +one.endsAt === +endsAt)
  const errors = inputs.flatMap((input, place) => {
    const times = timesOf(input)
    return isTooLong(times) && isNew(times) ? [[`sessions.${place}.to`, [`sessionAtMost:${MAX_SESSION_HOURS}`]]] : []
  })
  if (errors.length > 0) throw new Problem('validation', {}, Object.fromEntries(errors))
}

export async function requireTrainers(db: Database, ids: readonly number[]): Promise<void> {
  const known = await knownTrainers(db, [...new Set(ids)])
  if (ids.some((id) => !known.has(id))) throw new Problem('trainerNotFound')
}

/** Writes down the changed fields of a run, as they were and as they are. */
export async function auditRun(
  tx: Tx,
  ctx: Context,
  action: `run.${string}`,
  before: { id: number; key: string; courseId: number },
  after: object,
  detail: object = {},
): Promise<void> {
  const course = await courseOfRun(tx, before.courseId)
  const old = Object.fromEntries(Object.keys(after).map((field) => [field, (before as Record<string, unknown>)[field]]))
  const reference = `${course?.key}/${before.key}`
  await writeAudit(tx, ctx, { action, reference, before: old, after, detail, runId: before.id })
}
