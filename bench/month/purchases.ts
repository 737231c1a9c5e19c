/** Purchases of companies: their documents, the ways in which they pay, what goes back to them, and seats that are used. */

import { sql } from 'kysely'
import { creditNoteOf, debitNoteOf } from '../../app/features/invoices/invoice-document.ts'
import { priceOf } from '../../app/features/orders/prices/pricing.ts'
import { invoiceDraft, totalsOf } from '../../app/features/quotes/quote-document.ts'
import type { Database } from '../../app/platform/database/database.server.ts'
import { HOUR_MS } from '../../app/platform/durations.ts'
import type { InvoiceLine, QuoteDocument } from '../../db/shapes.ts'
import { type Making, type Place, REASONS, SELLER, TREATMENTS } from './model.ts'
import type { Paper } from './papers.ts'
import { insertRows, uuidOf } from './rows.ts'

/** Invoiced at once, paid later in part or in full. */
export type Purchase = { quoteId: number; number: string; document: QuoteDocument; at: Date }

/** Each fourth pays in cash, each fourth by card, the others by transfers that the bank's statement shows. */
const methodOf = (n: number) => (['cash', 'card', 'transfer', 'transfer'] as const)[n % 4]!
/** Those that pay in cash or by card give seats of their second line back; what it comes to. */
const backOf = ({ document }: Purchase, n: number) => (n % 4 < 2 ? Math.ceil(document.lines[1]!.totalHalalas / 3) : 0)
/** Added to the first line; the second company of each ten has it taken back. */
const debitOf = (n: number) => (n % 5 === 1 ? 35_07 + n : 0)
const isTakenBack = (n: number) => n % 10 === 1
const isPaidInFull = (n: number) => n % 3 !== 0

export async function makePurchases(
  db: Database,
  { span: { from, until }, size, random, places }: Making,
): Promise<Purchase[]> {
  const purchases: Purchase[] = []
  for (let n = 0; n < size.companies; n++) {
    // Early enough for everything that follows within the month.
    const at = new Date(from.getTime() + Math.floor(random() * (until.getTime() - from.getTime() - 24 * HOUR_MS)))
    const number = `QB-${String(n + 1).padStart(4, '0')}`
    const chosen = [0, 5, 8].map((step) => places[(n + step) % places.length]!)
    const lines = chosen.map((place, index) =>
      lineOf(place, index, [1 + ((n + index) % 12), 100_00 + Math.floor(random() * 90_000)]),
    )
    const name = { ar: `شركة ${n}` }
    const document: QuoteDocument = {
      ...{ seller: SELLER, lines, totals: totalsOf(lines), contact: { name: 'هند', email: `hr-${n}@example.com` } },
      buyer: { name: name.ar, company: { name, vatNumber: '300000000000003', registerNumber: null, address: null } },
      ...{ sentAt: at.toISOString(), validUntil: '2026-12-31', paymentDays: 30, withdrawalDays: 7, terms: '' },
    }
    const { rows } = await sql<{ id: number }>`
      with company as (insert into companies (name) values (${JSON.stringify(name)}::jsonb) returning id)
      insert into quotes (number, company_id, contact_name, contact_email, lang, state, valid_until, payment_days,
        withdrawal_days, document, created_at, sent_at, answered_at, answer)
      select ${number}, id, 'هند', 'hr@example.com', 'ar', 'accepted', '2026-12-31', 30, 7,
        ${JSON.stringify(document)}::jsonb, ${at}, ${at}, ${at}, '{"name":"هند","role":"مديرة"}'::jsonb
      from company returning id`.execute(db)
    purchases.push({ quoteId: rows[0]!.id, number, document, at })
  }
  await insertPayments(db, purchases)
  return purchases
}

function lineOf(
  { courseId, scheduleId, treatment }: Place,
  index: number,
  [seats, unitHalalas]: [number, number],
): InvoiceLine {
  const discount = index === 1 ? { percent: 12.5, amountHalalas: null } : null
  const vat = { treatment, ratePercent: TREATMENTS[treatment] }
  const { currency: _, ...price } = priceOf(seats * unitHalalas, discount, vat)
  const vatReason = treatment === 'standard' ? null : REASONS[treatment]
  const course = { quoteLineId: index, courseId, scheduleId, seats, run: null, couponCode: null }
  return { ...price, ...course, description: { ar: 'دورة' }, vatReason, vatReasonCode: null }
}

