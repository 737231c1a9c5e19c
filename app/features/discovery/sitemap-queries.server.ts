/** What the sitemap lists. Publication counts as a change. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'

/** Kinds of pages that exist in any number. */
export type ListedKind = 'courses' | 'blog' | 'community'

/**
 * How many numbers (`id`) a file of the sitemap spans; the indexes of 171-smaller-sitemap-files.sql say the same. The
 * protocol allows 50,000 addresses and 50 MB, and 50,000 files; a file of this size is made in some 15 ms.
 */
export const IDS_PER_FILE = 5000

type Source = {
  table: string
  /** What the address is made of: a slug, or a post's number. */
  name: RawBuilder<string | number>
  publishedAt: RawBuilder<Date>
  changedAt: RawBuilder<Date>
  isListed: RawBuilder<boolean>
}

const byPublication = {
  name: sql.raw<string>('slug'),
  publishedAt: sql.raw<Date>('published_at'),
  changedAt: sql.raw<Date>('greatest(updated_at, published_at)'),
  isListed: sql.raw<boolean>('published_at is not null'),
}
const SOURCES: Record<ListedKind, Source> = {
  courses: { table: 'courses', ...byPublication },
  blog: { table: 'articles', ...byPublication },
  community: {
    table: 'posts',
    name: sql.raw<number>('id'),
    publishedAt: sql.raw<Date>('publish_date'),
    changedAt: sql.raw<Date>('greatest(edited_at, publish_date)'),
    isListed: sql.raw<boolean>(`state = 'shown'`),
  },
}
const PER_FILE = sql.raw(String(IDS_PER_FILE))

export type SitemapFile = { part: number; updatedAt: Date }

/** The files of a kind that have an entry, with the time of their newest change. Parts count from 1. */
export async function listedFiles(db: Database, kind: ListedKind, now: Date): Promise<SitemapFile[]> {
  const { table, publishedAt, changedAt, isListed } = SOURCES[kind]
  const { rows } = await sql<SitemapFile>`
    select place + 1 as part, newest.changed_at as "updatedAt"
    from generate_series(0, (select max(id) / ${PER_FILE} from ${sql.table(table)})) as place
    cross join lateral (
      select ${changedAt} as changed_at from ${sql.table(table)}
      where id / ${PER_FILE} = place and ${isListed} and ${publishedAt} <= ${now}
      order by ${changedAt} desc limit 1) as newest
    order by place`.execute(db)
  return rows
}

export type ListedPage<Name> = { name: Name; updatedAt: Date }

/** The entries of a file, the last changed first. */
export async function listedIn(
  db: Database,
  kind: ListedKind,
  part: number,
  now: Date,
): Promise<ListedPage<string | number>[]> {
  const { table, name, publishedAt, changedAt, isListed } = SOURCES[kind]
  const { rows } = await sql<ListedPage<string | number>>`
    select ${name} as name, ${changedAt} as "updatedAt" from ${sql.table(table)}
    where id / ${PER_FILE} = ${part - 1}::int and ${isListed} and ${publishedAt} <= ${now}
    order by ${changedAt} desc`.execute(db)
  return rows
}

/** The specializations with published courses, and the newest change of a course in each. */
export async function listedSpecializations(db: Database, now: Date): Promise<{ id: number; updatedAt: Date }[]> {
  const { rows } = await sql<{ id: number; updatedAt: Date }>`
    select specializations.id, newest.changed_at as "updatedAt" from specializations
    cross join lateral (
      select greatest(updated_at, published_at) as changed_at from courses
      where specialization_id = specializations.id and published_at is not null and published_at <= ${now}
      order by greatest(updated_at, published_at) desc limit 1) as newest
    order by specializations.id`.execute(db)
  return rows
}

/** The content pages by code. */
export async function datedPages(db: Database) {
  return db.selectFrom('pages').select(['code', 'updated_at']).execute()
}

export async function newestReview(db: Database): Promise<Date | null> {
  const row = await db
    .selectFrom('reviews')
    .where('hidden_at', 'is', null)
    .select((eb) => eb.fn.max('created_at').as('newest'))
    .executeTakeFirst()
  return row?.newest ?? null
}
