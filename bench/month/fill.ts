/** A month of an institute's books: orders, payments, invoices, refunds and credit notes, in rows that every rule of the database accepts. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { creditNoteOf, invoiceOf, type Sold } from '../../app/features/invoices/invoice-document.ts'
import { priceOf } from '../../app/features/orders/pricing.ts'
import { invoiceDraft, totalsOf } from '../../app/features/quotes/quote-document.ts'
import type { Database } from '../../app/platform/database.server.ts'
import { DAY_MS, HOUR_MS } from '../../app/platform/durations.ts'
import type { InvoiceDocument, InvoiceLine, QuoteDocument } from '../../db/shapes.ts'
import { course, learner, schedule } from '../../tests/support/factories.ts'

export type MonthSize = {
  orders: number
  /** Done within the month, of its orders and of those of the month before. */
  refunds: number
  /** Of the orders. */
  transfers: number
  /** Each with a purchase of three lines. */
  companies: number
}
export type Span = { from: Date; until: Date }

const BATCH = 1000
const COURSES = 24
const SELLER = {
  name: { ar: 'شركة معهد للتدريب المحدودة', en: 'Maahad Training Company Ltd' },
  address: { ar: 'حي الملقا، الرياض 13521', en: 'Al-Malqa, Riyadh 13521' },
  vatNumber: '310098765000003',
  commercialRegistration: '1010987650',
}
const REASONS = { zero: { ar: 'تعليم', en: 'Education' }, exempt: { ar: 'معفاة', en: 'Exempt' } }
const TREATMENTS = { standard: 15, zero: 0, exempt: 0 } as const

/** Null as the version before wrote them: they came from the site. */
const SOURCES = ['site', 'site', 'desk', 'site', 'waiting-list', null, 'move'] as const

type Sale = {
  id: string
  reference: string
  userId: number
  place: Place
  method: 'online' | 'transfer' | 'cash'
  source: (typeof SOURCES)[number]
  couponCode: string | null
  price: ReturnType<typeof priceOf>
  paidAt: Date
  invoicedAt: Date
  attemptId: string
  refundedHalalas: number
}
type Place = { courseId: number; scheduleId: number | null; treatment: keyof typeof TREATMENTS }
type Refund = { id: string; sale: Sale; attemptId: string; amountHalalas: number; at: Date; ofSeat: boolean }
type Duplicate = { id: string; sale: Sale; at: Date; refundedHalalas: number }

