/** Lessons as learners take them. Whoever has a paid order of a course is enrolled in it. */
import { sql } from 'kysely'
import { givesAccess } from '../../../db/access.ts'
import type { Captions, Localized, Quiz } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'

/** Whether the learner's order of the recorded course is paused, because a part of it was missed. */
export async function isPaused(db: Database, courseId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`select from orders o where o.course_id = ${courseId} and o.user_id = ${userId}
    and o.status = 'paid' and o.schedule_id is null and o.access_paused_at is not null`.execute(db)
  return rows.length > 0
}

/** Undefined for everybody who has no paid order of the recorded course. */
export async function findEnrolled(db: Database, courseId: number, userId: number) {
  type Row = {
    orderId: string
    id: number
    slug: string
    name: Localized
    certificate: { year: number; place: number; code: string } | null
  }
  const { rows } = await sql<Row>`
    select o.id as "orderId", c.id, c.slug, c.name,
      (select jsonb_build_object('year', t.year, 'place', t.place, 'code', t.code) from certificates t
        where t.order_id = o.id and t.revoked_at is null limit 1) as certificate
    from orders o join courses c on c.id = o.course_id
    where o.course_id = ${courseId} and o.user_id = ${userId} and ${givesAccess} and o.schedule_id is null
    limit 1`.execute(db)
  return rows[0]
}

export type EntryRow = {
  id: number
  title: Localized
  minutes: number
  hasVideo: boolean
  hasQuiz: boolean
  doneAt: Date | null
}

const ENTRY = sql`l.id, l.title, l.minutes, l.quiz is not null as "hasQuiz", p.done_at as "doneAt",
  exists (select from lesson_files f where f.lesson_id = l.id and f.kind = 'video') as "hasVideo"`

/** In order. */
export async function entriesOf(db: Database, courseId: number, userId: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select ${ENTRY} from lessons l left join lesson_progress p on p.lesson_id = l.id and p.user_id = ${userId}
    where l.course_id = ${courseId} order by l.position, l.id`.execute(db)
  return rows
}

export type FileRow = {
  id: number
  kind: 'video' | 'file'
  fileId: string
  fileName: string
  storedName: string
  type: string
  size: number
}

const FILES = sql`coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'kind', f.kind, 'fileId', s.id,
  'fileName', s.file_name, 'storedName', split_part(s.names[1], '/', -1), 'type', s.type, 'size', s.size) order by f.id)
  from lesson_files f join stored_files s on s.id = f.file_id where f.lesson_id = l.id), '[]') as files`

export type LessonRow = EntryRow & {
  courseId: number
  orderId: string
  body: Localized | null
  captions: Captions | null
  quiz: Quiz | null
  files: FileRow[]
  seconds: number | null
  percent: number | null
}

/** Undefined for everybody who has no paid order of its course. */
export async function findLesson(db: Database, id: number, userId: number): Promise<LessonRow | undefined> {
  const { rows } = await sql<LessonRow>`
    select ${ENTRY}, l.course_id as "courseId", o.id as "orderId", l.body, l.captions, l.quiz, ${FILES},
      p.seconds, p.percent
    from lessons l
      join lateral (select o.id from orders o where o.course_id = l.course_id and o.user_id = ${userId}
        and ${givesAccess} and o.schedule_id is null limit 1) as o on true
      left join lesson_progress p on p.lesson_id = l.id and p.user_id = ${userId}
    where l.id = ${id}`.execute(db)
  return rows[0]
}

type NewProgress = {
  userId: number
  lessonId: number
  seconds: number
  done: boolean
  percent: number | null
  now: Date
}
export type ProgressRow = { seconds: number; doneAt: Date | null; percent: number | null; isComplete: boolean }

/** Each value only grows: two devices may write in any order. */
export async function saveProgress(tx: Tx, progress: NewProgress): Promise<ProgressRow> {
  const { userId, lessonId, seconds, done, percent, now } = progress
  await sql`
    insert into lesson_progress as p (user_id, lesson_id, seconds, done_at, percent, updated_at)
    values (${userId}, ${lessonId}, ${seconds}, ${done ? now : null}::timestamptz, ${percent}::int, ${now})
    on conflict (user_id, lesson_id) do update set
      seconds = greatest(p.seconds, excluded.seconds), done_at = coalesce(p.done_at, excluded.done_at),
      percent = greatest(p.percent, excluded.percent), updated_at = excluded.updated_at`.execute(tx)
  const { rows } = await sql<ProgressRow>`
    select p.seconds, p.done_at as "doneAt", p.percent, not exists (
      select from lessons l join lessons own on own.id = ${lessonId} and own.course_id = l.course_id
      where not exists (select from lesson_progress d
        where d.lesson_id = l.id and d.user_id = ${userId} and d.done_at is not null)) as "isComplete"
    from lesson_progress p where p.user_id = ${userId} and p.lesson_id = ${lessonId}`.execute(tx)
  return rows[0]!
}

/** Undefined when there are none in this language, or the caller may not see the lesson. */
export async function findCaptions(
  db: Database,
  { id, lang, userId, now }: { id: number; lang: 'ar' | 'en'; userId: number | null; now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ text: string | null }>`
    select l.captions ->> ${lang} as text from lessons l join courses c on c.id = l.course_id
    where l.id = ${id} and ((l.is_free and c.published_at <= ${now}) or exists (select from orders o
      where o.course_id = c.id and o.user_id = ${userId}::int and ${givesAccess} and o.schedule_id is null))`.execute(
    db,
  )
  return rows[0]?.text ?? undefined
}

/** Undefined for everybody who has no paid order of its course. */
export async function fileOfLearner(db: Database, id: number, userId: number) {
  const { rows } = await sql<{ fileId: string; fileName: string }>`
    select s.id as "fileId", s.file_name as "fileName"
    from lesson_files f join stored_files s on s.id = f.file_id join lessons l on l.id = f.lesson_id
    where f.id = ${id} and f.kind = 'file' and exists (select from orders o
      where o.course_id = l.course_id and o.user_id = ${userId} and ${givesAccess} and o.schedule_id is null)`.execute(
    db,
  )
  return rows[0]
}

export type FreeRow = {
  id: number
  title: Localized
  minutes: number
  body: Localized | null
  captions: Captions | null
  files: FileRow[]
}

/** The first free lesson of a published course. */
export async function findFreeLesson(db: Database, courseId: number, now: Date): Promise<FreeRow | undefined> {
  const { rows } = await sql<FreeRow>`
    select l.id, l.title, l.minutes, l.body, l.captions, ${FILES}
    from lessons l join courses c on c.id = l.course_id
    where l.course_id = ${courseId} and l.is_free and c.published_at <= ${now}
    order by l.position, l.id limit 1`.execute(db)
  return rows[0]
}

/** Whether it is the video of a free lesson of a published course. */
export async function isFreeVideo(db: Database, fileId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from lesson_files f join lessons l on l.id = f.lesson_id join courses c on c.id = l.course_id
    where f.file_id = ${fileId} and f.kind = 'video' and l.is_free and c.published_at <= ${now}`.execute(db)
  return rows.length > 0
}

/** Whether the account has a paid order of the course, or of the run, to which the file belongs. */
export async function isFileOf(db: Database, fileId: string, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from lesson_files f join lessons l on l.id = f.lesson_id join orders o on o.course_id = l.course_id
    where f.file_id = ${fileId} and o.user_id = ${userId} and ${givesAccess} and o.schedule_id is null`.execute(db)
  return rows.length > 0
}
