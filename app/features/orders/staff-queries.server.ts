/** Queries behind the staff's list and view of orders: read only. */
import { type RawBuilder, sql } from 'kysely'
import { isEndOfNumber, peopleFoundBy } from '../../../db/found-people.ts'
import type { Localized } from '../../../db/shapes.ts'
import { isRestAsked } from '../../../db/transfers.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { OrderStatus } from './order-contract.ts'
import type { PaymentMethod } from './order-parts-contract.ts'
import type { OrderSource } from './order-sources.ts'
import type { ActorKind } from './order-state.ts'
import type { RefundStatus } from './refund-window.ts'

export type OrderFilter = {
  /** The learners to whom a search leads; undefined without a search. */
  found?: FoundLearners | undefined
  /** Those that were chosen in the list; undefined for all that match. */
  chosen?: string[] | undefined
  status?: OrderStatus | undefined
  method?: PaymentMethod | undefined
  /** The status of the newest refund, or with any refund. */
  refund?: RefundStatus | 'any' | undefined
  courseId?: number | undefined
  scheduleId?: number | undefined
  couponId?: number | undefined
  /** Whose seats the learners have. */
  companyId?: number | undefined
  source?: OrderSource | undefined
  /** Placed at this time or later. */
  from?: Date | undefined
  /** Placed before this time. */
  until?: Date | undefined
}

/** With the search as a reference, which it may be as well. */
export type FoundLearners = { search: string; ids: number[] | 'many' }

/** More people with the same name are not collected: the newest orders are looked through instead. */
const MAX_FOUND_LEARNERS = 2000

export type PersonRow = { id: number; name: string }

export type OrderCardRow = {
  id: string
  reference: string
  status: OrderStatus
  method: PaymentMethod
  source: OrderSource
  courseName: Localized
  learner: (PersonRow & { email: string; phone: string }) | null
  totalHalalas: number
  refundedHalalas: number
  refund: RefundStatus | null
  createdAt: Date
  expiresAt: Date
  paidAt: Date | null
  isMoved: boolean
  isChargedBack: boolean
  /** When it was placed, to the microsecond. */
  placedAt: string
}

export type OrderSort = 'newest' | 'oldest' | 'dear' | 'cheap'

/** With how many orders match after the given place; null where that is counted apart. */
type FoundOrderRow = OrderCardRow & { matching: number | null }

/** Where a page of the list ends: by the time of the order, or by its amount. */
export type OrderPlace = { by: string | number; id: string }

const nameOf = (table: string) =>
  sql`jsonb_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)})`

/** The status of the newest refund of the order `o`. */
const REFUND = sql`(select r.status from refunds r where r.order_id = o.id order by r.requested_at desc, r.id desc limit 1)`

/** @param phone the search text as a mobile number, if it is one */
export async function findLearners(db: Database, search: string, phone?: string): Promise<FoundLearners> {
  const { rows } = await sql<{ id: number }>`${peopleFoundBy(search, phone, MAX_FOUND_LEARNERS + 1)}`.execute(db)
  return { search, ids: rows.length > MAX_FOUND_LEARNERS ? 'many' : rows.map(({ id }) => id) }
}

const equals = (column: RawBuilder<unknown>, value: string | number | undefined) =>
  value === undefined ? sql`true` : sql`${column} = ${value}`

/** Within the given times; without any, whatever the time. */
const within = (column: RawBuilder<unknown>, { from, until }: Pick<OrderFilter, 'from' | 'until'>) =>
  sql`${from ? sql`${column} >= ${from}` : sql`true`} and ${until ? sql`${column} < ${until}` : sql`true`}`

const hasRefund = (refund: OrderFilter['refund']) =>
  refund === 'any' ? sql`${REFUND} is not null` : equals(REFUND, refund)

/** An employee used a seat that the company has bought. */
const isOfCompany = (companyId: number | undefined) =>
  companyId === undefined
    ? sql`true`
    : sql`exists (select from company_seats s join quotes q on q.id = s.quote_id
        where s.order_id = o.id and q.company_id = ${companyId})`

