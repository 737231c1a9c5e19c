/** Sums of what was counted, and of the orders that visitors placed. */
import { type RawBuilder, sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { VisitGrouping } from './groupings.ts'

export type Period = { from: string; to: string }
/** The figures in the order of `VISIT_FIGURES`. */
export type SumRow = { key: string; name: string | Localized | null; values: number[] }

const between = (column: RawBuilder<unknown>, { from, to }: Period) =>
  sql`${column} between ${from}::date and ${to}::date`
const days = (column: string) => sql`(${sql.ref(column)} at time zone 'Asia/Riyadh')::date`

/** The instants of the days, for an index on the column. */
const within = (column: string, { from, to }: Period) => sql`
  ${sql.ref(column)} >= ${from}::date::timestamp at time zone 'Asia/Riyadh'
  and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone 'Asia/Riyadh'`

/** Orders that learners placed on the site, of each course: how many were placed and how many were paid. */
const ordersOf = (period: Period) => sql`
  select course_id, sum(ordered)::int as ordered, sum(paid)::int as paid from (
    select course_id, 1 as ordered, 0 as paid from orders o where ${within('created_at', period)} and order_source(o) = 'site'
    union all
    select course_id, 0, 1 from orders o where ${within('paid_at', period)} and order_source(o) = 'site'
  ) as placed group by course_id`

const SUMS: Record<VisitGrouping, (period: Period) => RawBuilder<SumRow>> = {
  day: (period) => sql`
    select to_char(day, 'YYYY-MM-DD') as key, to_char(day, 'YYYY-MM-DD') as name,
      array[sum(visits), sum(views)]::int[] as values
    from (
      select day, visitors as visits, 0 as views from visit_sources where ${between(sql`day`, period)}
      union all select day, 0, views from page_visits where ${between(sql`day`, period)}
    ) as counted group by day`,
  page: (period) => sql`
    select page as key, page as name, array[sum(views), sum(visitors)]::int[] as values
    from page_visits where ${between(sql`day`, period)} group by page`,
  source: (period) => sql`
    select host as key, nullif(host, '') as name, array[sum(visitors)]::int[] as values
    from visit_sources where ${between(sql`day`, period)} group by host`,
  campaign: (period) => sql`
    with steps as (
      select campaign_id, sum(seen) as seen, sum(started) as started, sum(ordered) as ordered, sum(paid) as paid
      from buying_steps where ${between(sql`day`, period)} group by campaign_id
    ), visits as (
      select campaign_id, sum(visitors) as visits from visit_sources where ${between(sql`day`, period)} group by campaign_id
    ), placed as (select sum(ordered) as ordered, sum(paid) as paid from (${ordersOf(period)}) as of_courses),
    led as (select sum(ordered) as ordered, sum(paid) as paid from steps)
    select c.id::text as key, nullif(concat_ws(' · ', nullif(c.source, ''), nullif(c.medium, ''), nullif(c.campaign, '')), '') as name,
      array[coalesce(visits, 0), coalesce(seen, 0), coalesce(started, 0),
        case when c.id = 0 then greatest(0, coalesce((select ordered from placed), 0) - coalesce((select ordered from led), 0))
          else coalesce(steps.ordered, 0) end,
        case when c.id = 0 then greatest(0, coalesce((select paid from placed), 0) - coalesce((select paid from led), 0))
          else coalesce(steps.paid, 0) end]::int[] as values
    from campaigns c left join steps on steps.campaign_id = c.id left join visits on visits.campaign_id = c.id
    where steps.campaign_id is not null or visits.campaign_id is not null or (c.id = 0 and exists (select from placed where ordered > 0 or paid > 0))`,
  search: (period) => sql`
    select term as key, term as name, array[sum(count)]::int[] as values
    from visit_searches where ${between(sql`day`, period)} group by term`,
  course: (period) => sql`
    with steps as (
      select course_id, sum(seen) as seen, sum(started) as started from buying_steps
      where ${between(sql`day`, period)} group by course_id
    )
    select c.id::text as key, c.name,
      array[coalesce(seen, 0), coalesce(started, 0), coalesce(ordered, 0), coalesce(paid, 0)]::int[] as values
    from courses c left join steps on steps.course_id = c.id left join (${ordersOf(period)}) as placed on placed.course_id = c.id
    where steps.course_id is not null or placed.course_id is not null`,
}

export async function sumsOf(db: Database, by: VisitGrouping, period: Period): Promise<SumRow[]> {
  const { rows } = await SUMS[by](period).execute(db)
  return rows
}

/** Keeps what is younger; of visitors nothing but today's. */
export async function deleteOldVisits(db: Database, today: string, before: string, searchesBefore: string) {
  for (const table of ['page_visits', 'visit_sources', 'buying_steps'] as const)
    await sql`delete from ${sql.table(table)} where day < ${before}::date`.execute(db)
  await sql`delete from visit_searches where day < ${searchesBefore}::date`.execute(db)
  await deleteFormerVisitors(db, today)
  await sql`
    delete from campaigns c where id <> 0 and first_day < ${before}::date
      and not exists (select from visit_sources where campaign_id = c.id)
      and not exists (select from buying_steps where campaign_id = c.id)
      and not exists (select from campaign_visitors where campaign_id = c.id)
      and not exists (select from order_campaigns where campaign_id = c.id)`.execute(db)
}

/** What recognizes a visitor is of today alone. */
export async function deleteFormerVisitors(db: Database, today: string): Promise<void> {
  await sql`delete from campaign_visitors where day < ${today}::date`.execute(db)
  await sql`delete from visit_seeds where day < ${today}::date`.execute(db)
}

/** The seed of the day, once a process has chosen it. */
export async function seedOfDay(db: Database, day: string): Promise<number | undefined> {
  const { rows } = await sql<{
    seed: number
  }>`select seed::float8 as seed from visit_seeds where day = ${day}::date`.execute(db)
  return rows[0]?.seed
}

export async function campaignOfVisitor(db: Database, day: string, visitor: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('campaign_visitors')
    .select('campaign_id')
    .where(sql<boolean>`day = ${day}::date`)
    .where('visitor', '=', visitor)
    .executeTakeFirst()
  return row?.campaign_id
}

/** Counts the order as placed, and keeps the campaign until it is paid or has ended. */
export async function insertOrderCampaign(db: Database, orderId: string, campaignId: number, day: string) {
  await sql`
    with noted as (
      insert into order_campaigns (order_id, campaign_id) values (${orderId}, ${campaignId})
      on conflict do nothing returning order_id
    )
    insert into buying_steps (day, course_id, campaign_id, ordered)
    select ${day}::date, course_id, ${campaignId}, 1 from noted join orders on orders.id = noted.order_id
    on conflict (day, course_id, campaign_id) do update set ordered = buying_steps.ordered + 1`.execute(db)
}

/** Counts paid orders for their campaign, and forgets it of all that are no longer open. */
export async function settleOrderCampaigns(db: Database): Promise<void> {
  await sql`
    with settled as (
      delete from order_campaigns n using orders o where o.id = n.order_id and o.status <> 'pending'
      returning n.campaign_id, o.course_id, o.paid_at
    )
    insert into buying_steps (day, course_id, campaign_id, paid)
    select ${days('paid_at')}, course_id, campaign_id, count(*) from settled where paid_at is not null
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (day, course_id, campaign_id) do update set paid = buying_steps.paid + excluded.paid`.execute(db)
}
