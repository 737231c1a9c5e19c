import type { Database } from '../../../platform/database/database.server.ts'

/** A second time changes nothing. */
export async function insertSaved(db: Database, saved: { userId: number; courseId: number; now: Date }): Promise<void> {
  await db
    .insertInto('saved_courses')
    .values({ user_id: saved.userId, course_id: saved.courseId, created_at: saved.now })
    .onConflict((conflict) => conflict.columns(['user_id', 'course_id']).doNothing())
    .execute()
}

export async function removeSaved(db: Database, userId: number, courseId: number): Promise<void> {
  await db.deleteFrom('saved_courses').where('user_id', '=', userId).where('course_id', '=', courseId).execute()
}

/** Those that visitors can see now, the last saved first. */
function savedBy(db: Database, userId: number, now: Date) {
  return db
    .selectFrom('saved_courses')
    .innerJoin('courses', 'courses.id', 'saved_courses.course_id')
    .where('saved_courses.user_id', '=', userId)
    .where('courses.published_at', '<=', now)
}

export async function findSavedIds(
  db: Database,
  userId: number,
  page: { limit: number; offset: number },
  now: Date,
): Promise<number[]> {
  const rows = await savedBy(db, userId, now)
    .select('saved_courses.course_id')
    .orderBy('saved_courses.created_at', 'desc')
    .orderBy('saved_courses.course_id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return rows.map(({ course_id }) => course_id)
}

export async function countSaved(db: Database, userId: number, now: Date): Promise<number> {
  const { count } = await savedBy(db, userId, now)
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Of a course that visitors can see now. */
export async function findSlug(db: Database, courseId: number, now: Date): Promise<string | undefined> {
  const course = await db
    .selectFrom('courses')
    .select('slug')
    .where('id', '=', courseId)
    .where('published_at', '<=', now)
    .executeTakeFirst()
  return course?.slug
}
