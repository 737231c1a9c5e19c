import { sql } from 'kysely'
import type { Database } from '../../platform/database.server.ts'

/** The text of a published course's share picture. */
export function sharedCourse(db: Database, id: number, now: Date) {
  return db
    .selectFrom('courses')
    .innerJoin('specializations', 'specializations.id', 'courses.specialization_id')
    .select([
      'courses.name',
      'courses.hours',
      'courses.delivery_method',
      'courses.cover',
      'specializations.name as specialization_name',
    ])
    .where('courses.id', '=', id)
    .where('courses.published_at', '<=', now)
    .executeTakeFirst()
}

export async function sharedInstitute(db: Database) {
  const row = await db.selectFrom('institute').select('data').executeTakeFirst()
  return row?.data
}

/** Published courses; their publication counts as a change. */
export async function listedCourses(db: Database, now: Date) {
  return db
    .selectFrom('courses')
    .select(['slug', 'specialization_id', sql<Date>`greatest(updated_at, published_at)`.as('updated_at')])
    .where('published_at', '<=', now)
    .orderBy('id')
    .execute()
}

/** The text of a published article's share picture. */
export function sharedArticle(db: Database, id: number, now: Date) {
  return db
    .selectFrom('articles')
    .innerJoin('blog_categories', 'blog_categories.id', 'articles.category_id')
    .select(['articles.title', 'articles.cover', 'blog_categories.name as category_name'])
    .where('articles.id', '=', id)
    .where('articles.published_at', '<=', now)
    .executeTakeFirst()
}

export function listedArticles(db: Database, now: Date) {
  return db
    .selectFrom('articles')
    .select(['slug', sql<Date>`greatest(updated_at, published_at)`.as('updated_at')])
    .where('published_at', '<=', now)
    .orderBy('id')
    .execute()
}

export function listedPosts(db: Database, now: Date) {
  return db
    .selectFrom('posts')
    .select(['id', sql<Date>`greatest(edited_at, publish_date)`.as('updated_at')])
    .where('state', '=', 'shown')
    .where('publish_date', '<=', now)
    .orderBy('id')
    .execute()
}

/** The content pages by code. */
export async function datedPages(db: Database) {
  return db.selectFrom('pages').select(['code', 'updated_at']).execute()
}

export async function newestReview(db: Database): Promise<Date | null> {
  const row = await db
    .selectFrom('reviews')
    .select((eb) => eb.fn.max('created_at').as('newest'))
    .executeTakeFirst()
  return row?.newest ?? null
}
