/** A month of an institute's books: orders, payments, invoices, refunds and credit notes, in rows that every rule of the database accepts. */

import { sql } from 'kysely'
import { creditNoteOf, debitNoteOf, invoiceOf, type Sold } from '../../app/features/invoices/invoice-document.ts'
import { priceOf } from '../../app/features/orders/prices/pricing.ts'
import type { Database } from '../../app/platform/database/database.server.ts'
import { dayOf } from '../../app/platform/days.ts'
import { DAY_MS, HOUR_MS } from '../../app/platform/durations.ts'
import { course, learner, schedule } from '../../tests/support/factories.ts'
import {
  type Making,
  type MonthSize,
  type Place,
  providerOf,
  REASONS,
  type Refund,
  type Sale,
  SELLER,
  SOURCES,
  type Span,
  TREATMENTS,
} from './model.ts'
import { insertPapers, type Paper } from './papers.ts'
import { insertPlans, makePlans, papersOfPlans } from './plans.ts'
import { insertMovements, insertUsedSeats, makePurchases, papersOfPurchases } from './purchases.ts'
import { insertRows, randomOf, uuidOf } from './rows.ts'
import { insertSettlements } from './settlements.ts'

const COURSES = 24
/** At least so many orders are paid in parts: each of their stories twice. */
const PLANS = 12

type Duplicate = { id: string; sale: Sale; at: Date; refundedHalalas: number }

/** @returns an owner, who can close months */
export async function fillMonth(db: Database, span: Span, size: MonthSize): Promise<{ ownerId: number }> {
  const random = randomOf(size.orders)
  const { id: ownerId } = await learner(db, { roles: ['Owner'] })
  const [places, people] = [
    await makePlaces(db, span),
    await makePeople(db, Math.ceil(size.orders / COURSES) + Math.ceil(size.orders / 50) + size.companies + 20),
  ]
  const sold = makeSales({ span, size, random, places, people })
  const moves = makeMoves(sold, { span, places, people: people.slice(0, -size.companies).reverse() })
  const sales = [...sold, ...moves.map(({ sale }) => sale)]
  const refunds = [...makeRefunds(sales, { span, size, random }), ...moves.map(({ refund }) => refund)]
  const duplicates = makeDuplicates(sales, { span, random })
  const purchases = await makePurchases(db, { span, size, random, places, people })
  await insertSales(db, sales, duplicates)
  await insertRefunds(db, [...refunds, ...duplicates.flatMap(refundOf)])
  const plans = await makePlans(db, { span, places, count: Math.max(PLANS, Math.floor(size.orders / 100)) })
  await insertPlans(db, plans)
  await insertPapers(db, [
    ...papersOf(sales, refunds),
    ...papersOfPlans(plans),
    ...debitsOf(sales, span),
    ...papersOfPurchases(purchases),
  ])
  await insertUsedSeats(db, purchases, people.slice(-size.companies))
  await insertSettlements(db, { span, sales, refunds })
  await sql`analyze`.execute(db)
  return { ownerId }
}

/** Half of the courses have a run with enough seats. */
async function makePlaces(db: Database, { from, until }: Span): Promise<Place[]> {
  const places: Place[] = []
  for (let n = 0; n < COURSES; n++) {
    const hasRun = n % 2 === 0
    const { id } = await course(db, { delivery: hasRun ? 1 : 2, publishedAt: new Date(from.getTime() - 90 * DAY_MS) })
    const startsAt = new Date(until.getTime() + 30 * DAY_MS)
    const scheduleId = hasRun ? await schedule(db, id, { seats: 5000, startsAt }) : null
    places.push({ courseId: id, scheduleId, treatment: n % 12 === 5 ? 'zero' : n % 12 === 7 ? 'exempt' : 'standard' })
  }
  return places
}

