/** What the memory of offers asks the database; see docs/decisions/0098. */
import { type RawBuilder, sql } from 'kysely'
import { withSearchIndexes } from '../../../../db/search-indexes.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { KIND_NUMBER, offersAt } from '../offer-queries.server.ts'
import type { OfferRow } from './offer-table.ts'

const microseconds = (column: RawBuilder<unknown>) => sql`(extract(epoch from ${column}) * 1000000)::bigint`
/** As `OfferRow`. */
const OFFER = sql`json_build_array(course_id, listed, ${microseconds(sql`published_at`)}, ${KIND_NUMBER}, price_halalas,
  ${microseconds(sql`next_start`)}, coalesce(runs, starts::text))`

/** Everything that a transaction before this one wrote is visible, or never will be. */
const KNOWN = sql`pg_snapshot_xmin(pg_current_snapshot())::text`

export async function readKnown(db: Database): Promise<string> {
  const { rows } = await sql<{ known: string }>`select ${KNOWN} as known`.execute(db)
  return rows[0]!.known
}

/** At most `count` offers of courses after this one, in the order of their ids. */
export async function readOffers(db: Database, after: number, count: number): Promise<OfferRow[]> {
  const { rows } = await sql<{ offers: OfferRow[] }>`
    select coalesce(json_agg(${OFFER} order by course_id), '[]') as offers
    from (select * from course_offers where course_id > ${after} order by course_id limit ${count}) as next`.execute(db)
  return rows[0]!.offers
}

export type Changes = {
  known: string
  offers: OfferRow[]
  removed: number[]
  /** Of courses whose terms have changed: which of the queries find them in their terms, and in their heads. */
  terms: { id: number; terms: boolean[]; heads: boolean[] }[]
  /** The terms of so many courses have changed that they were not compared. */
  isMany: boolean
}

/** What has changed since `known`, and perhaps some of what changed shortly before. */
export async function readChanges(db: Database, known: string, queries: string[], many: number): Promise<Changes> {
  const { rows } = await sql<Changes>`
    with changed as materialized (select * from course_offers where changed_in >= ${known}::xid8),
    found as materialized (
      select course_id as id, terms, heads from changed where terms_changed_in >= ${known}::xid8 limit ${many + 1}
    ),
    compared as (
      select id, array_agg(terms @@ query::tsquery order by place) as terms,
        array_agg(heads @@ query::tsquery order by place) as heads
      from found, unnest(${queries}::text[]) with ordinality as asked (query, place)
      where (select count(*) from found) <= ${many}
      group by id
    )
    select ${KNOWN} as known,
      (select coalesce(json_agg(${OFFER}), '[]') from changed) as offers,
      (select coalesce(json_agg(course_id), '[]') from removed_offers where removed_in >= ${known}::xid8) as removed,
      (select coalesce(json_agg(compared), '[]') from compared) as terms,
      (select count(*) from found) > ${many} as "isMany"`.execute(db)
  return rows[0]!
}

/** The courses that a query finds in their terms, and in their heads. */
export async function readMatches(db: Database, query: string): Promise<{ terms: number[]; heads: number[] }> {
  const found = (column: 'terms' | 'heads') => sql`(
    select coalesce(json_agg(course_id), '[]')
    from (select course_id from course_offers where ${sql.ref(column)} @@ ${query}::tsquery offset 0) as found)`
  const { rows } = await withSearchIndexes(db, (tx) =>
    sql<{ terms: number[]; heads: number[] }>`select ${found('terms')} as terms, ${found('heads')} as heads`.execute(
      tx,
    ),
  )
  return rows[0]!
}

/** The courses whose stored offer is not that of `now`, and those of their offers that are listed then. */
export async function readStale(db: Database, now: Date): Promise<{ stale: number[]; live: OfferRow[] }> {
  const { rows } = await sql<{ stale: number[]; live: OfferRow[] }>`
    with ${offersAt(now)}
    select (select coalesce(json_agg(course_id), '[]') from stale) as stale,
      (select coalesce(json_agg(${OFFER}), '[]') from live) as live`.execute(db)
  return rows[0]!
}

/** How well the terms of these courses fit the query. */
export async function readRanks(db: Database, courseIds: number[], query: string): Promise<Map<number, number>> {
  const { rows } = await withSearchIndexes(db, (tx) =>
    sql<{ id: number; rank: number }>`
      select course_id as id, ts_rank(terms, ${query}::tsquery) as rank
      from course_offers where course_id = any(${courseIds}::int[])`.execute(tx),
  )
  return new Map(rows.map(({ id, rank }) => [id, rank]))
}
