/** The texts of records, as the translation report reads them. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database.server.ts'

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
  db.selectFrom('institute').select(['data', 'version', 'english_made_from']).executeTakeFirst()

export const allPages = (db: Database) =>
  db
    .selectFrom('pages')
    .select(['code', 'version', 'title', 'description', 'sections', 'english_made_from'])
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
