/** What the counter of visits writes and reads. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { Campaign } from './campaign.ts'
import { keyOf, type VisitRows } from './counted.ts'

/** Names of campaigns are typed by anybody: beyond so many new ones of a day, the rest count together. */
const MAX_NEW_CAMPAIGNS = 500
/** The same for sites that visitors come from, each with each campaign. */
const MAX_SOURCES_OF_DAY = 2000
/** The same for searches. */
const MAX_TERMS_OF_DAY = 2000
/** What counts together. */
export const OTHERS = '(other)'

/** All counts of a flush in one transaction: none is written twice. */
export async function addVisits(db: Database, rows: VisitRows, day: string, now: Date): Promise<void> {
  if (Object.values(rows).every((list) => list.length === 0)) return
  await db.transaction().execute(async (tx) => {
    await addPages(tx, day, rows.pages)
    const campaigns = await campaignIds(tx, day, [...rows.sources, ...rows.steps, ...rows.campaignVisitors])
    await addSources(tx, day, rows.sources, campaigns)
    await addSteps(tx, day, rows.steps, campaigns)
    await addSearches(tx, day, rows.searches)
    await addCampaignVisitors(tx, day, rows.campaignVisitors, campaigns, now)
  })
}

type Ids = (campaign: Campaign) => number

const partsOf = (all: readonly Campaign[]) => sql`unnest(${all.map(({ source }) => source)}::text[],
  ${all.map(({ medium }) => medium)}::text[], ${all.map(({ campaign }) => campaign)}::text[])`

async function campaignIds(tx: Tx, day: string, all: readonly Campaign[]): Promise<Ids> {
  const others = { source: OTHERS, medium: '', campaign: '' }
  const named = [...new Map(all.map((one) => [keyOf(one), one])).values()]
  if (named.length === 0) return () => 0
  await sql`
    insert into campaigns (source, medium, campaign, first_day)
    select *, ${day}::date from (
      select * from ${partsOf(named)} as given (source, medium, campaign)
      where not exists (select from campaigns c
        where (c.source, c.medium, c.campaign) = (given.source, given.medium, given.campaign))
      order by 1, 2, 3
      limit greatest(0, ${MAX_NEW_CAMPAIGNS} - (select count(*) from campaigns where first_day = ${day}::date))
    ) as new
    union select ${OTHERS}, '', '', ${day}::date
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<Campaign & { id: number }>`
    select c.id, c.source, c.medium, c.campaign
    from campaigns c join ${partsOf([...named, others])} as given (source, medium, campaign)
      on (c.source, c.medium, c.campaign) = (given.source, given.medium, given.campaign)`.execute(tx)
  const ids = new Map(rows.map((row) => [keyOf(row), row.id]))
  return (campaign) => ids.get(keyOf(campaign)) ?? ids.get(keyOf(others)) ?? 0
}

async function addPages(tx: Tx, day: string, rows: VisitRows['pages']): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into page_visits (day, page, views, visitors)
    select ${day}::date, page, views, visitors
    from unnest(${rows.map(({ page }) => page)}::text[], ${rows.map(({ views }) => views)}::int[],
      ${rows.map(({ visitors }) => visitors)}::int[]) as seen (page, views, visitors)
    order by page
    on conflict (day, page) do update set views = page_visits.views + excluded.views,
      visitors = page_visits.visitors + excluded.visitors`.execute(tx)
}

async function addSources(tx: Tx, day: string, rows: VisitRows['sources'], ids: Ids): Promise<void> {
  if (rows.length === 0) return
  await sql`
    with given as (
      select host, campaign_id, sum(visitors) as visitors, exists (select from visit_sources s
        where (s.day, s.host, s.campaign_id) = (${day}::date, given.host, given.campaign_id)) as is_known
      from unnest(${rows.map(({ host }) => host)}::text[], ${rows.map(ids)}::int[],
        ${rows.map(({ visitors }) => visitors)}::int[]) as given (host, campaign_id, visitors)
      group by host, campaign_id
    ), numbered as (
      select *, row_number() over (partition by is_known order by host, campaign_id) as place from given
    ), room as (
      select ${MAX_SOURCES_OF_DAY} - count(*) as rows from visit_sources where day = ${day}::date
    )
    insert into visit_sources (day, host, campaign_id, visitors)
    select ${day}::date, case when is_known or place <= (select rows from room) then host else ${OTHERS} end,
      campaign_id, sum(visitors)
    from numbered group by 2, campaign_id order by 2, campaign_id
    on conflict (day, host, campaign_id) do update set visitors = visit_sources.visitors + excluded.visitors`.execute(
    tx,
  )
}

