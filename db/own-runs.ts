/** The runs that are a trainer's own. */
import { type RawBuilder, sql } from 'kysely'

/** The ids of the runs of the courses that the account `userId` trains, and of those with a session of its own. */
export function ownRuns(userId: number): RawBuilder<{ id: number }> {
  return sql`select s.id from trainers t
    join course_trainers ct on ct.trainer_id = t.id join schedules s on s.course_id = ct.course_id
    where t.user_id = ${userId}
    union select n.schedule_id from trainers t join run_sessions n on n.trainer_id = t.id where t.user_id = ${userId}`
}
