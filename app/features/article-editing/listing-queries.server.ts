import { sql } from 'kysely'
import { isFoundBy } from '../../../db/found-courses.ts'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { RecordState } from '../revisions/publication.ts'

export type Filter = {
  state?: RecordState | undefined
  authorId?: number | undefined
  /** A key. */
  tag?: string | undefined
  english?: 'missing' | 'stale' | undefined
  query?: string | undefined
  sort: 'changed' | 'title' | 'published'
  limit: number
}

/** The place of a row in its order, after which a page begins. */
export type Place = readonly [value: string, id: number]

const STATES = (now: Date) =>
  ({
    draft: sql`archived_at is null and published_at is null and publish_at is null`,
    scheduled: sql`(publish_at is not null or published_at > ${now})`,
    published: sql`published_at <= ${now}`,
    archived: sql`archived_at is not null`,
  }) satisfies Record<RecordState, unknown>

const ENGLISH = { missing: sql`english_missing > 0`, stale: sql`english_stale <> '{}'` }

/** How a list is ordered: by what, and whether a row lies behind a place. */
const ORDERS = {
  changed: {
    value: sql<string>`updated_at::text`,
    order: sql`updated_at desc, articles.id desc`,
    isBehind: ([value, id]: Place) => sql`(updated_at, id) < (${value}::timestamptz, ${id}::int)`,
  },
  title: {
    value: sql<string>`ar_norm(title ->> 'ar')`,
    order: sql`ar_norm(articles.title ->> 'ar'), articles.id`,
    isBehind: ([value, id]: Place) => sql`(ar_norm(title ->> 'ar'), id) > (${value}::text, ${id}::int)`,
  },
  // What is not published has no place in this order.
  published: {
    value: sql<string>`published_at::text`,
    order: sql`published_at desc, articles.id desc`,
    isBehind: ([value, id]: Place) => sql`(published_at, id) < (${value}::timestamptz, ${id}::int)`,
  },
}

function conditions({ state, authorId, tag, english, query, sort }: Omit<Filter, 'limit'>, now: Date) {
  return sql.join(
    [
      // The archive is asked for by name.
      state === undefined ? sql`archived_at is null` : STATES(now)[state],
      ...(sort === 'published' ? [sql`published_at is not null`] : []),
      ...(authorId === undefined ? [] : [sql`author_id = ${authorId}`]),
      ...(tag === undefined ? [] : [sql`tags @> array[${tag}]`]),
      ...(english === undefined ? [] : [ENGLISH[english]]),
      ...isFoundBy(query ?? '', 'articles'),
    ],
    sql` and `,
  )
}

export type ListedArticle = {
  id: number
  version: number
  slug: string
  title: Localized
  category: Localized
  /** Null for somebody whose account was erased. */
  author: Localized | null
  publishedAt: Date | null
  publishAt: Date | null
  archivedAt: Date | null
  englishMissing: number
  englishStale: number
  hasDraft: boolean
  updatedAt: Date
  place: string
}

/** At most `limit` articles, behind a place. */
export async function findArticles(
  db: Database,
  filter: Filter,
  after: Place | undefined,
  now: Date,
): Promise<ListedArticle[]> {
  const { value, order, isBehind } = ORDERS[filter.sort]
  const { rows } = await sql<ListedArticle>`
    with page as materialized (
      select id, ${value} as place from articles
      where ${conditions(filter, now)} and ${after ? isBehind(after) : sql`true`}
      order by ${order} limit ${filter.limit}
    )
    select articles.id, articles.version, articles.slug, articles.title, blog_categories.name as category,
      coalesce(trainers.name, case when users.id is not null then jsonb_build_object('ar', users.user_name) end,
        authors.name) as author,
      articles.published_at as "publishedAt", publish_at as "publishAt", archived_at as "archivedAt",
      english_missing as "englishMissing", cardinality(english_stale) as "englishStale",
      articles.updated_at as "updatedAt", place,
      exists (select from drafts where kind = 'article' and key = articles.id::text) as "hasDraft"
    from page join articles using (id) join blog_categories on blog_categories.id = category_id
      join authors on authors.id = author_id
      left join trainers on trainers.id = authors.trainer_id
      left join users on users.id = authors.user_id
    order by ${order}`.execute(db)
  return rows
}

/** Counts up to `most`. */
export async function countArticles(
  db: Database,
  filter: Omit<Filter, 'limit'>,
  most: number,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from articles where ${conditions(filter, now)} limit ${most}) as found`.execute(db)
  return rows[0]!.count
}

/** More articles with the same word are not looked at. */
const MAX_CANDIDATES = 200

/** Articles by their titles and address, without the archive: of the first that are found, those that changed last. */
export async function findNamedArticles(db: Database, query: string, limit: number) {
  const { rows } = await sql<{ id: number; slug: string; title: Localized }>`
    select id, slug, title from (
      select id, slug, title, updated_at from articles
      where ${sql.join(isFoundBy(query, 'articles'), sql` and `)} and archived_at is null
      limit ${MAX_CANDIDATES}) as found
    order by updated_at desc, id desc limit ${limit}`.execute(db)
  return rows
}
