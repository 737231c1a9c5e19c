/** The sessions of a time: all of them as far as they decide where they stand, and what is shown of a few. */
import { sql } from 'kysely'
import type { Localized } from '../../../../db/shapes.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { dayOf } from '../../../platform/days.ts'
import { HOUR_MS } from '../../../platform/durations.ts'
import { visible } from '../listing-queries.server.ts'
import type { PlacedRow } from './calendar-groups.ts'

/**
 * All sessions that begin in this time, of runs that take place. A month of a large institute has thousands, so that
 * their times come as numbers, which are read much faster than dates.
 */
export async function placedBetween(
  db: Database,
  from: Date,
  to: Date,
  ownRunsOf: number | null,
): Promise<PlacedRow[]> {
  const { rows } = await sql<Omit<PlacedRow, 'day'>>`
    select n.id, (extract(epoch from n.starts_at) * 1000)::float8 as "startMs",
      (extract(epoch from n.ends_at) * 1000)::float8 as "endMs", n.room, s.city ->> 'ar' as city,
      case when n.trainer_id is not null then array[n.trainer_id]
        else array(select ct.trainer_id from course_trainers ct where ct.course_id = s.course_id order by ct.position)
      end as "trainerIds"
    from run_sessions n join schedules s on s.id = n.schedule_id
    where n.starts_at >= ${from} and n.starts_at < ${to} and s.cancelled_at is null and ${visible(ownRunsOf)}
    order by n.starts_at, n.id`.execute(db)
  // Days begin with an hour, and sessions with few of them.
  const days = new Map<number, string>()
  return rows.map((row) => {
    const hour = Math.floor(row.startMs / HOUR_MS)
    const day = days.get(hour) ?? dayOf(new Date(row.startMs))
    days.set(hour, day)
    return Object.assign(row, { day })
  })
}

export type ShownSession = { id: number; runId: number; course: Localized; city: Localized | null }

export async function shownSessions(db: Database, ids: readonly number[]): Promise<Map<number, ShownSession>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ShownSession>`
    select n.id, s.id as "runId", c.name as course, s.city
    from run_sessions n join schedules s on s.id = n.schedule_id join courses c on c.id = s.course_id
    where n.id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export async function trainerNames(db: Database, ids: readonly number[]): Promise<Map<number, Localized>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('trainers').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
