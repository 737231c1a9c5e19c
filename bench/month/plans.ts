/**
 * Orders that are paid in parts: all within the month, beginning before it, going on after it, sent back from the newest part
 * on, and with a part that is invoiced before it is paid.
 */
import { creditNoteOf, invoiceOf } from '../../app/features/invoices/invoice-document.ts'
import { priceOf } from '../../app/features/orders/prices/pricing.ts'
import { dividedBy, type PlannedPart } from '../../app/features/payment-plans/schedule.ts'
import type { Database } from '../../app/platform/database/database.server.ts'
import { DAY_MS, HOUR_MS } from '../../app/platform/durations.ts'
import { learner } from '../../tests/support/factories.ts'
import { type Place, REASONS, SELLER, type Span, TREATMENTS } from './model.ts'
import type { Paper } from './papers.ts'
import { insertRows, uuidOf } from './rows.ts'

const TERMS = {
  ...{ depositPercent: 30, depositHalalas: null },
  parts: [30, 60].map((days) => ({ percent: 50, days, from: 'order' as const })),
}

type Part = PlannedPart & {
  attemptId: string
  paidAt: Date | null
  invoicedAt: Date | null
  refundedHalalas: number
}
type PlanSale = {
  id: string
  reference: string
  userId: number
  place: Place
  price: ReturnType<typeof priceOf>
  parts: Part[]
  refundedAt: Date | null
}

/** When each part is paid, in days after the beginning of the month; null where it is not. */
const STORIES: { paid: (number | null)[]; refundPercent?: number; invoiced?: number }[] = [
  { paid: [2, 9, 20] },
  { paid: [-10, 11, null] },
  { paid: [5, null, null] },
  { paid: [1, 8, 15], refundPercent: 45 },
  { paid: [-4, 6, null], refundPercent: 100 },
  // The second part is invoiced within the month, since the run is over, and paid in the next.
  { paid: [3, 33, null], invoiced: 20 },
]

export async function makePlans(
  db: Database,
  { span: { from }, places, count }: { span: Span; places: Place[]; count: number },
): Promise<PlanSale[]> {
  const sales: PlanSale[] = []
  for (let n = 0; n < count; n++) {
    const { paid, refundPercent = 0, invoiced } = STORIES[n % STORIES.length]!
    const at = (days: number) => new Date(from.getTime() + days * DAY_MS + (n % 9) * HOUR_MS)
    const place = places[n % places.length]!
    const vat = { treatment: place.treatment, ratePercent: TREATMENTS[place.treatment] }
    const price = priceOf(1234_56 + n * 357_11, null, vat)
    const parts = dividedBy(TERMS, price, { run: null, now: at(paid[0]!) })!
    const sale: PlanSale = {
      ...{ id: uuidOf(`plan ${n}`), reference: `P-${String(n).padStart(7, '0')}`, place, price },
      userId: (await learner(db)).id,
      parts: parts.map((part, index) => {
        const day = paid[index] ?? null
        const paidAt = day === null ? null : at(day)
        const invoicedAt = index === 1 && invoiced !== undefined ? at(invoiced) : paidAt
        return { ...part, attemptId: uuidOf(`plan ${n} part ${index}`), paidAt, invoicedAt, refundedHalalas: 0 }
      }),
      refundedAt: refundPercent > 0 ? at(25) : null,
    }
    sendBack(sale, refundPercent)
    sales.push(sale)
  }
  return sales
}

/** From the newest part on. */
function sendBack({ parts }: PlanSale, percent: number): void {
  const paid = parts.filter(({ paidAt }) => paidAt !== null)
  let missing = Math.floor((paid.reduce((sum, { amountHalalas }) => sum + amountHalalas, 0) * percent) / 100)
  for (const part of paid.toReversed()) {
    part.refundedHalalas = Math.min(part.amountHalalas, missing)
    missing -= part.refundedHalalas
  }
}

const sumOf = (parts: Part[], of: (part: Part) => number) => parts.reduce((sum, part) => sum + of(part), 0)

