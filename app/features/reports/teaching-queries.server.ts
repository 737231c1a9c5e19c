/** What became of runs: who came, who completed them, and what they thought of the course. */
import { sql } from 'kysely'
import { ownRuns } from '../../../db/own-runs.ts'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'

export type TaughtRow = {
  id: number
  course: Localized
  startsAt: Date
  endsAt: Date
  seats: number
  enrolled: number
  /** Sessions that have ended. */
  ended: number
  /** Seats of those sessions that were used. */
  attended: number
  completed: number
  /** Of the learners of the run: shown reviews of its course. */
  rating: number | null
  ratings: number
}

/**
 * The runs that began from `from` until before `until`, the newest first: all, or those that the account `trainer`
 * teaches.
 * @param minPercent the share of the ended sessions with which somebody has completed a run
 */
export async function taughtRuns(
  db: Database,
  asked: { from: Date; until: Date; trainer: number | null; minPercent: number; now: Date; limit: number },
): Promise<TaughtRow[]> {
  const { from, until, trainer, minPercent, now, limit } = asked
  const { rows } = await sql<TaughtRow>`
    with shown as materialized (
      select s.id, s.course_id, s.starts_at, s.ends_at, s.seats from schedules s
      where s.starts_at >= ${from} and s.starts_at < ${until} and s.starts_at <= ${now} and s.cancelled_at is null
        and ${trainer === null ? sql`true` : sql`s.id in (${ownRuns(trainer)})`}
      order by s.starts_at desc, s.id desc limit ${limit}
    ), seats as materialized (
      select o.schedule_id, o.user_id,
        (select count(*) from attendance a join run_sessions n on n.id = a.session_id
          where a.order_id = o.id and a.state <> 'absent' and n.schedule_id = o.schedule_id and n.ends_at <= ${now}) as attended,
        (select count(*) from run_sessions n where n.schedule_id = o.schedule_id and n.ends_at <= ${now}) as ended
      from shown join orders o on o.schedule_id = shown.id and o.status = 'paid'
    )
    select shown.id, c.name as course, shown.starts_at as "startsAt", shown.ends_at as "endsAt", shown.seats,
      coalesce(taken.enrolled, 0)::int as enrolled, coalesce(taken.ended, 0)::int as ended,
      coalesce(taken.attended, 0)::int as attended, coalesce(taken.completed, 0)::int as completed,
      thought.rating::float8 as rating, coalesce(thought.ratings, 0)::int as ratings
    from shown join courses c on c.id = shown.course_id
      left join lateral (
        select count(*) as enrolled, max(ended) as ended, sum(attended) as attended,
          count(*) filter (where ended > 0 and attended * 100 >= ${minPercent}::int * ended) as completed
        from seats where seats.schedule_id = shown.id) as taken on true
      left join lateral (
        select round(avg(r.rate), 2) as rating, count(*) as ratings
        from reviews r where r.course_id = shown.course_id and r.hidden_at is null
          and r.user_id in (select user_id from seats where seats.schedule_id = shown.id)) as thought on true
    order by shown.starts_at desc, shown.id desc`.execute(db)
  return rows
}
