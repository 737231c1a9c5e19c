/** The texts of records, as the translation report reads them. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'

/** By which records with open English texts are found; each has an index (465). */
const OPEN = {
  missing: sql<boolean>`english_missing > 0 and (english_missing > 0 or english_stale <> '{}')`,
  stale: sql<boolean>`english_stale <> '{}'`,
  any: sql<boolean>`(english_missing > 0 or english_stale <> '{}')`,
}
export type Wanted = keyof typeof OPEN

/** At most `limit` courses from this id on. */
export const openCourses = (db: Database, from: number, wanted: Wanted, limit: number) =>
  db
    .selectFrom('courses')
    .select(['id', 'version', 'name', 'summary', 'description', 'certificate', 'outcomes', 'prerequisites'])
    .select(['audience', 'outline', 'faq', 'seo', 'cover_alt', 'english_made_from'])
    .where('id', '>=', from)
    .where('archived_at', 'is', null)
    .where(OPEN[wanted])
    .orderBy('id')
    .limit(limit)
    .execute()

export const openArticles = (db: Database, from: number, wanted: Wanted, limit: number) =>
  db
    .selectFrom('articles')
    .select(['id', 'version', 'title', 'summary', 'body', 'seo', 'cover_alt', 'english_made_from'])
    .where('id', '>=', from)
    .where('archived_at', 'is', null)
    .where(OPEN[wanted])
    .orderBy('id')
    .limit(limit)
    .execute()

const lessons = (db: Database, wanted: Wanted) =>
  db
    .selectFrom('lessons')
    .innerJoin('courses', 'courses.id', 'lessons.course_id')
    .where('courses.archived_at', 'is', null)
    .where(OF_LESSONS[wanted])

const OF_LESSONS = {
  missing: sql<boolean>`lessons.english_missing > 0`,
  stale: sql<boolean>`lessons.english_stale <> '{}'`,
  any: sql<boolean>`(lessons.english_missing > 0 or lessons.english_stale <> '{}')`,
}

export const openLessons = (db: Database, from: number, wanted: Wanted, limit: number) =>
  lessons(db, wanted)
    .select(['lessons.id', 'lessons.version', 'lessons.title', 'lessons.body', 'lessons.captions', 'lessons.quiz'])
    .select('lessons.english_made_from')
    .where('lessons.id', '>=', from)
    .orderBy('lessons.id')
    .limit(limit)
    .execute()

export async function countLessons(db: Database, wanted: Wanted, most: number): Promise<number> {
  const some = lessons(db, wanted).select('lessons.id').limit(most)
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Those that are not over. */
export const openBanners = (db: Database, now: Date) =>
  db
    .selectFrom('banners')
    .select(['id', 'version', 'text', 'link_text as linkText', 'english_made_from'])
    .where('ends_at', '>', now)
    .orderBy('id')
    .execute()

/** Counts up to `most`. */
export async function countOpen(db: Database, table: 'courses' | 'articles', wanted: Wanted, most: number) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${sql.table(table)} where archived_at is null and ${OPEN[wanted]} limit ${most}) as open`.execute(db)
  return rows[0]!.count
}

export const allTrainers = (db: Database) =>
  db
    .selectFrom('trainers')
    .select(['id', 'version', 'name', 'title', 'bio', 'picture_alt as pictureAlt', 'english_made_from'])
    .orderBy('id')
    .execute()

export const allSpecializations = (db: Database) =>
  db
    .selectFrom('specializations')
    .select(['id', 'version', 'parent_id', 'name', 'summary', 'english_made_from'])
    .orderBy('id')
    .execute()

export const theInstitute = (db: Database) =>
  db
    .selectFrom('institute')
    .select(['data', 'version', 'english_made_from', 'menus_made_from', 'branches_made_from'])
    .executeTakeFirst()

export const allPages = (db: Database) =>
  db
    .selectFrom('pages')
    .select(['code', 'version', 'title', 'description', 'image_alt', 'sections', 'english_made_from'])
    .orderBy('code')
    .execute()

export const allSearchTexts = (db: Database) =>
  db
    .selectFrom('page_seo')
    .select(['code', 'version', 'meta_title', 'meta_description', 'keywords', 'english_made_from'])
    .orderBy('code')
    .execute()

export const allQuestions = (db: Database) =>
  db
    .selectFrom('faq_questions')
    .select(['id', 'version', 'question', 'answer', 'english_made_from'])
    .orderBy('id')
    .execute()

export const allQuestionGroups = (db: Database) =>
  db.selectFrom('faq_groups').select(['key', 'version', 'title', 'english_made_from']).orderBy('key').execute()

export const allOrganisations = (db: Database) =>
  db.selectFrom('organisations').select(['id', 'version', 'name', 'english_made_from']).orderBy('id').execute()

export const allTags = (db: Database) => db.selectFrom('tags').select(['key', 'name']).orderBy('key').execute()

export const allSections = (db: Database) =>
  db.selectFrom('blog_categories').select(['id', 'name', 'summary']).orderBy('id').execute()