/** In one transaction: the database checks at its end that parts, orders and payments agree. */
export async function insertPlans(base: Database, sales: PlanSale[]): Promise<void> {
  await base.transaction().execute(async (db) => {
    await insertRows(
      db,
      'orders',
      sales.map(({ id, reference, userId, place, price, parts, refundedAt }) => {
        const unpaid = sumOf(parts, ({ amountHalalas, paidAt }) => (paidAt ? 0 : amountHalalas))
        const refunded = sumOf(parts, ({ refundedHalalas }) => refundedHalalas)
        const isRefunded = refunded > 0 && refunded === price.totalHalalas - unpaid
        const { paidAt } = parts[0]!
        return {
          ...{ id, reference, user_id: userId, course_id: place.courseId, schedule_id: place.scheduleId, lang: 'ar' },
          ...{ method: 'online', source: 'site', status: isRefunded ? 'refunded' : 'paid' },
          ...{ course_name: { ar: 'دورة', en: 'Course' }, price_halalas: price.priceHalalas, discount_halalas: 0 },
          ...{ total_halalas: price.totalHalalas, net_halalas: price.netHalalas, vat_halalas: price.vatHalalas },
          ...{ vat_treatment: price.vatTreatment, vat_rate_percent: price.vatRatePercent, unpaid_halalas: unpaid },
          ...{ created_at: paidAt, paid_at: paidAt, expires_at: paidAt, refunded_halalas: refunded },
          ...{ ended_at: isRefunded ? refundedAt : null },
        }
      }),
    )
    await insertRows(
      db,
      'order_parts',
      sales.flatMap(({ id, parts }) =>
        parts.map(({ part, amountHalalas, netHalalas, vatHalalas, dueAt, paidAt }) => ({
          ...{ order_id: id, part, amount_halalas: amountHalalas, net_halalas: netHalalas, vat_halalas: vatHalalas },
          ...{ due_at: dueAt, paid_at: paidAt, reminded: 0, is_invoiced: false },
        })),
      ),
    )
    const payments = sales.flatMap(({ id, parts }) =>
      parts.flatMap((part) => (part.paidAt ? [{ ...part, orderId: id, paidAt: part.paidAt }] : [])),
    )
    await insertRows(
      db,
      'payment_attempts',
      payments.map(({ orderId, part, attemptId, amountHalalas, refundedHalalas, paidAt }) => ({
        ...{ id: attemptId, order_id: orderId, part, provider: 'moyasar', provider_reference: `p ${attemptId}` },
        ...{ status: refundedHalalas === amountHalalas ? 'refunded' : 'paid', amount_halalas: amountHalalas },
        ...{ paid_halalas: amountHalalas, paid_currency: 'SAR', refunded_halalas: refundedHalalas },
        ...{ carried_halalas: 0, created_at: paidAt, updated_at: paidAt },
      })),
    )
    await insertRows(
      db,
      'ledger',
      payments.map(({ orderId, attemptId, amountHalalas, paidAt }) => ({
        ...{ kind: 'payment', order_id: orderId, attempt_id: attemptId, provider: 'moyasar' },
        ...{ provider_reference: `p ${attemptId}`, amount_halalas: amountHalalas, currency: 'SAR', at: paidAt },
      })),
    )
  })
  const back = refundsOf(sales)
  await insertRows(
    base,
    'refunds',
    back.map(({ id, sale, part, at }) => ({
      ...{ id, order_id: sale.id, attempt_id: part.attemptId, amount_halalas: part.refundedHalalas, status: 'done' },
      ...{ reason: 'ظرف طارئ', requested_at: at, decided_at: at, done_at: at, of_seat: true, keeps_seat: false },
    })),
  )
  await insertRows(
    base,
    'ledger',
    back.map(({ id, sale, part, at }) => ({
      ...{ kind: 'refund', order_id: sale.id, attempt_id: part.attemptId, refund_id: id, provider: 'moyasar' },
      ...{ amount_halalas: -part.refundedHalalas, currency: 'SAR', at },
    })),
  )
}

const refundsOf = (sales: PlanSale[]) =>
  sales.flatMap((sale) =>
    sale.parts.flatMap((part) =>
      part.refundedHalalas > 0 && sale.refundedAt
        ? [{ id: uuidOf(`back ${part.attemptId}`), sale, part, at: sale.refundedAt }]
        : [],
    ),
  )

/** Each part has an invoice of its own, and each refund its credit note on that. */
export function papersOfPlans(sales: PlanSale[]): Paper[] {
  const soldAs = new Map<Part, { id: string; part: number }>()
  const invoices = sales.flatMap(({ id, reference, price, parts }) =>
    parts.flatMap((part): Paper[] => {
      if (!part.invoicedAt) return []
      const sale = { id, part: part.part }
      soldAs.set(part, sale)
      const { netHalalas, vatHalalas, amountHalalas, paidAt } = part
      const draft = () =>
        invoiceOf(
          {
            ...{ vatTreatment: price.vatTreatment, vatRatePercent: price.vatRatePercent, vatReasonCode: null },
            ...{ priceHalalas: amountHalalas, discountHalalas: 0, netHalalas, vatHalalas, totalHalalas: amountHalalas },
            ...{ reference, courseName: { ar: 'دورة', en: 'Course' }, run: null, couponCode: null, paidAt },
            ...{ placedAt: parts[0]!.paidAt!, buyerName: 'مشترٍ' },
            part: { number: part.part, count: parts.length, ofHalalas: price.totalHalalas },
          },
          SELLER,
          REASONS,
        )
      return [{ at: part.invoicedAt, kind: 'invoice', sale, draft }]
    }),
  )
  const nothing = { totalHalalas: 0, netHalalas: 0 }
  const credits = refundsOf(sales).map(
    ({ id, part, at }): Paper => ({
      ...{ at, kind: 'credit-note', sale: soldAs.get(part)!, refundId: id },
      draft: (original) => creditNoteOf(original!, nothing, part.refundedHalalas, 'ظرف طارئ'),
    }),
  )
  return [...invoices, ...credits]
}
