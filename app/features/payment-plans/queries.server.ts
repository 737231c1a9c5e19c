/** The institute's plans in the database. */
import { sql } from 'kysely'
import type { PlanPart } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'

export type PlanFields = {
  name: string
  depositPercent: number | null
  depositHalalas: number | null
  parts: PlanPart[]
  courseIds: number[]
  fromHalalas: number | null
  isActive: boolean
}

const rows = (db: Database) =>
  db
    .selectFrom('payment_plans')
    .select(['id', 'version', 'name', 'deposit_percent as depositPercent', 'deposit_halalas as depositHalalas'])
    .select(['parts', 'course_ids as courseIds', 'from_halalas as fromHalalas', 'is_active as isActive'])

export const findOne = (db: Database, id: number) => rows(db).where('id', '=', id).executeTakeFirst()
export type PlanRow = NonNullable<Awaited<ReturnType<typeof findOne>>>

export const lockOne = (tx: Tx, id: number) => rows(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Those in use first, the newest first. There are few: an institute has a handful of terms. */
export const listPlans = (db: Database, max: number) =>
  rows(db).orderBy('is_active', 'desc').orderBy('id', 'desc').limit(max).execute()

/** The plan of a course at this price: one that names it, else the one from the highest price that it reaches. */
export const planOf = (db: Database, courseId: number, totalHalalas: number) =>
  rows(db)
    .where('is_active', '=', true)
    .where(sql<boolean>`(${courseId}::int = any(course_ids) or from_halalas <= ${totalHalalas}::int)`)
    .orderBy(sql`${courseId}::int = any(course_ids)`, 'desc')
    .orderBy(sql`from_halalas desc nulls last`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const columns = (fields: PlanFields) => ({
  ...{ name: fields.name, deposit_percent: fields.depositPercent, deposit_halalas: fields.depositHalalas },
  ...{ parts: JSON.stringify(fields.parts), course_ids: fields.courseIds, from_halalas: fields.fromHalalas },
  is_active: fields.isActive,
})

export async function insertOne(tx: Tx, fields: PlanFields): Promise<number> {
  const { id } = await tx.insertInto('payment_plans').values(columns(fields)).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateOne = (tx: Tx, id: number, fields: PlanFields) =>
  tx.updateTable('payment_plans').set(columns(fields)).where('id', '=', id).execute()

/** Those of these ids that are courses. */
export async function knownCourses(db: Database, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const found = await db.selectFrom('courses').select('id').where('id', 'in', ids).execute()
  return found.map(({ id }) => id)
}

/** Of a published course. */
export function priceOfCourse(db: Database, id: number, now: Date) {
  return db
    .selectFrom('courses')
    .select('price_halalas as totalHalalas')
    .select(sql<boolean>`delivery_method = 2`.as('isRecorded'))
    .where('id', '=', id)
    .where('published_at', '<=', now)
    .executeTakeFirst()
}

export function daysOfRun(db: Database, { id, courseId }: { id: number; courseId: number }) {
  return db
    .selectFrom('schedules')
    .select(['starts_at as startsAt', 'ends_at as endsAt'])
    .where('id', '=', id)
    .where('course_id', '=', courseId)
    .executeTakeFirst()
}
