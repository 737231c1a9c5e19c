/** Queries behind the staff's list and view of orders: read only. */
import { type RawBuilder, sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import { isRestAsked } from '../../../db/transfers.ts'
import type { Database } from '../../platform/database.server.ts'
import type { OrderStatus } from './order-contract.ts'
import type { PaymentMethod } from './order-parts-contract.ts'
import type { ActorKind } from './order-state.ts'
import type { RefundStatus } from './refund-row-queries.server.ts'

export type OrderFilter = {
  search: string | undefined
  /** The search text as a mobile number, if it is one. */
  phone?: string | undefined
  status: OrderStatus | undefined
  method: PaymentMethod | undefined
  refund: RefundStatus | undefined
}

export type PersonRow = { id: number; name: string }

export type OrderCardRow = {
  id: string
  reference: string
  status: OrderStatus
  method: PaymentMethod
  courseName: Localized
  learner: (PersonRow & { email: string; phone: string }) | null
  totalHalalas: number
  refundedHalalas: number
  refund: RefundStatus | null
  createdAt: Date
  expiresAt: Date
  paidAt: Date | null
}

const nameOf = (table: string) =>
  sql`jsonb_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)})`

/** The status of the newest refund of the order `o`. */
const REFUND = sql`(select r.status from refunds r where r.order_id = o.id order by r.requested_at desc, r.id desc limit 1)`

const matching = ({ search, phone, status, method, refund }: OrderFilter): RawBuilder<unknown> => sql`
  ${status === undefined ? sql`true` : sql`o.status = ${status}`}
  and ${method === undefined ? sql`true` : sql`o.method = ${method}`}
  and ${refund === undefined ? sql`true` : sql`${REFUND} = ${refund}`}
  and ${search === undefined ? sql`true` : matchesSearch(search, phone)}`

const matchesSearch = (search: string, phone = search) => sql`(o.reference = upper(${search}) or o.user_id in (
  select id from users where erased_at is null and (email = lower(${search}) or phone = ${phone}
    or strpos(ar_norm(first_name || ' ' || last_name), ar_norm(${search})) > 0)))`

export async function findOrders(
  db: Database,
  filter: OrderFilter,
  page: { limit: number; offset: number },
): Promise<OrderCardRow[]> {
  const { rows } = await sql<OrderCardRow>`
    select o.id, o.reference, o.status, o.method, o.course_name as "courseName",
      case when u.erased_at is null then ${nameOf('u')} || jsonb_build_object('email', u.email, 'phone', u.phone) end as learner,
      o.total_halalas as "totalHalalas", o.refunded_halalas as "refundedHalalas", ${REFUND} as refund,
      o.created_at as "createdAt", o.expires_at as "expiresAt", o.paid_at as "paidAt"
    from orders o join users u on u.id = o.user_id where ${matching(filter)}
    order by o.created_at desc, o.id desc limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows
}

/** Counts up to `max`. */
export async function countOrdersOf(db: Database, filter: OrderFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from orders o where ${matching(filter)} limit ${max}) as bounded`.execute(db)
  return rows[0]!.count
}

export type LedgerRow = {
  kind: 'payment' | 'refund'
  provider: string
  providerReference: string | null
  amountHalalas: number
  currency: string
  at: Date
}

export async function findLedger(db: Database, orderId: string): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    select kind, provider, provider_reference as "providerReference", amount_halalas as "amountHalalas", currency, at
    from ledger where order_id = ${orderId}::uuid order by id`.execute(db)
  return rows
}

export type OrderEventRow = {
  at: Date
  event: string
  by: ActorKind
  staff: PersonRow | null
  details: Record<string, unknown>
}

export async function findOrderEvents(db: Database, orderId: string): Promise<OrderEventRow[]> {
  const { rows } = await sql<OrderEventRow>`
    select e.at, e.event, e.actor as by, e.details, case when s.id is not null then ${nameOf('s')} end as staff
    from order_events e left join users s on s.id = e.staff_id
    where e.order_id = ${orderId}::uuid order by e.id`.execute(db)
  return rows
}

export async function namesOf(db: Database, ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', sql<string>`first_name || ' ' || last_name`.as('name')])
    .where('id', 'in', [...ids, 0])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export type TransferRow = {
  orderId: string
  receiptFile: string | null
  receiptName: string | null
  receiptSize: number | null
  receiptAt: Date | null
  answer: string | null
  receivedHalalas: number
  isRestAsked: boolean
  declines: number
}

/** Leaves out receipts whose file was deleted with the account. */
export async function transfersOf(db: Database, orderIds: string[]): Promise<TransferRow[]> {
  const { rows } = await sql<TransferRow>`
    select t.order_id as "orderId", f.id as "receiptFile", f.file_name as "receiptName", f.size::float8 as "receiptSize",
      t.receipt_at as "receiptAt", t.answer, t.received_halalas as "receivedHalalas",
      ${isRestAsked} as "isRestAsked", t.declines
    from transfers t left join stored_files f on f.id = t.receipt_file and f.state = 'kept'
    where t.order_id = any(${orderIds}::uuid[])`.execute(db)
  return rows
}
