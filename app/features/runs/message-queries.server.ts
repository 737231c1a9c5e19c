/** Whom a message to the learners of runs reaches. */
import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'

export type Recipient = {
  orderId: string
  reference: string
  lang: 'ar' | 'en'
  email: string
  firstName: string
  runId: number
  courseName: Localized
  startsAt: Date
}

/** Everybody with a paid seat in one of the runs, whose account was not erased. */
export async function recipientsOf(db: Database, runIds: readonly number[], max: number): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select o.id as "orderId", o.reference, case when o.lang = 'en' then 'en' else 'ar' end as lang, u.email,
      u.first_name as "firstName", s.id as "runId", c.name as "courseName", s.starts_at as "startsAt"
    from orders o join users u on u.id = o.user_id join schedules s on s.id = o.schedule_id
      join courses c on c.id = s.course_id
    where o.schedule_id = any(${runIds}::int[]) and o.status = 'paid' and u.erased_at is null
    order by s.starts_at, s.id, o.id limit ${max}`.execute(db)
  return rows
}
