/** The list of posts, for a million of them: every count and sort is bounded (docs/decisions/0027). */
import { type RawBuilder, sql } from 'kysely'
import { withSearchIndexes } from '../../../db/search-indexes.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { Database } from '../../platform/database/database.server.ts'

export type PostSort = 'newest' | 'most-discussed' | 'trending'

export type PostFilter = {
  /** A tsquery as text for each word, from `postWords`; undefined without a search. */
  words: string[] | undefined
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
  trending: sql`trending_score desc, id desc`,
}

/**
 * The search as one tsquery per word; null when no post contains one of them.
 * @param mend corrects a word that no post contains as a typing error
 */
export async function postWords(db: Database, term: string, mend = false): Promise<string[] | null> {
  const { rows } = await sql<{ words: string[] | null }>`select post_query(${term}, ${mend}) as words`.execute(db)
  return rows[0]!.words
}

export async function findPostIds(db: Database, filter: PostFilter, now: Date): Promise<PostPage> {
  const parts = [
    ...(filter.words ?? []),
    ...(filter.authorId === undefined ? [] : [`'author/${filter.authorId}'`]),
    ...(filter.categoryId === undefined ? [] : [`'category/${filter.categoryId}'`]),
  ]
  if (filter.words?.length === 0) return { ids: [], total: 0 }
  const isWalk = filter.words === undefined && filter.authorId === undefined
  if (isWalk) return (await walked(filter, now).execute(db)).rows[0]!
  return withSearchIndexes(
    db,
    async (tx) => (await collected(filter, await reachOf(tx, parts), parts, now).execute(tx)).rows[0]!,
  )
}

/** All posts or those of a category: each order has an index. */
function walked({ categoryId, sort, limit, offset }: PostFilter, now: Date): RawBuilder<PostPage> {
  const shown = sql`from posts where state = 'shown' and publish_date <= ${now}
    and ${categoryId === undefined ? sql`true` : sql`category_id = ${categoryId}`}`
  const end = Math.max(0, Math.min(limit, COUNT_CAP - offset))
  return sql<PostPage>`
    select array(select id ${shown} order by ${ORDER[sort]} limit ${end} offset ${Math.min(offset, COUNT_CAP)}) as ids,
      (select count(*)::int from (select ${shown} order by publish_date desc limit ${COUNT_CAP + 1}) as bounded) as total`
}

/** What is searched: `all` posts, or the newest partitions of 8,192 posts each. */
type Reach = 'all' | { from: number; parts: number }

/** From this many matches in the sample (a thousandth of all posts) on, matches are too many to collect completely. */
const COMMON = 8
/** How far back to search for words that are each in 100,000 posts or more, but rarely together. */
const FAR = 16
const HUGE = 100

/**
 * Rare matches are collected completely from the index of terms. Common ones are found soon in the newest partitions:
 * ten thousand are enough. A rare combination of words that are each very common could scan the complete index in
 * vain, so only the newest 130,000 posts are searched.
 */
async function reachOf(db: Database, parts: string[]): Promise<Reach> {
  const { rows } = await sql<{ newest: number | null; found: number; least: number }>`
    select (select max(post_id) from post_search) / 8192 as newest,
      (select count(*)::int from post_search where in_sample(post_id) and ${every(parts)}) as found,
      least(${sql.join(parts.map(sampled))}) as least`.execute(db)
  const { newest, found, least } = rows[0]!
  if (newest === null || (found < COMMON && least < HUGE)) return 'all'
  return { from: newest, parts: found < COMMON ? FAR : newest + 1 }
}

const sampled = (part: string) =>
  sql`(select count(*)::int from post_search where in_sample(post_id) and terms @@ ${part}::tsquery)`

/** One condition per word: the index then advances along the matches of the rarest. */
const every = (parts: string[]) =>
  sql.join(
    parts.map((part) => sql`terms @@ ${part}::tsquery`),
    sql` and `,
  )

/** The newest ten thousand matches, sorted. */
function collected(
  { sort, limit, offset }: PostFilter,
  reach: Reach,
  parts: string[],
  now: Date,
): RawBuilder<PostPage> {
  const matches = sql`select post_id as id, publish_date, comments_count, trending_score from post_search
    where ${every(parts)} and publish_date <= ${now}`
  const found =
    reach === 'all'
      ? sql`${matches} order by publish_date desc limit ${COUNT_CAP + 1}`
      : sql`select matches.* from generate_series(${reach.from}::int, ${Math.max(0, reach.from - reach.parts + 1)}::int, -1) as part
          cross join lateral (${matches} and terms @@ format('''part/%s''', part)::tsquery) as matches
          limit ${COUNT_CAP + 1}`
  const end = Math.max(0, Math.min(limit, COUNT_CAP - offset))
  return sql<PostPage>`
    with found as materialized (${found})
    select array(select id from found order by ${ORDER[sort]} limit ${end} offset ${offset}) as ids,
      (select count(*)::int from found) as total`
}

/**
 * Recounts how many posts contain each word, from the sample: of words with the same prefix, the most common are
 * searched. When the sample is too small, the counts stay.
 */
export async function countPostWords(db: Database): Promise<void> {
  await sql`
    with sample as materialized (select terms from post_search where in_sample(post_id)),
    counted as (
      select word, count(*)::int * 1024 as posts from sample, unnest(tsvector_to_array(terms)) as word
      where (select count(*) from sample) >= 100 group by word
    )
    update post_words set posts = counted.posts from counted
    where counted.word = post_words.word and counted.posts <> post_words.posts`.execute(db)
}