async function makePeople(db: Database, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into users (email, first_name, last_name, user_name, phone, roles, terms_accepted_at, created_at, activated_at)
    select 'buyer-' || n || '@example.com', 'مشترٍ', n::text, 'مشترٍ ' || n, '+9665' || lpad((10000000 + n)::text, 8, '0'),
      '{Student}', now(), now(), now()
    from generate_series(1, ${count}::int) n returning id`.execute(db)
  return rows.map(({ id }) => id)
}

function makeSales({ span, size, random, places, people }: Making): Sale[] {
  const { from, until } = span
  const outside = 6 + Math.ceil(size.orders / 400)
  const length = until.getTime() - from.getTime()
  const timeOf = (n: number) => {
    // The first and the last instant of the month in Riyadh, and those beside them.
    if (n < 2) return n === 0 ? from : new Date(until.getTime() - 1)
    if (n < size.orders) return new Date(from.getTime() + Math.floor(random() * length))
    if (n === size.orders) return new Date(from.getTime() - 1)
    // Of the month before, of the same month a year before, and the first one after.
    if (n === size.orders + outside) return until
    const isYearBefore = n % 3 === 0
    return new Date(from.getTime() - (isYearBefore ? 360 * DAY_MS : Math.floor(random() * 20 * DAY_MS) + 1))
  }
  return Array.from({ length: size.orders + outside + 1 }, (_, n) => {
    const place = places[n % places.length]!
    const couponCode = n % 5 === 2 ? 'TENTH' : null
    const isFree = n % 40 === 39
    // Whole riyals, of which some do not split evenly, and amounts that no price list has.
    const riyals = 10 + Math.floor(random() * 4000)
    const priceHalalas = isFree ? 0 : riyals * 100 + (n % 3 === 0 ? Math.floor(random() * 100) : 0)
    const vat = { treatment: place.treatment, ratePercent: TREATMENTS[place.treatment] }
    const price = priceOf(priceHalalas, couponCode ? { percent: 10, amountHalalas: null } : null, vat)
    const paidAt = timeOf(n)
    return {
      ...{ id: uuidOf(`order ${n}`), attemptId: uuidOf(`attempt ${n}`), reference: `B-${String(n).padStart(7, '0')}` },
      ...{ userId: people[Math.floor(n / places.length)]!, place, couponCode, price, paidAt, refundedHalalas: 0 },
      source: SOURCES[n % SOURCES.length]!,
      method: n < size.transfers ? 'transfer' : n % 500 === 499 ? 'cash' : 'online',
      // The institute's settings were incomplete for an hour: some invoices of the month are of the next one.
      invoicedAt: n % 331 === 330 ? new Date(Math.max(paidAt.getTime(), until.getTime()) + HOUR_MS) : paidAt,
    }
  })
}

/** Whole and in parts; besides those of the month some of the next, whose orders are of this one. */
function makeRefunds(sales: Sale[], { span: { from, until }, size, random }: Pick<Making, 'span' | 'size' | 'random'>) {
  const refunds: Refund[] = []
  const paid = sales.filter(
    ({ price, invoicedAt, isMoved, movedFrom }) =>
      price.totalHalalas > 0 && invoicedAt < until && !isMoved && !movedFrom,
  )
  const later = Math.ceil(size.refunds / 20)
  for (let n = 0; refunds.length < size.refunds + later; n++) {
    const sale = paid[(n * 7919) % paid.length]!
    const left = sale.price.totalHalalas - sale.refundedHalalas
    if (left === 0) continue
    const isLater = refunds.length >= size.refunds
    const amountHalalas = n % 3 === 0 || left < 4 ? left : 1 + Math.floor(random() * (left - 1))
    const begin = isLater ? until.getTime() : Math.max(from.getTime(), sale.paidAt.getTime())
    const end = isLater ? until.getTime() + DAY_MS : until.getTime()
    const at = new Date(begin + Math.floor(random() * (end - begin)))
    sale.refundedHalalas += amountHalalas
    refunds.push({ id: uuidOf(`refund ${n}`), sale, attemptId: sale.attemptId, amountHalalas, at, ofSeat: true })
  }
  return refunds
}

/** Paid seats that become those of other people: another order takes the place of each, and is paid by what was paid. */
function makeMoves(
  sales: Sale[],
  { span: { from, until }, places, people }: Pick<Making, 'span' | 'places' | 'people'>,
) {
  return sales
    .filter(
      ({ price, paidAt, invoicedAt, method }, n) =>
        n % 50 === 17 && method === 'online' && price.totalHalalas > 0 && paidAt >= from && invoicedAt < until,
    )
    .map((former, n) => {
      const amountHalalas = former.price.totalHalalas
      const at = new Date(former.paidAt.getTime() + Math.floor((until.getTime() - former.paidAt.getTime()) / 2))
      former.refundedHalalas = amountHalalas
      former.isMoved = true
      const place = places[(n + 1) % places.length]!
      const vat = { treatment: place.treatment, ratePercent: TREATMENTS[place.treatment] }
      const sale: Sale = {
        ...{
          id: uuidOf(`moved ${n}`),
          attemptId: uuidOf(`carried ${n}`),
          reference: `N-${String(n).padStart(7, '0')}`,
        },
        ...{ userId: people[n]!, place, couponCode: null, price: priceOf(amountHalalas, null, vat), paidAt: at },
        ...{ invoicedAt: at, refundedHalalas: 0, method: 'carried', source: 'move', movedFrom: former.id },
      }
      const refund: Refund = {
        ...{ id: uuidOf(`carry ${n}`), sale: former, attemptId: former.attemptId, amountHalalas, at, ofSeat: true },
        isCarried: true,
      }
      return { sale, refund }
    })
}

/** Amounts that were added to invoices of the month; each third was taken back. */
function debitsOf(sales: Sale[], { from, until }: Span): Paper[] {
  const nothing = { totalHalalas: 0, netHalalas: 0 }
  return sales
    .filter(
      ({ price, paidAt, invoicedAt }, n) =>
        n % 97 === 11 && price.totalHalalas > 0 && paidAt >= from && invoicedAt < until,
    )
    .flatMap((sale, n) => {
      const [at, amount] = [new Date(until.getTime() - 2 - n), 17_05 + n]
      const debit: Paper = {
        at,
        kind: 'debit-note',
        sale,
        draft: (one) => debitNoteOf(one!, { amountHalalas: amount, reason: 'كتب', suppliedOn: dayOf(at) }),
      }
      const back: Paper = {
        ...{ at: new Date(until.getTime() - 1), kind: 'credit-note', sale, of: debit },
        draft: (one) => creditNoteOf(one!, nothing, amount, 'خطأ'),
      }
      return n % 3 === 0 ? [debit, back] : [debit]
    })
}

/** Second payments of an order, which bought nothing; each other one went back within the month. */
function makeDuplicates(sales: Sale[], { span: { from, until }, random }: Pick<Making, 'span' | 'random'>) {
  return sales
    .filter(
      ({ price, paidAt, isMoved, movedFrom }, n) =>
        !isMoved && !movedFrom && n % 211 === 3 && price.totalHalalas > 0 && paidAt >= from && paidAt < until,
    )
    .map((sale, n): Duplicate => {
      const left = until.getTime() - sale.paidAt.getTime()
      const at = new Date(sale.paidAt.getTime() + Math.floor((random() * left) / 2))
      return { id: uuidOf(`duplicate ${n}`), sale, at, refundedHalalas: n % 2 === 0 ? sale.price.totalHalalas : 0 }
    })
}

const refundOf = ({ id, sale, at, refundedHalalas }: Duplicate): Refund[] =>
  refundedHalalas === 0
    ? []
    : [{ id: uuidOf(`refund of ${id}`), sale, attemptId: id, amountHalalas: refundedHalalas, at, ofSeat: false }]

async function insertSales(db: Database, sales: Sale[], duplicates: Duplicate[]): Promise<void> {
  await insertRows(
    db,
    'orders',
    sales.map(
      ({
        id,
        reference,
        userId,
        place,
        method,
        source,
        couponCode,
        price,
        paidAt,
        refundedHalalas,
        movedFrom,
        isMoved,
      }) => {
        const isRefunded = refundedHalalas > 0 && refundedHalalas === price.totalHalalas
        return {
          ...{ id, reference, user_id: userId, course_id: place.courseId, schedule_id: place.scheduleId, method },
          ...{ source, coupon_code: couponCode, status: isRefunded ? 'refunded' : 'paid', lang: 'ar' },
          ...{ course_name: { ar: 'دورة', en: 'Course' }, price_halalas: price.priceHalalas },
          ...{ discount_halalas: price.discountHalalas, total_halalas: price.totalHalalas },
          ...{ net_halalas: price.netHalalas, vat_halalas: price.vatHalalas, vat_treatment: price.vatTreatment },
          ...{ vat_rate_percent: price.vatRatePercent, created_at: paidAt, paid_at: paidAt, expires_at: paidAt },
          ...{ ended_at: isRefunded ? paidAt : null, refunded_halalas: refundedHalalas },
          ...{ ended_because: isMoved ? 'moved' : null, moved_from: movedFrom ?? null },
        }
      },
    ),
  )
  const attempt = (sale: Sale, id: string, at: Date, refundedHalalas: number, status: string) => ({
    ...{ id, order_id: sale.id, provider: providerOf(sale), provider_reference: `p ${id}`, status },
    ...{ amount_halalas: sale.price.totalHalalas, paid_halalas: sale.price.totalHalalas, paid_currency: 'SAR' },
    ...{ refunded_halalas: refundedHalalas, created_at: at, updated_at: at },
    carried_halalas: sale.method === 'carried' ? sale.price.totalHalalas : 0,
  })
  const isWhole = (sale: Sale, refunded: number) => refunded === sale.price.totalHalalas
  const bought = sales.filter(({ price }) => price.totalHalalas > 0)
  const attempts = [
    ...bought.map((sale) => {
      const status = isWhole(sale, sale.refundedHalalas) ? 'refunded' : 'paid'
      return attempt(sale, sale.attemptId, sale.paidAt, sale.refundedHalalas, status)
    }),
    ...duplicates.map(({ id, sale, at, refundedHalalas }) =>
      attempt(sale, id, at, refundedHalalas, isWhole(sale, refundedHalalas) ? 'refunded' : 'refund-due'),
    ),
  ]
  await insertRows(db, 'payment_attempts', attempts)
  await insertRows(
    db,
    'ledger',
    attempts.map(({ id, order_id, provider, provider_reference, paid_halalas, created_at }) => ({
      ...{ kind: 'payment', order_id, attempt_id: id, provider, provider_reference },
      ...{ amount_halalas: paid_halalas, currency: 'SAR', at: created_at },
    })),
  )
  const transfers = sales.filter(({ method }) => method === 'transfer')
  await insertRows(
    db,
    'transfers',
    transfers.map(({ id, paidAt }) => ({ order_id: id, receipt_at: paidAt, declines: 0, received_halalas: 0 })),
  )
  await insertMovements(
    db,
    transfers
      .filter(({ price }) => price.totalHalalas > 0)
      .map(({ id, reference, price, paidAt }) => ({
        ...{ sale: { order_id: id, quote_id: null }, amountHalalas: price.totalHalalas, reference, at: paidAt },
      })),
  )
}

async function insertRefunds(db: Database, refunds: Refund[]): Promise<void> {
  await insertRows(
    db,
    'refunds',
    refunds.map(({ id, sale, attemptId, amountHalalas, at, ofSeat, isCarried = false }) => ({
      ...{ id, order_id: sale.id, attempt_id: attemptId, amount_halalas: amountHalalas, status: 'done' },
      is_carried: isCarried,
      ...{ reason: 'ظرف طارئ', requested_at: at, decided_at: at, done_at: at, of_seat: ofSeat, keeps_seat: false },
    })),
  )
  await insertRows(
    db,
    'ledger',
    refunds.map(({ id, sale, attemptId, amountHalalas, at, isCarried }) => ({
      ...{ kind: 'refund', order_id: sale.id, attempt_id: attemptId, refund_id: id },
      provider: isCarried ? 'carried' : providerOf(sale),
      ...{ amount_halalas: -amountHalalas, currency: 'SAR', at },
    })),
  )
}

function papersOf(sales: Sale[], refunds: Refund[]): Paper[] {
  const credited = new Map<Sale, { totalHalalas: number; netHalalas: number }>()
  return [
    ...sales.map(
      (sale): Paper => ({
        at: sale.invoicedAt,
        kind: 'invoice',
        sale,
        draft: () => invoiceOf(soldOf(sale), SELLER, REASONS),
      }),
    ),
    ...refunds.map(({ id, sale, at, amountHalalas }): Paper => {
      const draft: Paper['draft'] = (original) => {
        const before = credited.get(sale) ?? { totalHalalas: 0, netHalalas: 0 }
        const note = creditNoteOf(original!, before, amountHalalas, 'ظرف طارئ')
        const { totalHalalas, netHalalas } = note.totals
        credited.set(sale, {
          totalHalalas: before.totalHalalas + totalHalalas,
          netHalalas: before.netHalalas + netHalalas,
        })
        return note
      }
      return { at, kind: 'credit-note', sale, refundId: id, draft }
    }),
  ]
}

const soldOf = ({ reference, price, couponCode, paidAt }: Sale): Sold => ({
  ...price,
  ...{ reference, courseName: { ar: 'دورة', en: 'Course' }, run: null, couponCode },
  ...{ vatReasonCode: null, placedAt: paidAt, paidAt, buyerName: 'مشترٍ', part: null },
})
