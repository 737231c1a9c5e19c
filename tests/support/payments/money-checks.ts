/** Checks that orders, documents and money are consistent with each other and with the provider. Each figure must be 0. */
import { type RawBuilder, sql } from 'kysely'
import { type Chained, GENESIS_HASH, hashOf } from '../../../app/features/invoices/invoice-hash.server.ts'
import { ORDER_EVENTS } from '../../../app/features/orders/order-state.ts'
import { heldCoupon } from '../../../app/features/orders/queries.server.ts'
import type { Database } from '../../../app/platform/database.server.ts'
import type { Invoice, Payment } from './moyasar-store.ts'

export type Checks = Record<string, number>
/** What the payment company keeps. */
export type CompanyBooks = { invoices: Map<string, Invoice>; payments: Map<string, Payment> }

const moreThanOne = (table: string, columns: string) =>
  sql`select coalesce(sum(n - 1), 0) from (select count(*) as n from ${sql.raw(table)} group by ${sql.raw(columns)}) as same`
const leadsTo = sql.join(Object.entries(ORDER_EVENTS).map(([event, { to }]) => sql`(${event}, ${to})`))

const IN_THE_DATABASE: Record<string, RawBuilder<unknown>> = {
  'duplicate enrolments': moreThanOne(
    "(select * from orders where status = 'paid') as orders",
    'user_id, course_id, coalesce(schedule_id, 0)',
  ),
  'duplicate invoices': moreThanOne('invoices', 'kind, order_id, refund_id'),
  'duplicate mails': moreThanOne('messages', 'about, recipient'),
  'duplicate rows of the ledger': moreThanOne('ledger', 'kind, attempt_id, refund_id'),
  'paid orders without an invoice': sql`select count(*) from orders o where status in ('paid', 'refunded')
    and not exists (select from invoices i where i.order_id = o.id and i.kind = 'invoice')`,
  'paid orders without their mail': sql`select count(*) from orders o where status in ('paid', 'refunded')
    and not exists (select from messages m where m.about = 'order-paid:' || o.id)`,
  'invoices of what was never paid': sql`select count(*) from invoices i join orders o on o.id = i.order_id
    where o.status not in ('paid', 'refunded')`,
  'orders whose credit notes are not what went back': sql`select count(*) from orders o where refunded_halalas <> (
    select coalesce(sum((i.document -> 'totals' ->> 'totalHalalas')::int), 0) from invoices i
    where i.order_id = o.id and i.kind = 'credit-note')`,
  'gaps in the numbers of invoices': sql`
    select coalesce(sum(last - n), 0) from (
      select max(substring(number from '\\d+$')::int) as last, count(*) as n from invoices group by kind) as series`,
  'gaps in the counter of documents': sql`
    select c.documents - count(i.*) + coalesce(max(i.counter), 0) - count(i.*)
    from invoice_counters c left join invoices i on true group by c.documents`,
  'seats oversold': sql`select coalesce(sum(greatest(0, (select count(*) from orders o where o.schedule_id = s.id
    and o.status in ('pending', 'paid')) - (s.seats - s.held_seats))), 0) from schedules s`,
  'coupon uses oversold': sql`select coalesce(sum(greatest(0, (select count(*) from orders o where o.coupon_id = c.id
    and ${heldCoupon}) - c.total_limit)), 0) from coupons c where c.total_limit is not null`,
  'orders that are not where their trail ends': sql`
    with leads as (select * from (values ${leadsTo}) as l (event, status)), last as (
      select distinct on (order_id) order_id, leads.status from order_events e join leads on leads.event = e.event
      order by order_id, e.id desc)
    select count(*) from orders o left join last on last.order_id = o.id where last.status is distinct from o.status`,
  'refunds that are still under way': sql`select count(*) from refunds where status in ('sending', 'unclear', 'refused')`,
  'payments that bought nothing and stay': sql`select count(*) from payment_attempts where status = 'refund-due'`,
}

/** Counts all inconsistencies, after all jobs are done. */
export async function moneyChecks(db: Database, company: CompanyBooks): Promise<Checks> {
  const checks: Checks = {}
  for (const [name, question] of Object.entries(IN_THE_DATABASE)) {
    const { rows } = await sql<{ n: number }>`select (${question})::int as n`.execute(db)
    checks[name] = rows[0]!.n
  }
  return { ...checks, ...(await chainChecks(db)), ...(await bookChecks(db, company)) }
}

async function chainChecks(db: Database): Promise<Checks> {
  const { rows } = await sql<Chained & { hash: string }>`
    select id, kind, number, counter, previous_hash as "previousHash", hash, order_id as "orderId",
      issued_at as "issuedAt", document from invoices order by counter`.execute(db)
  let before = GENESIS_HASH
  let broken = 0
  for (const { hash, ...document } of rows) {
    if (document.previousHash !== before || hashOf(document) !== hash) broken += 1
    before = hash
  }
  return { 'breaks in the chain of hashes': broken }
}

type Line = {
  reference: string | null
  paid: number
  returned: number
  orderId: string
  /** The amount that the learner has paid for the order, less refunds. */
  owned: number
}

async function bookChecks(db: Database, { invoices, payments }: CompanyBooks): Promise<Checks> {
  const { rows } = await sql<Line>`
    select a.provider_reference as reference, a.order_id as "orderId",
      case when o.status in ('paid', 'refunded') then o.total_halalas - o.refunded_halalas else 0 end as owned,
      coalesce(sum(l.amount_halalas) filter (where l.kind = 'payment'), 0)::int as paid,
      -coalesce(sum(l.amount_halalas) filter (where l.kind = 'refund'), 0)::int as returned
    from payment_attempts a join orders o on o.id = a.order_id left join ledger l on l.attempt_id = a.id
    group by a.id, o.id`.execute(db)
  const held = new Map([...invoices.keys()].map((id) => [id, { paid: 0, returned: 0 }]))
  for (const { invoice_id, status, amount, refunded } of payments.values()) {
    const books = held.get(invoice_id ?? '')
    if (!books || !['paid', 'captured', 'refunded', 'voided'].includes(status)) continue
    books.paid += amount
    books.returned += status === 'voided' ? amount : refunded
  }
  const checks = { otherwise: 0, sum: 0, charged: 0, unpaid: 0 }
  const ours = new Map<string, number>()
  const orders = new Map<string, { owned: number; atCompany: number }>()
  for (const { reference, paid, returned, orderId, owned } of rows) {
    const books = held.get(reference ?? '') ?? { paid: 0, returned: 0 }
    if (books.paid !== paid || books.returned !== returned) checks.otherwise += 1
    const order = orders.get(orderId) ?? { owned, atCompany: 0 }
    order.atCompany += books.paid - books.returned
    orders.set(orderId, order)
    if (reference) ours.set(reference, paid - returned)
    checks.sum += paid - returned
  }
  for (const [reference, { paid, returned }] of held) {
    checks.sum -= paid - returned
    if (!ours.has(reference) && paid > returned) checks.charged += 1
  }
  for (const { owned, atCompany } of orders.values()) {
    if (atCompany > owned) checks.charged += 1
    if (atCompany < owned) checks.unpaid += 1
  }
  return {
    'charged without an order': checks.charged,
    'orders that count as paid without the money': checks.unpaid,
    'payments that the ledger has otherwise': checks.otherwise,
    "sum of the ledger less the company's (halalas)": checks.sum,
  }
}

/** The names of what is not 0. */
export function wrongOf(checks: Checks): string[] {
  return Object.entries(checks).flatMap(([name, figure]) => (figure === 0 ? [] : [`${name}: ${figure}`]))
}
