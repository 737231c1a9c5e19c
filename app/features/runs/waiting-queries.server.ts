/** Who waits for a seat in a full run. */
import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database.server.ts'

export type LinePerson = {
  /** Of the place in line. */
  id: number
  userId: number
  lang: 'ar' | 'en'
  email: string
  firstName: string
  runId: number
  courseId: number
  slug: string
  courseName: Localized
  startsAt: Date
}

const PERSON = sql`w.id, w.user_id as "userId", w.lang, u.email, u.first_name as "firstName", s.id as "runId",
  c.id as "courseId", c.slug, c.name as "courseName", s.starts_at as "startsAt"`
const JOINED = sql`join users u on u.id = w.user_id and u.erased_at is null
  join schedules s on s.id = w.schedule_id join courses c on c.id = s.course_id`
/** Neither offered a seat nor gone. */
const isWaiting = sql`w.order_id is null and w.left_at is null`

/** The places in line, the first one first. */
export async function peopleInLine(db: Database, runId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select w.id from waiting_places w where w.schedule_id = ${runId} and ${isWaiting} order by w.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ends the waiting for a run. @returns who was waiting */
export async function closeLine(db: Database, runId: number, now: Date): Promise<LinePerson[]> {
  const { rows } = await sql<LinePerson>`
    with w as (
      update waiting_places w set left_at = ${now} where w.schedule_id = ${runId} and ${isWaiting} returning w.*)
    select ${PERSON} from w ${JOINED} order by w.id`.execute(db)
  return rows
}
