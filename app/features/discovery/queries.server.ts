import type { Database } from '../../platform/database/database.server.ts'

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
