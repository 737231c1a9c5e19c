/** Checks that orders, documents and money are consistent with each other and with the provider. Each figure must be 0. */
import { type RawBuilder, sql } from 'kysely'
import { type Chained, GENESIS_HASH, hashOf } from '../../../app/features/invoices/invoice-hash.server.ts'
import { ORDER_EVENTS } from '../../../app/features/orders/order-state.ts'
import type { Database } from '../../../app/platform/database/database.server.ts'
import { heldCoupon } from '../../../db/coupon-uses.ts'
import type { Invoice, Payment } from './moyasar-store.ts'

export type Checks = Record<string, number>
/** The invoices and payments that the provider has stored. */
export type ProviderRecords = { invoices: Map<string, Invoice>; payments: Map<string, Payment> }

const moreThanOne = (table: string, columns: string) =>
  sql`select coalesce(sum(n - 1), 0) from (select count(*) as n from ${sql.raw(table)} group by ${sql.raw(columns)}) as same`
const statusAfter = sql.join(Object.entries(ORDER_EVENTS).map(([event, { to }]) => sql`(${event}, ${to})`))

const DATABASE_CHECKS: Record<string, RawBuilder<unknown>> = {
  'duplicate enrolments': moreThanOne(
    "(select * from orders where status = 'paid') as orders",
    'user_id, course_id, coalesce(schedule_id, 0)',
  ),
  'duplicate invoices': moreThanOne('invoices', 'kind, order_id, refund_id'),
  'duplicate mails': moreThanOne('messages', 'about, recipient'),
  'duplicate rows of the ledger': moreThanOne('ledger', 'kind, attempt_id, refund_id, provider'),
  'paid orders without an invoice': sql`select count(*) from orders o where status in ('paid', 'refunded')
    and not exists (select from invoices i where i.order_id = o.id and i.kind = 'invoice')`,
  'paid orders without their mail': sql`select count(*) from orders o where status in ('paid', 'refunded')
    and not exists (select from messages m where m.about = 'order-paid:' || o.id)`,
  'invoices of unpaid orders': sql`select count(*) from invoices i join orders o on o.id = i.order_id
    where o.status not in ('paid', 'refunded')`,
  'orders whose credit notes differ from their refunds': sql`select count(*) from orders o where refunded_halalas <> (
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
  'orders whose status differs from their last event': sql`
    with transitions as (select * from (values ${statusAfter}) as l (event, status)), last as (
      select distinct on (order_id) order_id, t.status from order_events e join transitions t on t.event = e.event
      order by order_id, e.id desc)
    select count(*) from orders o left join last on last.order_id = o.id where last.status is distinct from o.status`,
  'refunds not finished': sql`select count(*) from refunds where status in ('sending', 'unclear', 'refused')`,
  'payments without an order that are not refunded': sql`select count(*) from payment_attempts where status = 'refund-due'`,
}

/** Counts all inconsistencies, after all jobs are done. */
export async function moneyChecks(db: Database, provider: ProviderRecords): Promise<Checks> {
  const checks: Checks = {}
  for (const [name, query] of Object.entries(DATABASE_CHECKS)) {
    const { rows } = await sql<{ n: number }>`select (${query})::int as n`.execute(db)
    checks[name] = rows[0]!.n
  }
  return { ...checks, ...(await chainChecks(db)), ...(await providerChecks(db, provider)) }
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
  /** The amount paid for the order, less refunds. */
  owned: number
}

async function providerChecks(db: Database, { invoices, payments }: ProviderRecords): Promise<Checks> {
  const { rows } = await sql<Line>`
    select a.provider_reference as reference, a.order_id as "orderId",
      case when o.status in ('paid', 'refunded') then o.total_halalas - o.refunded_halalas else 0 end as owned,
      coalesce(sum(l.amount_halalas) filter (where l.kind = 'payment'), 0)::int as paid,
      -coalesce(sum(l.amount_halalas) filter (where l.kind = 'refund'), 0)::int as returned
    from payment_attempts a join orders o on o.id = a.order_id left join ledger l on l.attempt_id = a.id
    group by a.id, o.id`.execute(db)
  const records = new Map([...invoices.keys()].map((id) => [id, { paid: 0, returned: 0 }]))
  for (const { invoice_id, status, amount, refunded } of payments.values()) {
    const record = records.get(invoice_id ?? '')
    if (!record || !['paid', 'captured', 'refunded', 'voided'].includes(status)) continue
    record.paid += amount
    record.returned += status === 'voided' ? amount : refunded
  }
  const checks = { otherwise: 0, sum: 0, charged: 0, unpaid: 0 }
  const ours = new Map<string, number>()
  const orders = new Map<string, { owned: number; atProvider: number }>()
  for (const { reference, paid, returned, orderId, owned } of rows) {
    const record = records.get(reference ?? '') ?? { paid: 0, returned: 0 }
    if (record.paid !== paid || record.returned !== returned) checks.otherwise += 1
    const order = orders.get(orderId) ?? { owned, atProvider: 0 }
    order.atProvider += record.paid - record.returned
    orders.set(orderId, order)
    if (reference) ours.set(reference, paid - returned)
    checks.sum += paid - returned
  }
  for (const [reference, { paid, returned }] of records) {
    checks.sum -= paid - returned
    if (!ours.has(reference) && paid > returned) checks.charged += 1
  }
  for (const { owned, atProvider } of orders.values()) {
    if (atProvider > owned) checks.charged += 1
    if (atProvider < owned) checks.unpaid += 1
  }
  return {
    'charged without an order': checks.charged,
    'orders that count as paid without the money': checks.unpaid,
    'payments that differ from the ledger': checks.otherwise,
    "sum of the ledger less the provider's payments (halalas)": checks.sum,
  }
}

/** The checks that are not 0, with their figures. */
export function failedChecks(checks: Checks): string[] {
  return Object.entries(checks).flatMap(([name, figure]) => (figure === 0 ? [] : [`${name}: ${figure}`]))
}