/** Of courses by their address, a former one included, or by their number. */
async function addSteps(tx: Tx, day: string, rows: VisitRows['steps'], ids: Ids): Promise<void> {
  if (rows.length === 0) return
  await sql`
    with given as (
      select * from unnest(${rows.map(({ course }) => course)}::text[], ${rows.map(({ isSlug }) => isSlug)}::boolean[],
        ${rows.map(ids)}::int[], ${rows.map(({ seen }) => seen)}::int[], ${rows.map(({ started }) => started)}::int[])
        as given (course, is_slug, campaign_id, seen, started)
    ), known as (
      select courses.id as course_id, campaign_id, seen, started from given join courses on is_slug and courses.slug = course
      union all
      select courses.id, campaign_id, seen, started from given join courses on not is_slug and courses.id = course::int
    )
    insert into buying_steps (day, course_id, campaign_id, seen, started)
    select ${day}::date, course_id, campaign_id, sum(seen), sum(started) from known
    group by 2, 3 order by 2, 3
    on conflict (day, course_id, campaign_id) do update set seen = buying_steps.seen + excluded.seen,
      started = buying_steps.started + excluded.started`.execute(tx)
}

/** Folded as the search folds them, so that two spellings are one. */
async function addSearches(tx: Tx, day: string, rows: VisitRows['searches']): Promise<void> {
  if (rows.length === 0) return
  await sql`
    with given as (
      select (select string_agg(word, ' ' order by place) from search_tokens(asked)) as term, count
      from unnest(${rows.map(({ term }) => term)}::text[], ${rows.map(({ count }) => count)}::int[]) as given (asked, count)
    )
    insert into visit_searches (day, term, count)
    select ${day}::date, term, sum(count) from given
    where length(term) between 2 and 100 and (
      (select count(*) from visit_searches where day = ${day}::date) < ${MAX_TERMS_OF_DAY}
      or exists (select from visit_searches s where s.day = ${day}::date and s.term = given.term))
    group by 2 order by 2
    on conflict (day, term) do update set count = visit_searches.count + excluded.count`.execute(tx)
}

/** The last campaign counts. */
async function addCampaignVisitors(
  tx: Tx,
  day: string,
  rows: VisitRows['campaignVisitors'],
  ids: Ids,
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into campaign_visitors (day, visitor, campaign_id, noted_at)
    select ${day}::date, visitor, campaign_id, ${now}::timestamptz
    from unnest(${rows.map(({ visitor }) => visitor)}::int[], ${rows.map(ids)}::int[]) as came (visitor, campaign_id)
    order by visitor
    on conflict (day, visitor) do update set campaign_id = excluded.campaign_id, noted_at = excluded.noted_at`.execute(
    tx,
  )
}

/** The seed of the day that all processes share: the one that was first. */
export async function seedOf(db: Database, day: string, offered: number): Promise<number> {
  await sql`insert into visit_seeds (day, seed) values (${day}::date, ${offered}) on conflict do nothing`.execute(db)
  const { rows } = await sql<{
    seed: number
  }>`select seed::float8 as seed from visit_seeds where day = ${day}::date`.execute(db)
  return rows[0]!.seed
}

/** Who came by a campaign since then, the newest first. */
export async function campaignVisitorsSince(db: Database, day: string, since: Date, limit: number) {
  const { rows } = await sql<Campaign & { visitor: number }>`
    select v.visitor, c.source, c.medium, c.campaign from campaign_visitors v join campaigns c on c.id = v.campaign_id
    where v.day = ${day}::date and v.noted_at >= ${since} order by v.noted_at desc limit ${limit}`.execute(db)
  return rows
}
