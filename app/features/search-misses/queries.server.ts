/** Searches without results. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'

/** Above this number new terms are not recorded; the nightly job deletes the rarest. */
const MAX_TERMS = 10_000
const KEPT_TERMS = 8_000
/** So many terms are searched again at a time. */
const MAX_ASKED_AGAIN = 500
/** A longer term within this time, in milliseconds, replaces the shorter one. */
const STILL_TYPING = 15_000

/**
 * Counts the folded term, with its spelling as typed last. If it continues a term that was counted a few seconds ago, the visitor was still typing: the
 * longer term replaces the shorter one.
 */
export async function countMiss(db: Database, term: string, lang: string, now: Date): Promise<void> {
  const justNow = new Date(now.getTime() - STILL_TYPING)
  await sql`
    with asked as materialized (
      select string_agg(word, ' ' order by place) as term from search_tokens(${term})
    ), shorter as (
      delete from search_misses using asked
      where lang = ${lang} and count = 1 and last_seen > ${justNow}
        and search_misses.term <> asked.term and starts_with(asked.term, search_misses.term)
    )
    insert into search_misses (term, lang, asked, first_seen, last_seen)
    select asked.term, ${lang}, regexp_replace(btrim(${term}), '\\s+', ' ', 'g'), ${now}::timestamptz, ${now}::timestamptz
    from asked
    where length(asked.term) between 2 and 100
      and (exists (select from search_misses where search_misses.term = asked.term and lang = ${lang})
        or (select count(*) from search_misses) < ${MAX_TERMS})
    on conflict (term, lang) do update set count = search_misses.count + 1, asked = excluded.asked,
      last_seen = greatest(search_misses.last_seen, excluded.last_seen)`.execute(db)
}

export async function findMisses(db: Database, offset: number, limit: number) {
  const [items, { total }] = await Promise.all([
    db
      .selectFrom('search_misses')
      .select(['term', 'lang', 'asked', 'count', 'first_seen', 'last_seen'])
      .orderBy('count', 'desc')
      .orderBy('last_seen', 'desc')
      .orderBy('term')
      .orderBy('lang')
      .offset(offset)
      .limit(limit)
      .execute(),
    db
      .selectFrom('search_misses')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, total }
}

/** Deletes the terms that find something by now, of those that were searched most. */
export async function deleteAnsweredMisses(db: Database): Promise<void> {
  const finds = (table: string) =>
    sql`exists (select from ${sql.table(table)} as found where found.terms @@ search_query(asked.term))`
  await sql`
    delete from search_misses using (
      select term, lang from search_misses order by count desc, last_seen desc, term, lang limit ${MAX_ASKED_AGAIN}
    ) as asked
    where search_misses.term = asked.term and search_misses.lang = asked.lang
      and (${finds('course_offers')} or ${finds('article_search')} or ${finds('question_search')}
        or ${finds('specialization_search')})`.execute(db)
}

/** Deletes terms that were not searched since, and the rarest if there are too many. */
export async function deleteOldMisses(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('search_misses').where('last_seen', '<', before).execute()
  await sql`
    delete from search_misses where (term, lang) in (
      select term, lang from search_misses order by count desc, last_seen desc, term, lang offset ${KEPT_TERMS}
    )`.execute(db)
}