/**
 * The number and time of each matching order, with its amount where the list is in that order, in a form that an index returns in the list's order, or few rows at all.
 * For a name that very many people have, the first `lookedThrough` orders are looked through; null for all.
 */
function matching(
  filter: OrderFilter,
  {
    lookedThrough = COUNT_CAP,
    direction = sql`desc`,
    byAmount = false,
  }: { lookedThrough?: number | null; direction?: RawBuilder<unknown>; byAmount?: boolean } = {},
): RawBuilder<unknown> {
  const { found, chosen, status, method, refund, courseId, scheduleId, couponId, companyId, source } = filter
  const columns = byAmount ? sql`o.id, o.created_at, o.total_halalas as amount` : sql`o.id, o.created_at`
  // What was free has a method as well: that by which it would have been paid.
  const wasPaid = method === undefined ? sql`true` : sql`o.total_halalas > 0`
  const state = sql`${equals(sql`o.status`, status)} and ${equals(sql`o.method`, method)} and ${wasPaid}`
  // As its index has it.
  const ofSource = equals(sql`coalesce(o.source, 'site')`, source)
  const own = sql`${state} and ${equals(sql`o.course_id`, courseId)} and ${equals(sql`o.schedule_id`, scheduleId)}
    and ${equals(sql`o.coupon_id`, couponId)} and ${ofSource} and ${isOfCompany(companyId)} and ${within(sql`o.created_at`, filter)}`
  const all = sql`${own} and ${hasRefund(refund)}`
  if (chosen) return sql`select ${columns} from orders o where o.id = any(${chosen}::uuid[]) and ${all}`
  if (found?.ids === 'many')
    return sql`select ${columns} from (
      select o.id, o.created_at, o.total_halalas, o.user_id from orders o where ${own}
      order by o.created_at ${byAmount ? sql`desc` : direction}, o.id desc limit ${lookedThrough}::int) as o
    where ${hasRefund(refund)} and (
      select u.search_name like name_pattern(${found.search}) and u.erased_at is null from users u where u.id = o.user_id)`
  if (found)
    return sql`select ${columns} from orders o where o.reference = upper(${found.search}) and ${all}
      union select ${columns} from orders o where ${isEndOfNumber(found.search, 'o')} and ${all}
      union select ${columns} from orders o where o.user_id = any(${found.ids}::int[]) and ${all}`
  // A course, a run or a coupon has fewer orders than the institute has refunds.
  if (courseId ?? scheduleId ?? couponId) return sql`select ${columns} from orders o where ${all}`
  if (companyId !== undefined)
    return sql`select ${columns} from company_seats w join quotes b on b.id = w.quote_id join orders o on o.id = w.order_id
      where b.company_id = ${companyId} and ${all}`
  if (refund !== undefined)
    return sql`select r.order_id as id, r.ordered_at as created_at ${
      byAmount ? sql`, (select o.total_halalas from orders o where o.id = r.order_id) as amount` : sql``
    } from refunds r
      where r.is_newest and ${equals(sql`r.status`, refund === 'any' ? undefined : refund)}
        and ${equals(sql`r.order_status`, status)} and ${equals(sql`r.order_method`, method)}
        and ${equals(sql`r.order_source`, source)}
        and ${within(sql`r.ordered_at`, filter)}`
  return sql`select ${columns} from orders o where ${own}`
}

const ORDER_CARD = sql`o.id, o.reference, o.status, o.method, order_source(o) as source, o.course_name as "courseName",
  case when u.erased_at is null then ${nameOf('u')} || jsonb_build_object('email', u.email, 'phone', u.phone) end as learner,
  o.total_halalas as "totalHalalas", o.refunded_halalas as "refundedHalalas", ${REFUND} as refund,
  o.created_at as "createdAt", o.expires_at as "expiresAt", o.paid_at as "paidAt",
  coalesce(o.ended_because = 'moved', false) as "isMoved", coalesce(o.ended_because = 'chargeback', false) as "isChargedBack",
  to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "placedAt"`

const isByAmount = (sort: OrderSort) => sort === 'dear' || sort === 'cheap'

