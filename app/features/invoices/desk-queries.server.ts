/** Invoices and credit notes as staff search them and add them up. */
import { type RawBuilder, sql } from 'kysely'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { FoundLearners } from '../orders/staff-queries.server.ts'
import type { InvoiceKind } from './queries.server.ts'

type VatTreatment = 'standard' | 'zero' | 'exempt' | 'none'

export type InvoiceFilter = {
  /** What a search leads to; undefined without a search. */
  found?: { numbers: string[]; learners: FoundLearners } | undefined
  kind?: InvoiceKind | undefined
  treatment?: VatTreatment | undefined
  /** In percent. */
  rate?: number | undefined
  from?: Date | undefined
  /** The first instant that is no longer part of it. */
  until?: Date | undefined
}

export type InvoicePlace = { at: Date; counter: number }

export type InvoiceItemRow = {
  id: string
  kind: InvoiceKind
  number: string
  counter: number
  issuedAt: Date
  /** Null for the purchase of a company, which has a quote instead. */
  orderId: string | null
  quoteId: number | null
  reference: string
  buyer: string | null
  buyerVatNumber: string | null
  /** Of the part with the treatment and rate that are asked for. */
  netHalalas: number
  vatHalalas: number
  totalHalalas: number
  documentHalalas: number
}

const all = (conditions: (RawBuilder<unknown> | false | undefined)[]) =>
  sql.join([sql`true`, ...conditions.filter((one) => one !== false && one !== undefined)], sql` and `)

/** The part of a document that is asked for; all of it without a treatment and a rate. */
const partOf = ({ treatment, rate }: InvoiceFilter) =>
  all([
    sql`v.invoice_id = i.id`,
    treatment && sql`v.treatment = ${treatment}`,
    rate !== undefined && sql`v.rate_percent = ${rate}::numeric`,
  ])

const own = ({ kind, from, until, ...part }: InvoiceFilter) =>
  all([
    kind && sql`i.kind = ${kind}`,
    (part.treatment ?? part.rate) !== undefined && sql`exists (select from invoice_vat v where ${partOf(part)})`,
    from && sql`i.issued_at >= ${from}`,
    until && sql`i.issued_at < ${until}`,
  ])

const companyText = (search: string) => search.replace(/[\\%_]/g, '\\$&')

/** For a name that very many people have, the first documents up to the cap are looked through. */
function matching(filter: InvoiceFilter, direction = sql`desc`): RawBuilder<unknown> {
  const columns = sql`i.id, i.issued_at, i.counter`
  const { found } = filter
  if (!found) return sql`select ${columns} from invoices i where ${own(filter)}`
  const { numbers, learners } = found
  if (learners.ids === 'many')
    return sql`select i.id, i.issued_at, i.counter from (
      select i.* from invoices i where ${own(filter)}
      order by i.issued_at ${direction}, i.counter ${direction} limit ${COUNT_CAP}) as i
      join orders o on o.id = i.order_id join users u on u.id = o.user_id
      where u.search_name like name_pattern(${learners.search}) and u.erased_at is null`
  return sql`select ${columns} from invoices i where i.number = any(${numbers}) and ${own(filter)}
    union select ${columns} from quotes q join invoices i on i.quote_id = q.id
      where q.number = upper(${learners.search}) and ${own(filter)}
    union select ${columns} from companies c join quotes q on q.company_id = c.id join invoices i on i.quote_id = q.id
      where (ar_norm((c.name ->> 'ar') || ' ' || coalesce(c.name ->> 'en', '')) like '%' || ar_norm(${companyText(learners.search)}) || '%'
        or c.vat_number = ${learners.search}) and ${own(filter)}
    union select ${columns} from orders o join invoices i on i.order_id = o.id
      where o.reference = upper(${learners.search}) and ${own(filter)}
    union select ${columns} from orders o join invoices i on i.order_id = o.id
      where o.user_id = any(${learners.ids}::int[]) and ${own(filter)}`
}

/** By time; `after` is the last row of the page before. */
export async function findInvoices(
  db: Database,
  filter: InvoiceFilter,
  { limit, after, isOldestFirst }: { limit: number; after: InvoicePlace | undefined; isOldestFirst: boolean },
): Promise<InvoiceItemRow[]> {
  const [direction, beyond] = isOldestFirst ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const place = after
    ? sql`(issued_at, counter) ${beyond} (${after.at}::timestamptz, ${after.counter}::int)`
    : sql`true`
  const { rows } = await sql<InvoiceItemRow>`
    with page as materialized (
      select id, issued_at, counter from (${matching(filter, direction)}) as matching where ${place}
      order by issued_at ${direction}, counter ${direction} limit ${limit})
    select i.id, i.kind, i.number, i.counter, i.issued_at as "issuedAt", i.order_id as "orderId", i.quote_id as "quoteId",
      i.document #>> '{order,reference}' as reference,
      i.document #>> '{buyer,name}' as buyer, i.document #>> '{buyer,company,vatNumber}' as "buyerVatNumber",
      part.*, (i.document #>> '{totals,totalHalalas}')::float8 as "documentHalalas"
    from page join invoices i on i.id = page.id, lateral (
      select sum(v.net_halalas)::float8 as "netHalalas", sum(v.vat_halalas)::float8 as "vatHalalas",
        sum(v.total_halalas)::float8 as "totalHalalas" from invoice_vat v where ${partOf(filter)}) as part
    order by page.issued_at ${direction}, page.counter ${direction}`.execute(db)
  return rows
}

/** Counts up to `max`. */
export async function countInvoices(db: Database, filter: InvoiceFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from (${matching(filter)}) as matching limit ${max}) as bounded`.execute(db)
  return rows[0]!.count
}

export type VatRow = {
  kind: InvoiceKind
  treatment: VatTreatment
  ratePercent: number
  documents: number
  netHalalas: number
  vatHalalas: number
  totalHalalas: number
}

/** Sums of the documents from `from` until before `until`, by kind, treatment and rate. */
export async function sumVat(db: Database, from: Date, until: Date): Promise<VatRow[]> {
  const { rows } = await sql<VatRow>`
    select kind, treatment, rate_percent::float8 as "ratePercent", count(*)::int as documents,
      sum(net_halalas)::float8 as "netHalalas", sum(vat_halalas)::float8 as "vatHalalas",
      sum(total_halalas)::float8 as "totalHalalas"
    from invoice_vat where issued_at >= ${from} and issued_at < ${until}
    group by kind, treatment, rate_percent order by kind desc, treatment, rate_percent desc`.execute(db)
  return rows
}

/** How many different documents there are of each kind. */
export async function countDocuments(db: Database, from: Date, until: Date): Promise<Record<InvoiceKind, number>> {
  const { rows } = await sql<{ invoices: number; creditNotes: number; debitNotes: number }>`
    select (count(*) filter (where kind = 'invoice'))::int as invoices,
      (count(*) filter (where kind = 'credit-note'))::int as "creditNotes",
      (count(*) filter (where kind = 'debit-note'))::int as "debitNotes"
    from invoices where issued_at >= ${from} and issued_at < ${until}`.execute(db)
  const { invoices, creditNotes, debitNotes } = rows[0]!
  return { invoice: invoices, 'credit-note': creditNotes, 'debit-note': debitNotes }
}