const dayOf = (at: Date) => new Date(at.getTime() + 3 * HOUR_MS).toISOString().slice(0, 10)

type Paid = {
  purchase: Purchase
  method: 'cash' | 'card' | 'transfer'
  amountHalalas: number
  reference: string
  at: Date
}

/** In two parts; what was too much goes back to the card of the second. */
async function insertPayments(db: Database, purchases: Purchase[]): Promise<void> {
  const paid = purchases.flatMap((purchase, n): Paid[] => {
    const { number, at, document } = purchase
    const first = Math.floor(document.totals.totalHalalas / 3)
    const payment = { purchase, method: methodOf(n), amountHalalas: first, reference: `${number}-1`, at }
    if (!isPaidInFull(n)) return [payment]
    return [payment, { ...payment, amountHalalas: document.totals.totalHalalas - first, reference: `${number}-2` }]
  })
  const backs = purchases
    .flatMap((purchase, n) =>
      methodOf(n) === 'card' && isPaidInFull(n)
        ? [{ purchase, amountHalalas: backOf(purchase, n) - (isTakenBack(n) ? 0 : debitOf(n)) }]
        : [],
    )
    .filter(({ amountHalalas }) => amountHalalas > 0)
  const refundOf = ({ reference }: Paid) => backs.find(({ purchase }) => reference === `${purchase.number}-2`)
  const cards = paid.filter(({ method }) => method === 'card')
  await insertRows(
    db,
    'purchase_attempts',
    cards.map((payment) => ({
      ...{ id: uuidOf(payment.reference), quote_id: payment.purchase.quoteId, provider: 'moyasar' },
      ...{ provider_reference: `p ${payment.reference}`, amount_halalas: payment.amountHalalas, status: 'paid' },
      ...{ paid_halalas: payment.amountHalalas, paid_currency: 'SAR', expires_at: payment.at },
      ...{ refunded_halalas: refundOf(payment)?.amountHalalas ?? 0, created_at: payment.at, updated_at: payment.at },
    })),
  )
  const booked = ({ purchase, method, amountHalalas, reference, at }: Paid, kind: 'received' | 'returned') => ({
    ...{
      quote_id: purchase.quoteId,
      kind,
      method,
      amount_halalas: amountHalalas,
      reference,
      received_on: dayOf(at),
      at,
    },
    attempt_id: method === 'card' ? uuidOf(reference) : null,
  })
  await insertRows(db, 'company_payments', [
    ...paid.map((payment) => booked(payment, 'received')),
    ...cards.flatMap((payment) => {
      const back = refundOf(payment)
      return back ? [booked({ ...payment, amountHalalas: back.amountHalalas }, 'returned')] : []
    }),
  ])
  await insertRows(
    db,
    'purchase_refunds',
    cards.flatMap((payment) => {
      const back = refundOf(payment)
      if (!back) return []
      const {
        at,
        purchase: { quoteId },
      } = payment
      const amounts = { amount_halalas: back.amountHalalas, in_all_halalas: back.amountHalalas }
      return [
        {
          id: uuidOf(`back ${payment.reference}`),
          quote_id: quoteId,
          attempt_id: uuidOf(payment.reference),
          ...amounts,
          status: 'done',
          at,
          done_at: at,
        },
      ]
    }),
  )
  await insertMovements(
    db,
    paid
      .filter(({ method }) => method === 'transfer')
      .map(({ purchase, amountHalalas, reference, at }) => ({
        sale: { quote_id: purchase.quoteId, order_id: null },
        amountHalalas,
        reference,
        at,
      })),
  )
}

export type Movement = {
  sale: { order_id: string; quote_id: null } | { order_id: null; quote_id: number }
  amountHalalas: number
  reference: string
  at: Date
}

