/** Lessons as editors write them. */
import { sql } from 'kysely'
import type { Captions, Localized, Quiz } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { MadeFrom } from '../translations/english-state.ts'
import type { FileRow } from './queries.server.ts'

export async function findCourse(db: Database, id: number) {
  return (
    db
      .selectFrom('courses')
      .select(['id', 'key', 'name'])
      // 2: recorded; the others have runs.
      .select(sql<boolean>`delivery_method = 2`.as('isRecorded'))
      .where('id', '=', id)
      .executeTakeFirst()
  )
}

export type DeskEntryRow = {
  id: number
  title: Localized
  minutes: number
  isFree: boolean
  hasVideo: boolean
  files: number
  hasQuiz: boolean
  done: number
}

export async function deskEntries(db: Database, courseId: number): Promise<DeskEntryRow[]> {
  const { rows } = await sql<DeskEntryRow>`
    select l.id, l.title, l.minutes, l.is_free as "isFree", l.quiz is not null as "hasQuiz",
      exists (select from lesson_files f where f.lesson_id = l.id and f.kind = 'video') as "hasVideo",
      (select count(*)::int from lesson_files f where f.lesson_id = l.id and f.kind = 'file') as files,
      (select count(*)::int from lesson_progress p where p.lesson_id = l.id and p.done_at is not null) as done
    from lessons l where l.course_id = ${courseId} order by l.position, l.id`.execute(db)
  return rows
}

/** Locks the course, so that two changes of its lessons follow each other. */
export async function lockCourse(tx: Tx, id: number): Promise<void> {
  await sql`select from courses where id = ${id} for no key update`.execute(tx)
}

type NewLesson = { courseId: number; title: Localized; minutes: number; max: number; now: Date }

/** At the end, under the first free key. Undefined when the course has as many as it may have. */
export async function insertLesson(tx: Tx, lesson: NewLesson): Promise<number | undefined> {
  const { courseId, title, minutes, max, now } = lesson
  const { rows } = await sql<{ id: number }>`
    with own as (select count(*)::int as count, coalesce(max(position), -1) + 1 as next,
      coalesce(max(substring(key from '^lesson-([0-9]{1,6})$')::int), 0) + 1 as number
      from lessons where course_id = ${courseId})
    insert into lessons (course_id, key, position, title, minutes, created_at)
    select ${courseId}, 'lesson-' || number, next, ${JSON.stringify(title)}::jsonb, ${minutes}, ${now}
    from own where count < ${max}
    returning id`.execute(tx)
  return rows[0]?.id
}

export type DeskLessonRow = {
  id: number
  key: string
  courseId: number
  courseKey: string
  courseName: Localized
  title: Localized
  minutes: number
  isFree: boolean
  body: Localized | null
  captions: Captions | null
  quiz: Quiz | null
  /** Counts changes of the texts, for who confirms their English. */
  rowVersion: number
  madeFrom: MadeFrom
  files: FileRow[]
}

/** Of a change the row is locked. */
export async function findDeskLesson(db: Database, id: number, forChange = false): Promise<DeskLessonRow | undefined> {
  const { rows } = await sql<DeskLessonRow>`
    select l.id, l.key, c.id as "courseId", c.key as "courseKey", c.name as "courseName", l.title, l.minutes,
      l.is_free as "isFree", l.body, l.captions, l.quiz, l.version as "rowVersion", l.english_made_from as "madeFrom",
      coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'kind', f.kind, 'fileId', s.id,
        'fileName', s.file_name, 'storedName', split_part(s.names[1], '/', -1), 'type', s.type, 'size', s.size)
        order by f.kind desc, f.id)
        from lesson_files f join stored_files s on s.id = f.file_id where f.lesson_id = l.id), '[]') as files
    from lessons l join courses c on c.id = l.course_id
    where l.id = ${id} ${forChange ? sql`for update of l` : sql``}`.execute(db)
  return rows[0]
}

type Changes = Pick<DeskLessonRow, 'title' | 'minutes' | 'isFree' | 'body' | 'captions' | 'quiz'>

const jsonOrNull = (value: object | null) => (value ? JSON.stringify(value) : null)

export async function updateLesson(
  tx: Tx,
  id: number,
  changes: Changes,
  english: { madeFrom: MadeFrom; stale: string[] },
): Promise<void> {
  await tx
    .updateTable('lessons')
    .set({
      title: JSON.stringify(changes.title),
      minutes: changes.minutes,
      is_free: changes.isFree,
      body: jsonOrNull(changes.body),
      captions: jsonOrNull(changes.captions),
      quiz: jsonOrNull(changes.quiz),
      english_made_from: JSON.stringify(english.madeFrom),
      english_stale: english.stale,
    })
    .where('id', '=', id)
    .execute()
}

/** False when these are not all lessons of the course. */
export async function setOrder(tx: Tx, courseId: number, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ isWhole: boolean }>`
    select array(select id from lessons where course_id = ${courseId} order by id)
      = array(select distinct id from unnest(${ids}::int[]) as id order by id) as "isWhole"`.execute(tx)
  if (!rows[0]!.isWhole) return false
  await sql`update lessons set position = wanted.place - 1
    from unnest(${ids}::int[]) with ordinality as wanted (id, place)
    where lessons.id = wanted.id and position <> wanted.place - 1`.execute(tx)
  return true
}

export async function deleteLesson(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('lessons').where('id', '=', id).execute()
}

type NewFile = { lessonId: number; kind: 'video' | 'file'; fileId: string; hash: string }

export async function insertFile(tx: Tx, { lessonId, kind, fileId, hash }: NewFile): Promise<void> {
  await tx.insertInto('lesson_files').values({ lesson_id: lessonId, kind, file_id: fileId, hash }).execute()
}

export async function deleteFile(tx: Tx, id: number): Promise<{ lessonId: number; fileId: string } | undefined> {
  return tx
    .deleteFrom('lesson_files')
    .where('id', '=', id)
    .returning(['lesson_id as lessonId', 'file_id as fileId'])
    .executeTakeFirst()
}
