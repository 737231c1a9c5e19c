/** Invoices and credit notes in the database: written once, never changed. */
import { sql } from 'kysely'
import { mayOweParts } from '../../../db/access.ts'
import type { InvoiceDocument } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Sold } from './invoice-document.ts'

export type InvoiceKind = 'invoice' | 'credit-note' | 'debit-note'

export type InvoiceRow = {
  id: string
  kind: InvoiceKind
  number: string
  counter: number
  /** Null for the purchase of a company, which has a quote instead. */
  orderId: string | null
  quoteId: number | null
  /** Which part of the order it is about; 1 of everything that is paid at once. */
  part: number
  issuedAt: Date
  document: InvoiceDocument
  /** The learner of the order. */
  userId: number | null
}

/**
 * What was sold, as an invoice needs it; undefined while the order is not paid, and for a part that is not owed any more. Of an order that is paid in parts, one of
 * them: the discount was taken off before the total was divided.
 */
export async function findSold(db: Database, orderId: string, part: number): Promise<Sold | undefined> {
  const { rows } = await sql<Sold>`
    select o.reference, o.course_name as "courseName", o.coupon_code as "couponCode",
      coalesce(p.amount_halalas, o.price_halalas) as "priceHalalas",
      case when p.part is null then o.discount_halalas else 0 end as "discountHalalas",
      coalesce(p.net_halalas, o.net_halalas) as "netHalalas", coalesce(p.vat_halalas, o.vat_halalas) as "vatHalalas",
      coalesce(p.amount_halalas, o.total_halalas) as "totalHalalas", o.vat_treatment as "vatTreatment",
      o.vat_rate_percent as "vatRatePercent", o.vat_reason_code as "vatReasonCode", o.created_at as "placedAt",
      case when p.part is null then o.paid_at else p.paid_at end as "paidAt",
      case when p.part is not null then jsonb_build_object('number', p.part, 'count',
        (select count(*) from order_parts n where n.order_id = o.id), 'ofHalalas', o.total_halalas) end as part,
      case when u.erased_at is null then concat_ws(' ', u.first_name, nullif(u.last_name, '')) end as "buyerName",
      case when s.id is not null then jsonb_build_object('startsAt', s.starts_at, 'endsAt', s.ends_at) end as run
    from orders o join users u on u.id = o.user_id left join schedules s on s.id = o.schedule_id
      left join order_parts p on p.order_id = o.id and p.part = ${part}
    where o.id = ${orderId}::uuid and o.paid_at is not null and (p.part is not null or ${part} = 1)
      and (p.part is null or p.paid_at is not null or ${mayOweParts})`.execute(db)
  const [row] = rows
  const run = row?.run && { startsAt: new Date(row.run.startsAt), endsAt: new Date(row.run.endsAt) }
  return row && { ...row, run: run ?? null }
}

export type TakenNumber = {
  counter: number
  number: number
  /** From when on the books are open; null while no month is closed. */
  openFrom: Date | null
}

const COUNTERS = { invoice: 'invoices', 'credit-note': 'credit_notes', 'debit-note': 'debit_notes' } as const

/** The next number of this kind, and the counter over all kinds. Holds a lock until the transaction ends: no gaps. */
export async function takeNumber(db: Database, kind: InvoiceKind): Promise<TakenNumber> {
  const column = sql.ref(COUNTERS[kind])
  const { rows } = await sql<TakenNumber>`
    update invoice_counters set documents = documents + 1, ${column} = ${column} + 1
    from (select open_books_from() as open_from) as books
    returning documents as counter, ${column} as number, open_from as "openFrom"`.execute(db)
  return rows[0]!
}

/** The hash of the document with this counter. */
export async function hashAt(db: Database, counter: number): Promise<string | undefined> {
  const row = await db.selectFrom('invoices').select('hash').where('counter', '=', counter).executeTakeFirst()
  return row?.hash
}

export type NewInvoice = Omit<InvoiceRow, 'userId'> & {
  previousHash: string
  hash: string
  refundId: string | null
  originalId: string | null
}

export async function insertInvoice(db: Database, row: NewInvoice): Promise<void> {
  await db
    .insertInto('invoices')
    .values({
      id: row.id,
      kind: row.kind,
      number: row.number,
      counter: row.counter,
      previous_hash: row.previousHash,
      hash: row.hash,
      order_id: row.orderId,
      part: row.part,
      quote_id: row.quoteId,
      refund_id: row.refundId,
      original_id: row.originalId,
      issued_at: row.issuedAt,
      document: JSON.stringify(row.document),
    })
    .execute()
}

const selectInvoices = (db: Database) =>
  db
    .selectFrom('invoices')
    .leftJoin('orders', 'orders.id', 'invoices.order_id')
    .select(['invoices.id', 'invoices.number', 'invoices.counter', 'invoices.order_id as orderId', 'invoices.part'])
    .select('invoices.quote_id as quoteId')
    .select(['invoices.issued_at as issuedAt', 'invoices.document', 'orders.user_id as userId'])
    .select(sql<InvoiceKind>`invoices.kind`.as('kind'))

