/** Invoices and credit notes in the database: written once, never changed. */
import { sql } from 'kysely'
import type { InvoiceDocument } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database.server.ts'
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
  issuedAt: Date
  document: InvoiceDocument
  /** The learner of the order. */
  userId: number | null
}

/** What was sold, as an invoice needs it; undefined while the order is not paid. */
export async function findSold(db: Database, orderId: string): Promise<Sold | undefined> {
  const { rows } = await sql<Sold>`
    select o.reference, o.course_name as "courseName", o.coupon_code as "couponCode",
      o.price_halalas as "priceHalalas", o.discount_halalas as "discountHalalas", o.net_halalas as "netHalalas",
      o.vat_halalas as "vatHalalas", o.total_halalas as "totalHalalas", o.vat_treatment as "vatTreatment",
      o.vat_rate_percent as "vatRatePercent", o.vat_reason_code as "vatReasonCode", o.created_at as "placedAt", o.paid_at as "paidAt",
      case when u.erased_at is null then concat_ws(' ', u.first_name, nullif(u.last_name, '')) end as "buyerName",
      case when s.id is not null then jsonb_build_object('startsAt', s.starts_at, 'endsAt', s.ends_at) end as run
    from orders o join users u on u.id = o.user_id left join schedules s on s.id = o.schedule_id
    where o.id = ${orderId}::uuid and o.paid_at is not null`.execute(db)
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
    .select(['invoices.id', 'invoices.number', 'invoices.counter', 'invoices.order_id as orderId'])
    .select('invoices.quote_id as quoteId')
    .select(['invoices.issued_at as issuedAt', 'invoices.document', 'orders.user_id as userId'])
    .select(sql<InvoiceKind>`invoices.kind`.as('kind'))

/** The invoice of an order. */
export function invoiceOfOrder(db: Database, orderId: string): Promise<InvoiceRow | undefined> {
  return selectInvoices(db).where('order_id', '=', orderId).where('kind', '=', 'invoice').executeTakeFirst()
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

/** Paid orders without an invoice, in the order of their payments. */
export async function paidWithoutInvoice(db: Database, max: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where paid_at is not null and not is_invoiced order by paid_at, id limit ${max}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Completed refunds of a seat that has an invoice, and that have no credit note yet. */
const isCreditable = sql<boolean>`r.status = 'done' and r.of_seat and r.amount_halalas > 0
  and not r.is_credited
  and exists (select from invoices i where i.order_id = r.order_id and i.kind = 'invoice')`

export async function creditableRefund(
  db: Database,
  refundId: string,
): Promise<{ orderId: string; amountHalalas: number; reason: string } | undefined> {
  const { rows } = await sql<{ orderId: string; amountHalalas: number; reason: string }>`
    select order_id as "orderId", amount_halalas as "amountHalalas", coalesce(decision_reason, reason) as reason from refunds r
    where id = ${refundId}::uuid and ${isCreditable}`.execute(db)
  return rows[0]
}

export async function refundsWithoutCreditNote(db: Database, max: number): Promise<{ id: string; orderId: string }[]> {
  const { rows } = await sql<{ id: string; orderId: string }>`
    select id, order_id as "orderId" from refunds r where ${isCreditable} order by done_at, id limit ${max}`.execute(db)
  return rows
}
