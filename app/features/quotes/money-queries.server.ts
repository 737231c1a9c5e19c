/** Documents and money of a company's purchase. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { ClearanceState } from '../e-invoicing/sharing.ts'

export type DocumentRow = {
  kind: 'invoice' | 'credit-note' | 'debit-note'
  number: string
  issuedAt: Date
  totalHalalas: number
  /** At the tax authority; null of a document that it does not decide about. */
  clearance: ClearanceState['state'] | null
  isStandard: boolean
}

export async function documentsOf(db: Database, quoteId: number): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    select i.kind, i.number, i.issued_at as "issuedAt", (i.document #>> '{totals,totalHalalas}')::float8 as "totalHalalas",
      e.state as clearance, coalesce(e.is_standard, false) as "isStandard"
    from invoices i left join lateral (select a.state, a.is_standard from e_invoices a where a.invoice_id = i.id
      order by a.attempt desc limit 1) as e on true
    where i.quote_id = ${quoteId} order by i.counter`.execute(db)
  return rows
}

export type PaymentRow = {
  id: number
  kind: 'received' | 'returned'
  /** `credit`: from, or to, another purchase of the company. */
  method: 'transfer' | 'cash' | 'card' | 'credit'
  amountHalalas: number
  reference: string
  receivedOn: string
  by: string | null
  canUndo: boolean
}

/**
 * Money `p` that staff booked by hand, or by a bank movement. What the payment company reports, what passed between two
 * purchases, and what a bank disputes has its own ways back; money that was sent back to a card ended a refund.
 */
export const isCorrectable = sql`(p.attempt_id is null and p.method <> 'credit'
  and not (p.kind = 'returned' and p.method = 'card')
  and not exists (select from chargebacks d where d.company_payment_id = p.id))`

export async function paymentsOf(db: Database, quoteId: number): Promise<PaymentRow[]> {
  const { rows } = await sql<PaymentRow>`
    select p.id, p.kind, p.method, p.amount_halalas as "amountHalalas", p.reference, p.received_on::text as "receivedOn",
      u.user_name as by,
      ${isCorrectable} and p.at >= coalesce((select max(ends_at) from month_closings), '-infinity') as "canUndo"
    from company_payments p left join users u on u.id = p.by_staff where p.quote_id = ${quoteId} order by p.id`.execute(
    db,
  )
  return rows
}

/** By staff, or by a report of the payment provider about an attempt. */
export type NewPayment = Omit<PaymentRow, 'id' | 'by' | 'canUndo'> & { now: Date } & (
    | { staffId: number }
    | { staffId: null; attemptId: string }
  )

export async function insertPayment(tx: Tx, quoteId: number, payment: NewPayment): Promise<number> {
  const { id } = await tx
    .insertInto('company_payments')
    .values({
      ...{ quote_id: quoteId, kind: payment.kind, method: payment.method, amount_halalas: payment.amountHalalas },
      ...{ reference: payment.reference, received_on: sql`${payment.receivedOn}::date`, by_staff: payment.staffId },
      attempt_id: 'attemptId' in payment ? payment.attemptId : null,
      // Not into a month that was closed since this request began.
      at: sql`greatest(${payment.now}::timestamptz, open_books_from())`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What is on its way back to a card through the provider. */
export async function openRefundsOf(db: Database, quoteId: number): Promise<number> {
  const { rows } = await sql<{ halalas: number }>`select coalesce(sum(amount_halalas), 0)::float8 as halalas
    from purchase_refunds where quote_id = ${quoteId} and status in ('sending', 'unclear')`.execute(db)
  return rows[0]!.halalas
}

/** Staff have found out that the provider did send a refund on which it does not report. */
export async function settleUnclearRefunds(tx: Tx, quoteId: number, now: Date): Promise<void> {
  await sql`update purchase_refunds set status = 'done', done_at = ${now}
    where quote_id = ${quoteId} and status = 'unclear'`.execute(tx)
}

/** When what is left is to be paid. */
export async function dueAtOf(db: Database, quoteId: number): Promise<Date> {
  const { rows } = await sql<{ dueAt: Date }>`
    select coalesce(b.due_at, q.answered_at + q.payment_days * interval '1 day') as "dueAt"
    from quotes q left join purchase_balances b on b.quote_id = q.id where q.id = ${quoteId}`.execute(db)
  return rows[0]!.dueAt
}

export type MoneySums = {
  invoicedHalalas: number
  /** Added by debit notes. */
  debitedHalalas: number
  creditedHalalas: number
  receivedHalalas: number
  returnedHalalas: number
  /** What other purchases of the company had too much. */
  fromCreditHalalas: number
  /** What it had too much and another purchase used. */
  toCreditHalalas: number
}

export function sumsOf(documents: readonly DocumentRow[], payments: readonly PaymentRow[]): MoneySums {
  const sum = <T>(rows: readonly T[], isOne: (row: T) => boolean, amount: (row: T) => number) =>
    rows.filter(isOne).reduce((total, row) => total + amount(row), 0)
  return {
    invoicedHalalas: sum(
      documents,
      ({ kind }) => kind === 'invoice',
      (row) => row.totalHalalas,
    ),
    debitedHalalas: sum(
      documents,
      ({ kind }) => kind === 'debit-note',
      (row) => row.totalHalalas,
    ),
    creditedHalalas: sum(
      documents,
      ({ kind }) => kind === 'credit-note',
      (row) => row.totalHalalas,
    ),
    receivedHalalas: moneyOf('received', false),
    returnedHalalas: moneyOf('returned', false),
    fromCreditHalalas: moneyOf('received', true),
    toCreditHalalas: moneyOf('returned', true),
  }

  function moneyOf(of: PaymentRow['kind'], isCredit: boolean) {
    return sum(
      payments,
      ({ kind, method }) => kind === of && (method === 'credit') === isCredit,
      (row) => row.amountHalalas,
    )
  }
}

/** What the company still owes; below zero, what is to be sent back. */
export const dueOf = ({ invoicedHalalas, debitedHalalas, creditedHalalas, ...money }: MoneySums): number =>
  invoicedHalalas +
  debitedHalalas -
  creditedHalalas -
  (money.receivedHalalas + money.fromCreditHalalas) +
  (money.returnedHalalas + money.toCreditHalalas)
