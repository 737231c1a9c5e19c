/** Sums of what invoices and credit notes say, as the VAT return reads them. */
import { type RawBuilder, sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database.server.ts'
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
  course: sql`o.course_id::text`,
  run: sql`o.schedule_id::text`,
  category: sql`(select c.category::text from courses c where c.id = o.course_id)`,
  coupon: sql`o.coupon_code`,
  method: sql`o.method`,
  month: sql`to_char(v.issued_at at time zone 'Asia/Riyadh', 'YYYY-MM')`,
}

const signed = (column: RawBuilder<unknown>) =>
  sql`sum(case v.kind when 'credit-note' then -${column} else ${column} end)::float8`

/** Of the documents from `from` until before `until`. */
export async function sumSales(db: Database, by: Grouping, from: Date, until: Date): Promise<SalesRow[]> {
  const { rows } = await sql<SalesRow>`
    select ${KEYS[by]} as key,
      (count(distinct v.invoice_id) filter (where v.kind <> 'credit-note'))::int as invoices,
      (count(distinct v.invoice_id) filter (where v.kind = 'credit-note'))::int as "creditNotes",
      ${signed(sql`v.net_halalas`)} as "netHalalas", ${signed(sql`v.vat_halalas`)} as "vatHalalas",
      ${signed(sql`v.total_halalas`)} as "totalHalalas"
    from invoice_vat v join invoices i on i.id = v.invoice_id join orders o on o.id = i.order_id
    where v.issued_at >= ${from} and v.issued_at < ${until}
    group by 1`.execute(db)
  return rows
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