/** @returns an owner, who can close months */
export async function fillMonth(db: Database, span: Span, size: MonthSize): Promise<{ ownerId: number }> {
  const random = randomOf(size.orders)
  const { id: ownerId } = await learner(db, { roles: ['Owner'] })
  const [places, people] = [await makePlaces(db, span), await makePeople(db, Math.ceil(size.orders / COURSES) + 2)]
  const sales = makeSales({ span, size, random, places, people })
  const refunds = makeRefunds(sales, { span, size, random })
  const duplicates = makeDuplicates(sales, { span, random })
  const purchases = await makePurchases(db, { span, size, random, places, people })
  await insertSales(db, sales, duplicates)
  await insertRefunds(db, [...refunds, ...duplicates.flatMap(refundOf)])
  await insertPapers(db, [...papersOf(sales, refunds), ...papersOfPurchases(purchases)])
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

type Making = { span: Span; size: MonthSize; random: () => number; places: Place[]; people: number[] }

function makeSales({ span, size, random, places, people }: Making): Sale[] {
  const { from, until } = span
  const outside = Math.ceil(size.orders / 400)
  const length = until.getTime() - from.getTime()
  const timeOf = (n: number) => {
    // The first and the last instant of the month in Riyadh, and those beside them.
    if (n < 2) return n === 0 ? from : new Date(until.getTime() - 1)
    if (n < size.orders) return new Date(from.getTime() + Math.floor(random() * length))
    if (n === size.orders) return new Date(from.getTime() - 1)
    return n < size.orders + outside ? new Date(from.getTime() - Math.floor(random() * 20 * DAY_MS) - 1) : until
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
  const paid = sales.filter(({ price, invoicedAt }) => price.totalHalalas > 0 && invoicedAt < until)
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

/** Second payments of an order, which bought nothing; each other one went back within the month. */
function makeDuplicates(sales: Sale[], { span: { from, until }, random }: Pick<Making, 'span' | 'random'>) {
  return sales
    .filter(({ price, paidAt }, n) => n % 211 === 3 && price.totalHalalas > 0 && paidAt >= from && paidAt < until)
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

const providerOf = ({ method }: Sale) => (method === 'online' ? 'moyasar' : method)

async function insertSales(db: Database, sales: Sale[], duplicates: Duplicate[]): Promise<void> {
  await insertRows(
    db,
    'orders',
    sales.map(({ id, reference, userId, place, method, source, couponCode, price, paidAt, refundedHalalas }) => {
      const isRefunded = refundedHalalas > 0 && refundedHalalas === price.totalHalalas
      return {
        ...{ id, reference, user_id: userId, course_id: place.courseId, schedule_id: place.scheduleId, method },
        ...{ source, coupon_code: couponCode, status: isRefunded ? 'refunded' : 'paid', lang: 'ar' },
        ...{ course_name: { ar: 'دورة', en: 'Course' }, price_halalas: price.priceHalalas },
        ...{ discount_halalas: price.discountHalalas, total_halalas: price.totalHalalas },
        ...{ net_halalas: price.netHalalas, vat_halalas: price.vatHalalas, vat_treatment: price.vatTreatment },
        ...{ vat_rate_percent: price.vatRatePercent, created_at: paidAt, paid_at: paidAt, expires_at: paidAt },
        ...{ ended_at: isRefunded ? paidAt : null, refunded_halalas: refundedHalalas },
      }
    }),
  )
  const attempt = (sale: Sale, id: string, at: Date, refundedHalalas: number, status: string) => ({
    ...{ id, order_id: sale.id, provider: providerOf(sale), provider_reference: `p ${id}`, status },
    ...{ amount_halalas: sale.price.totalHalalas, paid_halalas: sale.price.totalHalalas, paid_currency: 'SAR' },
    ...{ refunded_halalas: refundedHalalas, created_at: at, updated_at: at },
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
}

async function insertRefunds(db: Database, refunds: Refund[]): Promise<void> {
  await insertRows(
    db,
    'refunds',
    refunds.map(({ id, sale, attemptId, amountHalalas, at, ofSeat }) => ({
      ...{ id, order_id: sale.id, attempt_id: attemptId, amount_halalas: amountHalalas, status: 'done' },
      ...{ reason: 'ظرف طارئ', requested_at: at, decided_at: at, done_at: at, of_seat: ofSeat, keeps_seat: false },
    })),
  )
  await insertRows(
    db,
    'ledger',
    refunds.map(({ id, sale, attemptId, amountHalalas, at }) => ({
      ...{ kind: 'refund', order_id: sale.id, attempt_id: attemptId, refund_id: id, provider: providerOf(sale) },
      ...{ amount_halalas: -amountHalalas, currency: 'SAR', at },
    })),
  )
}

type Issued = { id: string; number: string; issuedAt: Date; document: InvoiceDocument }
type Paper = {
  at: Date
  kind: 'invoice' | 'credit-note'
  /** What was sold. */
  sale: Sale | Purchase
  refundId?: string
  draft: (original: Issued | undefined) => Omit<InvoiceDocument, 'qr'>
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

/** In the order of their times, as the product numbers them. */
async function insertPapers(db: Database, papers: Paper[]): Promise<void> {
  papers.sort((one, other) => one.at.getTime() - other.at.getTime() || (one.kind < other.kind ? 1 : -1))
  const issued = new Map<Paper['sale'], Issued>()
  const numbers = { invoice: 0, 'credit-note': 0 }
  const rows = papers.map(({ at, kind, sale, refundId, draft }, index) => {
    const number = `${kind === 'invoice' ? 'INV' : 'CN'}-${String(++numbers[kind]).padStart(6, '0')}`
    const original = kind === 'invoice' ? undefined : issued.get(sale)
    const document = { ...draft(original), qr: null }
    const id = uuidOf(`paper ${index}`)
    if (kind === 'invoice') issued.set(sale, { id, number, issuedAt: at, document })
    return {
      ...{ id, kind, number, counter: index + 1, previous_hash: `hash ${index}`, hash: `hash ${index + 1}` },
      ...('quoteId' in sale ? { order_id: null, quote_id: sale.quoteId } : { order_id: sale.id, quote_id: null }),
      ...{ refund_id: refundId ?? null, original_id: original?.id ?? null, issued_at: at, document },
    }
  })
  await insertRows(db, 'invoices', rows)
  await sql`update invoice_counters set documents = ${rows.length}, invoices = ${numbers.invoice},
    credit_notes = ${numbers['credit-note']}`.execute(db)
}

/** What a company bought by accepting a quote: invoiced at once, paid later in part or in full. */
type Purchase = { quoteId: number; number: string; document: QuoteDocument; at: Date }

async function makePurchases(
  db: Database,
  { span: { from, until }, size, random, places }: Making,
): Promise<Purchase[]> {
  const purchases: Purchase[] = []
  for (let n = 0; n < size.companies; n++) {
    const at = new Date(from.getTime() + Math.floor(random() * (until.getTime() - from.getTime())))
    const number = `QB-${String(n + 1).padStart(4, '0')}`
    const chosen = [places[n % COURSES]!, places[(n + 5) % COURSES]!, places[(n + 8) % COURSES]!]
    const lines = chosen.map(({ courseId, scheduleId, treatment }, index): InvoiceLine => {
      const [seats, unitHalalas] = [1 + ((n + index) % 12), 100_00 + Math.floor(random() * 90_000)]
      const discount = index === 1 ? { percent: 12.5, amountHalalas: null } : null
      const vat = { treatment, ratePercent: TREATMENTS[treatment] }
      const { currency: _, ...price } = priceOf(seats * unitHalalas, discount, vat)
      const vatReason = treatment === 'standard' ? null : REASONS[treatment]
      const course = { quoteLineId: index, courseId, scheduleId, seats, run: null, couponCode: null }
      return { ...price, ...course, description: { ar: 'دورة' }, vatReason, vatReasonCode: null }
    })
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
  const payments = purchases.flatMap(({ quoteId, document: { totals }, at }, n) => {
    const booked = {
      quote_id: quoteId,
      kind: 'received',
      method: n % 4 === 0 ? 'cash' : 'transfer',
      received_on: from,
      at,
    }
    const [first, rest] = [
      Math.floor(totals.totalHalalas / 3),
      totals.totalHalalas - Math.floor(totals.totalHalalas / 3),
    ]
    const whole = { ...booked, amount_halalas: rest, reference: 'rest' }
    return [{ ...booked, amount_halalas: first, reference: 'first' }, ...(n % 3 === 0 ? [] : [whole])]
  })
  await insertRows(db, 'company_payments', payments)
  return purchases
}

/** Each fourth company gives seats of its second line back within the month. */
const papersOfPurchases = (purchases: Purchase[]): Paper[] =>
  purchases.flatMap((sale, n) => {
    const { number, document, at } = sale
    const line = document.lines[1]!
    const back = Math.ceil(line.totalHalalas / 3)
    const invoice: Paper = { at, kind: 'invoice', sale, draft: () => invoiceDraft(number, document, at) }
    const nothing = { totalHalalas: 0, netHalalas: 0 }
    const note: Paper = { at, kind: 'credit-note', sale, draft: (one) => creditNoteOf(one!, nothing, back, 'إعادة', 1) }
    return n % 4 === 0 ? [invoice, note] : [invoice]
  })

const soldOf = ({ reference, price, couponCode, paidAt }: Sale): Sold => ({
  ...price,
  ...{ reference, courseName: { ar: 'دورة', en: 'Course' }, run: null, couponCode },
  ...{ vatReasonCode: null, placedAt: paidAt, paidAt, buyerName: 'مشترٍ' },
})

/** Only the columns that the rows name; the others have their defaults. */
async function insertRows(db: Database, table: string, rows: object[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)))
  for (let first = 0; first < rows.length; first += BATCH)
    await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows.slice(first, first + BATCH))}::jsonb)`.execute(
      db,
    )
}

/** The same numbers in each run: https://en.wikipedia.org/wiki/Linear_congruential_generator, as in Numerical Recipes. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
