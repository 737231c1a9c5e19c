/** The list of posts, made for a million of them: no count and no sort is without a bound. */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database.server.ts'

/** Lists are counted exactly so far, and no page lies beyond. */
export const COUNT_CAP = 10_000

export type PostSort = 'newest' | 'most-discussed' | 'trending'

export type PostFilter = {
  /** A tsquery as text; undefined without a search. */
  search: string | undefined
  authorId: number | undefined
  categoryId: number | undefined
  sort: PostSort
  limit: number
  offset: number
}

export type PostPage = {
  ids: number[]
  /** At most one more than `COUNT_CAP`. */
  total: number
}

const ORDER: Record<PostSort, RawBuilder<unknown>> = {
  newest: sql`publish_date desc, id desc`,
  'most-discussed': sql`comments_count desc, publish_date desc, id desc`,
  trending: sql`heat desc, id desc`,
}

export async function findPostIds(db: Database, filter: PostFilter, now: Date): Promise<PostPage> {
  const found = await howFound(db, filter.search)
  const matching = sql`
    from posts ${found.join}
    where state = 'shown' and publish_date <= ${now}
      and ${filter.authorId === undefined ? sql`true` : sql`author_id = ${filter.authorId}`}
      and ${filter.categoryId === undefined ? sql`true` : sql`category_id = ${filter.categoryId}`}`
  const [page, count] = await Promise.all([
    filter.offset >= COUNT_CAP
      ? { rows: [] }
      : sql<{ id: number }>`with ${found.matches} select id ${matching}
          order by ${ORDER[filter.sort]} limit ${filter.limit} offset ${filter.offset}`.execute(db),
    sql<{ count: number }>`with ${found.matches}
      select count(*)::int as count from (select 1 ${matching} limit ${COUNT_CAP + 1}) as bounded`.execute(db),
  ])
  return { ids: page.rows.map(({ id }) => id), total: count.rows[0]!.count }
}

/**
 * How posts are narrowed to those that the search finds. The matches of a rare word are collected first and then
 * sorted: to walk the sort's index for them could read every post. The matches of a common word are too many to
 * collect, but then the sort's index soon meets enough of them.
 */
async function howFound(db: Database, search: string | undefined) {
  const none = sql`matches as (select null::integer as post_id where false)`
  if (search === undefined) return { matches: none, join: sql`` }
  const some = sql`select post_id from post_search where terms @@ ${search}::tsquery limit ${COUNT_CAP + 1}`
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (${some}) as bounded`.execute(db)
  return rows[0]!.count > COUNT_CAP
    ? {
        matches: none,
        join: sql`join post_search on post_search.post_id = posts.id and post_search.terms @@ ${search}::tsquery`,
      }
    : { matches: sql`matches as materialized (${some})`, join: sql`join matches on matches.post_id = posts.id` }
}