/** Movements of the bank account that staff have matched with what they pay. */
export async function insertMovements(db: Database, movements: Movement[]): Promise<void> {
  if (movements.length === 0) return
  const statement = uuidOf(`statement ${movements[0]!.reference}`)
  await insertRows(db, 'bank_statements', [
    {
      id: statement,
      file_name: 'x.csv',
      format: 'csv',
      account: '',
      errors: [],
      known_lines: 0,
      imported_at: movements[0]!.at,
    },
  ])
  await insertRows(
    db,
    'bank_lines',
    movements.map(({ amountHalalas, reference, at }, place) => ({
      ...{
        statement_id: statement,
        fingerprint: reference,
        occurrence: 1,
        place,
        day: dayOf(at),
        amount_halalas: amountHalalas,
      },
      ...{ used_halalas: amountHalalas, bank_reference: reference, description: '', payer_name: '', payer_account: '' },
    })),
  )
  const { rows } = await sql<{ id: number; reference: string }>`
    select id::float8 as id, bank_reference as reference from bank_lines where statement_id = ${statement}::uuid`.execute(
    db,
  )
  const ids = new Map(rows.map(({ id, reference }) => [reference, id]))
  await insertRows(
    db,
    'bank_line_uses',
    movements.map(({ sale, amountHalalas, reference, at }) => ({
      ...{ line_id: ids.get(reference), ...sale, amount_halalas: amountHalalas, received_before: 0 },
      ...{ started_at: at, done_at: at },
    })),
  )
}

/** The invoice; within the month a credit note of seats, a debit note, and the one that takes it back. */
export const papersOfPurchases = (purchases: Purchase[]): Paper[] =>
  purchases.flatMap((sale, n) => {
    const { number, document, at } = sale
    const later = (hours: number) => new Date(at.getTime() + hours * HOUR_MS)
    const papers: Paper[] = [{ at, kind: 'invoice', sale, draft: () => invoiceDraft(number, document, at) }]
    const [back, added, nothing] = [backOf(sale, n), debitOf(n), { totalHalalas: 0, netHalalas: 0 }]
    if (back > 0)
      papers.push({
        at: later(1),
        kind: 'credit-note',
        sale,
        draft: (one) => creditNoteOf(one!, nothing, back, 'إعادة', 1),
      })
    if (added > 0) {
      const asked = { amountHalalas: added, reason: 'كتب', suppliedOn: dayOf(later(2)) }
      const debit: Paper = { at: later(2), kind: 'debit-note', sale, draft: (one) => debitNoteOf(one!, asked) }
      papers.push(debit)
      if (isTakenBack(n))
        papers.push({
          at: later(3),
          kind: 'credit-note',
          sale,
          of: debit,
          draft: (one) => creditNoteOf(one!, nothing, added, 'خطأ'),
        })
    }
    return papers
  })

/** An employee of each company uses a seat of its first line: an order of nothing, without an invoice of its own. */
export async function insertUsedSeats(db: Database, purchases: Purchase[], people: number[]): Promise<void> {
  for (const [n, { quoteId, document, at }] of purchases.entries()) {
    const [line] = document.lines
    const [orderId, unit] = [uuidOf(`seat ${quoteId}`), Math.round(line!.priceHalalas / line!.seats!)]
    await sql`with line as (insert into quote_lines (quote_id, course_id, schedule_id, seats, unit_halalas)
        values (${quoteId}, ${line!.courseId!}, ${line!.scheduleId!}, ${line!.seats!}, ${unit}) returning id),
      used as (insert into orders (id, reference, user_id, course_id, schedule_id, status, lang, course_name, price_halalas,
          discount_halalas, total_halalas, net_halalas, vat_halalas, vat_treatment, vat_rate_percent, created_at, expires_at,
          paid_at, method, source, is_invoiced)
        values (${orderId}, ${`SEAT-${quoteId}`}, ${people[n]!}, ${line!.courseId!}, ${line!.scheduleId!}, 'paid', 'ar', '{"ar":"دورة"}',
          ${unit}, ${unit}, 0, 0, 0, ${line!.vatTreatment}, ${line!.vatRatePercent}, ${at}, ${at}, ${at}, 'online', 'company', true)
        returning id)
      insert into company_seats (quote_id, line_id, code, order_id, used_at)
        select ${quoteId}, line.id, ${`C${quoteId}`}, used.id, ${at} from line, used`.execute(db)
  }
}
