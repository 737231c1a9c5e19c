/** The lessons of recorded courses, as content is loaded and written. */
import type { Database, Tx } from '../../../platform/database/database.server.ts'
import { upsert } from '../upsert-queries.server.ts'

/** With what storage calls them. */
export function filesOfLessons(db: Database) {
  return db
    .selectFrom('lesson_files')
    .innerJoin('stored_files', 'stored_files.id', 'lesson_files.file_id')
    .innerJoin('lessons', 'lessons.id', 'lesson_files.lesson_id')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .select(['lesson_files.id', 'lesson_files.lesson_id', 'lesson_files.kind', 'lesson_files.file_id'])
    .select(['courses.key as course', 'lessons.key as lesson'])
    .select(['lesson_files.hash', 'stored_files.file_name', 'stored_files.type', 'stored_files.names'])
    .orderBy('lesson_files.lesson_id')
    .orderBy('lesson_files.id')
    .execute()
}

/** The lessons of courses that are loaded, in the order of the file; those that it leaves out are deleted. */
export async function saveLessons(
  tx: Tx,
  courseId: number,
  rows: readonly { key: string; [column: string]: unknown }[],
): Promise<boolean> {
  const gone = await tx
    .deleteFrom('lessons')
    .where('course_id', '=', courseId)
    .where('key', 'not in', rows.length > 0 ? rows.map(({ key }) => key) : [''])
    .executeTakeFirst()
  const values = rows.map((row, position) => ({ course_id: courseId, position, ...row }))
  const done = await upsert(tx, 'lessons', ['course_id', 'key'], values)
  return gone.numDeletedRows > 0n || done.length > 0
}

export async function storedLessons(tx: Tx, courseId: number) {
  const rows = await tx
    .selectFrom('lessons')
    .select(['key', 'english_made_from'])
    .where('course_id', '=', courseId)
    .execute()
  return new Map(rows.map((row) => [row.key, row]))
}

export async function lessonIds(tx: Tx, courseId: number): Promise<Map<string, number>> {
  const rows = await tx.selectFrom('lessons').select(['key', 'id']).where('course_id', '=', courseId).execute()
  return new Map(rows.map(({ key, id }) => [key, id]))
}

export async function insertLessonFile(
  tx: Tx,
  file: { lessonId: number; kind: 'video' | 'file'; fileId: string; hash: string },
): Promise<void> {
  await tx
    .insertInto('lesson_files')
    .values({ lesson_id: file.lessonId, kind: file.kind, file_id: file.fileId, hash: file.hash })
    .execute()
}

export async function deleteLessonFiles(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('lesson_files').where('id', 'in', ids).execute()
}
