/** What a term finds, by kind. Every statement reads a bounded number of matches. */
import { sql } from 'kysely'
import { withSearchIndexes } from '../../../db/search-indexes.ts'
import type { Localized } from '../../../db/shapes.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { Database } from '../../platform/database/database.server.ts'

/** Suggestions are chosen among at most this many matches: more would not improve them, only slow them down. */
export const LOOKED_AT = 400

export type Term = {
  /** A tsquery as text; empty when the term holds no word. */
  query: string
  /** Length of the longest word. */
  longest: number
}

export async function readTerm(db: Database, term: string): Promise<Term> {
  const { rows } = await sql<Term>`
    select search_query(${term})::text as query, coalesce(max(length(word)), 0) as longest
    from search_tokens(${term})`.execute(db)
  return rows[0]!
}

/**
 * The query with its unknown words replaced by the nearest known ones, and its text; undefined if there is none.
 * @property amongCourses a word that no course has is unknown; otherwise one that nothing has
 * @property unfinished the last word is still being typed
 */
export async function correctTerm(
  db: Database,
  term: string,
  { amongCourses, unfinished }: { amongCourses: boolean; unfinished: boolean },
): Promise<{ query: string; words: string } | undefined> {
  const { rows } = await sql<{ query: string | null; words: string | null }>`
    select query::text, words from search_mend(${term}, ${!amongCourses}, ${unfinished})`.execute(db)
  const { query, words } = rows[0]!
  return query !== null && words !== null ? { query, words } : undefined
}

/** Published courses to suggest: first matches in name, specialization or trainer, then in the other texts. */
export async function suggestedCourses(db: Database, query: string, count: number, now: Date): Promise<number[]> {
  const { rows } = await withSearchIndexes(db, (tx) => suggestedCoursesStatement(query, count, now).execute(tx))
  return rows.map(({ id }) => id)
}

/** Exported so that a benchmark can check its query plan. */
export function suggestedCoursesStatement(query: string, count: number, now: Date) {
  return sql<{ id: number }>`
    with ${bestOf(query, count, now)}
    select course_id as id from (
      select *, 1 as bucket, ts_rank(words, ${query}::tsquery) as rank from named
      union all
      select *, 2, ts_rank(words, ${query}::tsquery) from others
    ) as found
    order by bucket, rank desc, published_at desc, course_id desc
    limit ${count}`
}

/** Some matches in names, and some others if there are fewer than `enough` of those. */
function bestOf(query: string, enough: number, now: Date) {
  const matches = (column: 'heads' | 'terms') => sql`
    select course_id, published_at, ${sql.ref(column)} as words from course_offers
    where ${sql.ref(column)} @@ ${query}::tsquery and published_at <= ${now}`
  return sql`
    named as materialized (${matches('heads')} limit ${LOOKED_AT}),
    others as materialized (
      ${matches('terms')} and (select count(*) from named) < ${enough} and course_id not in (select course_id from named)
      limit ${LOOKED_AT}
    )`
}

type Found<T> = { items: T[]; total: number }

/** The best matching courses and the total; at most `COUNT_CAP + 1`. */
export async function foundCourses(
  db: Database,
  query: string,
  count: number,
  now: Date,
): Promise<{ ids: number[]; total: number }> {
  const { rows } = await withSearchIndexes(db, (tx) => foundCoursesStatement(query, count, now).execute(tx))
  return rows[0]!
}

function foundCoursesStatement(query: string, count: number, now: Date) {
  return sql<{ ids: number[]; total: number }>`
    with ${bestOf(query, LOOKED_AT, now)},
    best as (select * from named union all (select * from others limit ${LOOKED_AT} - (select count(*) from named)))
    select array(
        select course_id from best join course_offers using (course_id)
        order by ts_rank(terms, ${query}::tsquery) desc, best.published_at desc, course_id desc limit ${count}
      ) as ids,
      (select count(*)::int from (
        select from course_offers where terms @@ ${query}::tsquery and published_at <= ${now} limit ${COUNT_CAP + 1}
      ) as found) as total`
}

export type SpecializationRow = {
  id: number
  name: Localized
  slug: string
  mark: string | null
  colour: string | null
  courses_count: number
}

export async function foundSpecializations(
  db: Database,
  query: string,
  count: number,
  now: Date,
): Promise<Found<SpecializationRow>> {
  const { rows } = await sql<SpecializationRow & { total: number }>`
    with found as materialized (
      select specialization_id as id, ts_rank(terms, ${query}::tsquery) as rank from specialization_search
      where terms @@ ${query}::tsquery limit ${LOOKED_AT}
    )
    select specializations.id, name, coalesce(slug, '') as slug, mark, colour,
      coalesce(counted.courses, 0) as courses_count,
      (select count(*)::int from found) as total
    from found join specializations using (id)
    left join courses_of_specializations(${now}::timestamptz) as counted on counted.specialization_id = specializations.id
    order by rank desc, position, id
    limit ${count}`.execute(db)
  return { items: rows, total: rows[0]?.total ?? 0 }
}

type QuestionRow = { group: string; place: number; question: Localized }

export async function foundQuestions(db: Database, query: string, count: number): Promise<Found<QuestionRow>> {
  const { rows } = await sql<QuestionRow & { total: number }>`
    with found as materialized (
      select group_key, place, ts_rank(terms, ${query}::tsquery) as rank from question_search
      where terms @@ ${query}::tsquery limit ${LOOKED_AT}
    )
    select group_key as "group", place, questions -> (place - 1) -> 'question' as question,
      (select count(*)::int from found) as total
    from found join faq_groups on faq_groups.key = group_key
    order by rank desc, position, place
    limit ${count}`.execute(db)
  return { items: rows, total: rows[0]?.total ?? 0 }
}

export type ArticleRow = { id: number; slug: string; title: Localized; summary: Localized; cover: string }

/** Published articles, without drafts and scheduled ones. */
export async function foundArticles(
  db: Database,
  query: string,
  count: number,
  now: Date,
  lookedAt = COUNT_CAP + 1,
): Promise<Found<ArticleRow>> {
  const { rows } = await foundArticlesStatement(query, count, now, lookedAt).execute(db)
  return { items: rows, total: rows[0]?.total ?? 0 }
}

export function foundArticlesStatement(query: string, count: number, now: Date, lookedAt: number) {
  return sql<ArticleRow & { total: number }>`
    with found as materialized (
      select articles.id, ts_rank(terms, ${query}::tsquery) as rank, published_at
      from article_search join articles on articles.id = article_search.article_id
      where terms @@ ${query}::tsquery and published_at <= ${now}
      limit ${lookedAt}
    )
    select articles.id, slug, title, summary, cover, (select count(*)::int from found) as total
    from (select * from found order by rank desc, published_at desc, id desc limit ${count}) as best
    join articles using (id)
    order by rank desc, best.published_at desc, id desc`
}