/** The invoice of an order, or of one of its parts. */
export function invoiceOfOrder(db: Database, orderId: string, part = 1): Promise<InvoiceRow | undefined> {
  return selectInvoices(db)
    .where('order_id', '=', orderId)
    .where('invoices.part', '=', part)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
}

/** The invoice of a company's purchase. */
export function invoiceOfQuote(db: Database, quoteId: number): Promise<InvoiceRow | undefined> {
  return selectInvoices(db).where('quote_id', '=', quoteId).where('kind', '=', 'invoice').executeTakeFirst()
}

export function findInvoice(db: Database, number: string): Promise<InvoiceRow | undefined> {
  return selectInvoices(db).where('number', '=', number).executeTakeFirst()
}

/** The credit note of a refund. */
export function creditNoteOf(db: Database, refundId: string): Promise<InvoiceRow | undefined> {
  return selectInvoices(db).where('refund_id', '=', refundId).executeTakeFirst()
}

/** The credit notes of an invoice. */
export function creditNotesOf(db: Database, invoiceId: string): Promise<InvoiceRow[]> {
  return selectInvoices(db)
    .where('original_id', '=', invoiceId)
    .where('kind', '=', 'credit-note')
    .orderBy('invoices.counter')
    .execute()
}

/** The notes of a document, and of an invoice those that took its debit notes back, the oldest first. */
export function notesOf(db: Database, id: string): Promise<InvoiceRow[]> {
  const ofIt = db.selectFrom('invoices as note').select('note.id').where('note.original_id', '=', id)
  return selectInvoices(db)
    .where((row) => row.or([row('original_id', '=', id), row('original_id', 'in', ofIt)]))
    .orderBy('invoices.counter')
    .execute()
}

export function invoiceById(db: Database, id: string): Promise<InvoiceRow | undefined> {
  return selectInvoices(db).where('invoices.id', '=', id).executeTakeFirst()
}

/**
 * Paid orders and parts without an invoice, in the order of their payments, and parts that nobody has paid although the
 * run is over: its learner was trained, so that the tax is due.
 */
export async function withoutInvoice(
  db: Database,
  now: Date,
  max: number,
): Promise<{ orderId: string; part: number }[]> {
  const { rows } = await sql<{ orderId: string; part: number }>`
    select "orderId", part from (
      select id as "orderId", 1 as part, paid_at as at from orders where paid_at is not null and not is_invoiced
      union all
      select order_id, part, paid_at from order_parts where part > 1 and paid_at is not null and not is_invoiced
      union all
      select p.order_id, p.part, s.ends_at from order_parts p join orders o on o.id = p.order_id
        join schedules s on s.id = o.schedule_id
      where p.part > 1 and p.paid_at is null and not p.is_invoiced and ${mayOweParts}
        and s.ends_at <= ${now}::timestamptz) as due
    order by at, "orderId", part limit ${max}`.execute(db)
  return rows
}

/** Parts of an order that has ended which were invoiced, but neither paid nor credited. */
export async function invoicedUnpaidParts(db: Database, orderId: string): Promise<number[]> {
  const { rows } = await sql<{ part: number }>`
    select p.part from order_parts p join orders o on o.id = p.order_id and o.status = 'refunded'
      join invoices i on i.order_id = p.order_id and i.part = p.part and i.kind = 'invoice'
    where p.order_id = ${orderId}::uuid and p.part > 1 and p.paid_at is null
      and not exists (select from invoices n where n.original_id = i.id and n.kind = 'credit-note')
    order by p.part`.execute(db)
  return rows.map(({ part }) => part)
}

/** Completed refunds of a seat that has an invoice, and that have no credit note yet. */
const isCreditable = sql<boolean>`r.status = 'done' and r.of_seat and r.amount_halalas > 0
  and not r.is_credited
  and exists (select from invoices i where i.order_id = r.order_id and i.kind = 'invoice'
    and i.part = coalesce((select a.part from payment_attempts a where a.id = r.attempt_id), 1))`

export async function creditableRefund(
  db: Database,
  refundId: string,
): Promise<{ orderId: string; part: number; amountHalalas: number; reason: string } | undefined> {
  const { rows } = await sql<{ orderId: string; part: number; amountHalalas: number; reason: string }>`
    select order_id as "orderId", coalesce((select a.part from payment_attempts a where a.id = r.attempt_id), 1) as part, amount_halalas as "amountHalalas", coalesce(decision_reason, reason) as reason from refunds r
    where id = ${refundId}::uuid and ${isCreditable}`.execute(db)
  return rows[0]
}

export async function refundsWithoutCreditNote(db: Database, max: number): Promise<{ id: string; orderId: string }[]> {
  const { rows } = await sql<{ id: string; orderId: string }>`
    select id, order_id as "orderId" from refunds r where ${isCreditable} order by done_at, id limit ${max}`.execute(db)
  return rows
}
