/** Sums of what invoices and credit notes say, as the VAT return reads them. */
import { type RawBuilder, sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Grouping } from './groupings.ts'

export type SalesRow = {
  /** Null for what has none: no coupon, or no run. */
  key: string | null
  invoices: number
  creditNotes: number
  netHalalas: number
  vatHalalas: number
  totalHalalas: number
}

const KEYS: Record<Grouping, RawBuilder<unknown>> = {
  course: sql`v.course_id::text`,
  run: sql`v.schedule_id::text`,
  category: sql`(select c.category::text from courses c where c.id = v.course_id)`,
  coupon: sql`v.coupon_code`,
  method: sql`v.method`,
  source: sql`v.source`,
  month: sql`to_char(v.issued_at at time zone 'Asia/Riyadh', 'YYYY-MM')`,
}

/** What documents say of each course: those of orders of one, those of companies' purchases of each line's. */
const soldBetween = (from: Date, until: Date) => sql`
  select v.invoice_id, v.kind, v.issued_at, v.net_halalas, v.vat_halalas, v.total_halalas, o.course_id, o.schedule_id,
    o.coupon_code, o.method, order_source(o) as source
  from invoice_vat v join invoices i on i.id = v.invoice_id join orders o on o.id = i.order_id
  where v.issued_at >= ${from} and v.issued_at < ${until}
  union all
  select i.id, i.kind, i.issued_at, (line ->> 'netHalalas')::bigint, (line ->> 'vatHalalas')::bigint,
    (line ->> 'totalHalalas')::bigint, (line ->> 'courseId')::int, (line ->> 'scheduleId')::int, null, 'company', 'company'
  from invoices i, jsonb_array_elements(i.document -> 'lines') as line
  where i.quote_id is not null and i.issued_at >= ${from} and i.issued_at < ${until}`

const signed = (column: RawBuilder<unknown>) =>
  sql`sum(case v.kind when 'credit-note' then -${column} else ${column} end)::float8`

/** Of the documents from `from` until before `until`. */
export async function sumSales(db: Database, by: Grouping, from: Date, until: Date): Promise<SalesRow[]> {
  const { rows } = await sql<SalesRow>`
    select ${KEYS[by]} as key,
      (count(distinct v.invoice_id) filter (where v.kind = 'invoice'))::int as invoices,
      (count(distinct v.invoice_id) filter (where v.kind = 'credit-note'))::int as "creditNotes",
      ${signed(sql`v.net_halalas`)} as "netHalalas", ${signed(sql`v.vat_halalas`)} as "vatHalalas",
      ${signed(sql`v.total_halalas`)} as "totalHalalas"
    from (${soldBetween(from, until)}) as v group by 1`.execute(db)
  return rows
}

/** How many documents there are: one of a company can be about several courses. */
export async function countSold(
  db: Database,
  from: Date,
  until: Date,
): Promise<Pick<SalesRow, 'invoices' | 'creditNotes'>> {
  const { rows } = await sql<Pick<SalesRow, 'invoices' | 'creditNotes'>>`
    select (count(*) filter (where kind = 'invoice'))::int as invoices,
      (count(*) filter (where kind = 'credit-note'))::int as "creditNotes"
    from invoices where issued_at >= ${from} and issued_at < ${until}`.execute(db)
  return rows[0]!
}

export async function courseNames(db: Database, ids: number[]): Promise<Map<number, Localized>> {
  const rows = await db
    .selectFrom('courses')
    .select(['id', 'name'])
    .where('id', 'in', [...ids, 0])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function runNames(
  db: Database,
  ids: number[],
): Promise<Map<number, { course: Localized; startsAt: Date }>> {
  const rows = await db
    .selectFrom('schedules')
    .innerJoin('courses', 'courses.id', 'schedules.course_id')
    .select(['schedules.id', 'courses.name as course', 'schedules.starts_at as startsAt'])
    .where('schedules.id', 'in', [...ids, 0])
    .execute()
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}