/** Where the list goes on after this row. */
export const placeAfter = (
  { id, placedAt, totalHalalas }: Pick<OrderCardRow, 'id' | 'placedAt' | 'totalHalalas'>,
  sort: OrderSort,
): OrderPlace => ({ by: isByAmount(sort) ? totalHalalas : placedAt, id })

export async function findOrders(
  db: Database,
  filter: OrderFilter,
  {
    limit,
    offset = 0,
    after,
    sort = 'newest',
    lookedThrough = COUNT_CAP,
  }: {
    limit: number
    offset?: number
    after?: OrderPlace | undefined
    sort?: OrderSort
    lookedThrough?: number | null
  },
): Promise<FoundOrderRow[]> {
  const [direction, beyond] = sort === 'oldest' || sort === 'cheap' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const byAmount = isByAmount(sort)
  const [key, type] = byAmount ? [sql.ref('amount'), sql`int`] : [sql.ref('created_at'), sql`timestamptz`]
  const place = after ? sql`where (${key}, id) ${beyond} (${after.by}::${type}, ${after.id}::uuid)` : sql``
  const { rows } = await sql<FoundOrderRow>`
    with page as materialized (
      select id, ${key}, ${Array.isArray(filter.found?.ids) ? sql`count(*) over ()::int` : sql`null::int`} as matching
      from (${matching(filter, { direction, byAmount, lookedThrough })}) as matching ${place}
      order by ${key} ${direction}, id ${direction} limit ${limit} offset ${offset})
    select ${ORDER_CARD}, page.matching from page join orders o on o.id = page.id join users u on u.id = o.user_id
    order by page.${key} ${direction}, page.id ${direction}`.execute(db)
  return rows
}

export async function findOrderCard(db: Database, id: string): Promise<OrderCardRow | undefined> {
  const { rows } = await sql<OrderCardRow>`
    select ${ORDER_CARD} from orders o join users u on u.id = o.user_id where o.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** Counts up to `max`; for a name that very many people have, those among the newest `lookedThrough` orders. */
export async function countOrdersOf(
  db: Database,
  filter: OrderFilter,
  max: number,
  lookedThrough: number | null = COUNT_CAP,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from (select from (${matching(filter, { lookedThrough })}) as matching limit ${max}) as bounded`.execute(db)
  return rows[0]!.count
}

export type LedgerRow = {
  kind: 'payment' | 'refund'
  provider: string
  providerReference: string | null
  amountHalalas: number
  currency: string
  /** The payer's bank took it back. */
  isChargeback: boolean
  at: Date
}

export async function findLedger(db: Database, orderId: string): Promise<LedgerRow[]> {
  const { rows } = await sql<LedgerRow>`
    select kind, provider, provider_reference as "providerReference", amount_halalas as "amountHalalas", currency, at,
      exists (select from chargebacks k where k.refund_id = ledger.refund_id) as "isChargeback"
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

export type LinkedRow = {
  source: OrderSource
  /** The purchase whose seat the learner has. */
  purchase: { quoteId: number; number: string; companyId: number; company: Localized } | null
  /** The order whose place this one took, and the one that took its place. */
  movedFrom: { id: string; reference: string } | null
  movedTo: { id: string; reference: string } | null
}

/** What else an order belongs to. */
export async function linkedTo(db: Database, orderId: string): Promise<LinkedRow> {
  const { rows } = await sql<LinkedRow>`
    select order_source(o) as source,
      (select jsonb_build_object('quoteId', q.id, 'number', q.number, 'companyId', k.id, 'company', k.name)
        from company_seats s join quotes q on q.id = s.quote_id join companies k on k.id = q.company_id
        where s.order_id = o.id) as purchase,
      (select jsonb_build_object('id', f.id, 'reference', f.reference) from orders f where f.id = o.moved_from) as "movedFrom",
      (select jsonb_build_object('id', n.id, 'reference', n.reference) from orders n where n.moved_from = o.id) as "movedTo"
    from orders o where o.id = ${orderId}::uuid`.execute(db)
  return rows[0]!
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
