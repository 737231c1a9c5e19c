import type { Institute } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database.server.ts'

export async function pageOf(db: Database, code: string) {
  return db
    .selectFrom('pages')
    .select(['code', 'title', 'description', 'image', 'video', 'sections', 'updated_at'])
    .where('code', '=', code)
    .executeTakeFirst()
}

export type StoredPage = NonNullable<Awaited<ReturnType<typeof pageOf>>>

export async function seoOf(db: Database, code: string) {
  return db
    .selectFrom('page_seo')
    .select(['meta_title', 'meta_description', 'keywords'])
    .where('code', '=', code)
    .executeTakeFirst()
}

export type StoredSeo = NonNullable<Awaited<ReturnType<typeof seoOf>>>

export async function instituteData(db: Database): Promise<Institute | undefined> {
  const row = await db.selectFrom('institute').select('data').executeTakeFirst()
  return row?.data
}

export async function organisationsOf(db: Database, kind: 'partner' | 'client') {
  return db
    .selectFrom('organisations')
    .select(['key', 'name', 'logo', 'link'])
    .where('kind', '=', kind)
    .orderBy('position')
    .execute()
}

/** The featured reviews of published courses, the newest first. */
export async function featuredReviews(db: Database, now: Date, count: number) {
  return db
    .selectFrom('reviews')
    .innerJoin('courses', 'courses.id', 'reviews.course_id')
    .select(['reviews.id', 'reviews.user_name', 'reviews.user_picture', 'reviews.rate', 'reviews.comment'])
    .where('reviews.featured', '=', true)
    .where('reviews.hidden_at', 'is', null)
    .where('courses.published_at', '<=', now)
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(count)
    .execute()
}
