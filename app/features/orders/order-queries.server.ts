/** Queries behind a learner's orders: read only. */
import { sql } from 'kysely'
import { isFinished, mayOweParts } from '../../../db/access.ts'
import { preparedStatement } from '../../../db/prepared.ts'
import type { Localized } from '../../../db/shapes.ts'
import { isRestAsked } from '../../../db/transfers.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { OrderStatus } from './order-contract.ts'
import type { PaymentMethod } from './order-parts-contract.ts'
import type { VatTreatment } from './prices/vat.ts'
import type { RefundStatus } from './refund-window.ts'

export type OrderRow = {
  id: string
  reference: string
  userId: number
  status: OrderStatus
  lang: string
  couponCode: string | null
  courseName: Localized
  priceHalalas: number
  discountHalalas: number
  totalHalalas: number
  netHalalas: number
  vatHalalas: number
  vatTreatment: VatTreatment
  vatRatePercent: number
  /** What of the total is in later parts that nobody has paid. */
  unpaidHalalas: number
  /** Whether a part can still be owed: not once it ends, or its run is cancelled. */
  mayOweParts: boolean
  /** The parts in which it is paid, one after the other; none when it is paid at once. */
  parts: OrderPartRow[]
  /** While a part is missed: the learner has the seat, not what is for learners. */
  accessPausedAt: Date | null
  createdAt: Date
  /** The version of the terms that was in force then. */
  terms: { version: number; validFrom: string } | null
  expiresAt: Date
  paidAt: Date | null
  endedBecause: string | null
  /** Whether it was a seat that the waiting list offered. */
  isOffer: boolean
  courseId: number
  slug: string
  cover: string
  deliveryMethod: number
  hasLessons: boolean
  /** Of a recorded course: whether its learner has its certificate, or has done all its lessons. */
  isFinished: boolean
  run: {
    id: number
    startsAt: string
    endsAt: string
    weekdays: string[]
    fromTime: string
    toTime: string
    city: Localized | null
    venue: Localized | null
    /** How often its dates were moved. */
    moves: number
    movedAt: string | null
    /** Until when those who ordered before it was moved may leave. */
    freeExitUntil: string | null
    cancelledAt: string | null
  } | null
  method: PaymentMethod
  refundedHalalas: number
  /** What the learner, or staff, wrote when cancelling. */
  cancelReason: string | null
  attempts: AttemptRow[]
  /** Its invoice and credit notes, in the order in which they were issued. */
  documents: { kind: 'invoice' | 'credit-note' | 'debit-note'; part: number; number: string; totalHalalas: number }[]
  /** Only of an order by transfer. */
  transfer: {
    bank: { name: Localized; beneficiary: Localized; iban: string } | null
    receipt: { name: string; size: number; sentAt: string } | null
    answer: string | null
    receivedHalalas: number
    /** Whether staff asked for the rest after the last receipt. */
    isRestAsked: boolean
  } | null
  /** The oldest first. */
  refunds: OrderRefundRow[]
  /** The end of the IBAN that the learner gave for a refund. */
  refundIbanEnd: string | null
  movedTo: { id: string; reference: string } | null
}

export type OrderRefundRow = {
  status: RefundStatus
  amountHalalas: number | null
  reason: string
  answer: string | null
  /** Whether the learner requested it, and did not take that back. */
  requested: boolean
  /** Whether it refunds a bank transfer, for which an account is needed. */
  byTransfer: boolean
  requestedAt: string
  decidedAt: string | null
  doneAt: string | null
  /** Not sent: it pays the order that took this one's place. */
  keepsSeat: boolean
  isCarried: boolean
  /** Not sent: the payer's bank took it back. */
  isChargeback: boolean
}

export type OrderPartRow = {
  part: number
  amountHalalas: number
  dueAt: string
  paidAt: string | null
  /** Of its transfer; none when its file was deleted. */
  receipt: { id: string; name: string; size: number; sentAt: string } | null
  /** Why it was declined. */
  answer: string | null
}

export type AttemptRow = {
  id: string
  part: number
  provider: string
  status: string
  amountHalalas: number
  paymentUrl: string | null
  failureReason: string | null
  createdAt: string
}

const COLUMNS = sql`o.id, o.reference, o.user_id as "userId", o.status, o.lang, o.coupon_code as "couponCode",
  o.course_name as "courseName", o.price_halalas as "priceHalalas", o.discount_halalas as "discountHalalas",
  o.total_halalas as "totalHalalas", o.net_halalas as "netHalalas", o.vat_halalas as "vatHalalas",
  o.vat_treatment as "vatTreatment", o.vat_rate_percent as "vatRatePercent", o.unpaid_halalas as "unpaidHalalas", o.access_paused_at as "accessPausedAt", ${mayOweParts} as "mayOweParts", ${isFinished} as "isFinished", o.created_at as "createdAt", o.expires_at as "expiresAt",
  o.refunded_halalas as "refundedHalalas", o.paid_at as "paidAt", o.ended_because as "endedBecause", coalesce(o.source = 'waiting-list', false) as "isOffer", o.cancel_reason as "cancelReason", c.id as "courseId", c.slug, c.cover,
  c.delivery_method as "deliveryMethod", exists (select from lessons l where l.course_id = c.id) as "hasLessons",
  (select jsonb_build_object('id', s.id, 'startsAt', s.starts_at, 'endsAt', s.ends_at, 'weekdays', s.weekdays,
    'fromTime', s.from_time, 'toTime', s.to_time, 'city', s.city, 'venue', s.venue,
    'moves', s.moves, 'movedAt', s.moved_at, 'freeExitUntil', s.free_exit_until, 'cancelledAt', s.cancelled_at)
    from schedules s where s.id = o.schedule_id) as run,
  coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'part', a.part, 'provider', a.provider, 'status', a.status,
    'amountHalalas', a.amount_halalas, 'paymentUrl', a.payment_url, 'failureReason', a.failure_reason, 'createdAt', a.created_at) order by a.created_at)
    from payment_attempts a where a.order_id = o.id), '[]') as attempts,
  coalesce((select jsonb_agg(jsonb_build_object('part', p.part, 'amountHalalas', p.amount_halalas, 'dueAt', p.due_at,
    'paidAt', p.paid_at, 'answer', case when p.paid_at is null then p.receipt_answer end, 'receipt', (select jsonb_build_object('id', f.id, 'name', f.file_name, 'size', f.size,
      'sentAt', p.receipt_at) from stored_files f where f.id = p.receipt_file and f.state = 'kept')) order by p.part)
    from order_parts p where p.order_id = o.id), '[]') as parts,
  coalesce((select jsonb_agg(jsonb_build_object('kind', i.kind, 'part', i.part, 'number', i.number,
    'totalHalalas', i.document->'totals'->'totalHalalas') order by i.counter)
    from invoices i where i.order_id = o.id), '[]') as documents,
  o.method, case when o.method = 'transfer' then (
    select jsonb_build_object('bank', (select data -> 'bank' from institute), 'answer', t.answer,
      'receivedHalalas', coalesce(t.received_halalas, 0), 'isRestAsked', coalesce(${isRestAsked}, false),
      'receipt', case when f.id is not null
        then jsonb_build_object('name', f.file_name, 'size', f.size, 'sentAt', t.receipt_at) end)
    from (select) as single left join transfers t on t.order_id = o.id
      left join stored_files f on f.id = t.receipt_file and f.state = 'kept') end as transfer,
  coalesce((select jsonb_agg(jsonb_build_object('status', r.status, 'amountHalalas', r.amount_halalas,
    'reason', r.reason, 'answer', coalesce(r.answer, case when r.decided_by is not null
      then coalesce(r.decision_reason, case when r.requested_by is null then r.reason end) end), 'keepsSeat', r.keeps_seat, 'requested', r.requested_by is not null and r.status <> 'withdrawn',
    'byTransfer', exists (select from payment_attempts p where p.id = r.attempt_id and p.provider in ('transfer', 'cash', 'carried')), 'requestedAt', r.requested_at,
    'decidedAt', r.decided_at, 'doneAt', r.done_at, 'isCarried', r.is_carried,
    'isChargeback', exists (select from chargebacks k where k.refund_id = r.id)) order by r.requested_at, r.id) from refunds r where r.order_id = o.id), '[]') as refunds,
  (select t.iban_end from refund_accounts t where t.order_id = o.id) as "refundIbanEnd",
  (select jsonb_build_object('id', n.id, 'reference', n.reference) from orders n
    where n.moved_from = o.id and n.user_id = o.user_id) as "movedTo",
  (select jsonb_build_object('version', v.version, 'validFrom', v.valid_from) from policy_versions v
    where v.code = 'terms-conditions' and v.valid_from <= o.created_at order by v.valid_from desc limit 1) as terms`

type Wanted = { id: string; userId: number | null }

/** Planning it takes longer than running it. */
const orderById = preparedStatement('order_by_id', (db: Database, { id, userId }: Wanted) => ({
  compile: () =>
    sql<OrderRow>`
      select ${COLUMNS} from orders o join courses c on c.id = o.course_id
      where o.id = ${id} and (${userId}::int is null or o.user_id = ${userId}::int)`.compile(db),
}))

/** @param userId the required owner; undefined for calls by staff and jobs */
export async function findOrder(db: Database, id: string, userId?: number): Promise<OrderRow | undefined> {
  if (!db.isTransaction) return (await orderById(db, { id, userId: userId ?? null }))[0]
  const owner = userId === undefined ? sql`true` : sql`o.user_id = ${userId}`
  const { rows } = await sql<OrderRow>`
    select ${COLUMNS} from orders o join courses c on c.id = o.course_id where o.id = ${id} and ${owner}`.execute(db)
  return rows[0]
}

/** Those of these orders that are the learner's. */
export const findOrders = preparedStatement(
  'own_orders_by_id',
  (db: Database, { ids, userId }: { ids: readonly string[]; userId: number }) => ({
    compile: () =>
      sql<OrderRow>`
        select ${COLUMNS} from orders o join courses c on c.id = o.course_id
        where o.id = any(${ids}::uuid[]) and o.user_id = ${userId}`.compile(db),
  }),
)

/** The seats of a learner in runs that take place and have not ended before then. */
export async function findSeatsSince(db: Database, userId: number, since: Date, max: number): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select ${COLUMNS} from orders o join courses c on c.id = o.course_id join schedules r on r.id = o.schedule_id
    where o.user_id = ${userId} and o.status = 'paid' and r.ends_at > ${since} and r.cancelled_at is null
    order by r.starts_at, o.id limit ${max}`.execute(db)
  return rows
}

export type OrderSession = {
  runId: number
  startsAt: Date
  endsAt: Date
  room: string | null
  /** Whether it can be joined online. */
  hasLink: boolean
}

/** The sessions of ordered runs, the first one first. */
export async function findSessions(db: Database, runIds: readonly number[]): Promise<OrderSession[]> {
  if (runIds.length === 0) return []
  return db
    .selectFrom('run_sessions')
    .select(['schedule_id as runId', 'starts_at as startsAt', 'ends_at as endsAt', 'room'])
    .select(({ eb }) => eb('join_link', 'is not', null).$castTo<boolean>().as('hasLink'))
    .where('schedule_id', 'in', runIds)
    .orderBy('starts_at')
    .execute()
}

type OrderPage = { userId: number; offset: number; count: number }

/** One list page of the learner's orders, the newest first. */
export const listOrders = preparedStatement('own_orders', (db: Database, { userId, offset, count }: OrderPage) => ({
  compile: () =>
    sql<OrderRow>`
      with page as materialized (
        select id from orders where user_id = ${userId}
        order by created_at desc, id desc limit ${count} offset ${offset})
      select ${COLUMNS} from page join orders o on o.id = page.id join courses c on c.id = o.course_id
      order by o.created_at desc, o.id desc`.compile(db),
}))

/** Counts up to `max` + 1. */
export async function countOrders(db: Database, userId: number, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from orders where user_id = ${userId} limit ${max + 1}) as bounded`.execute(
    db,
  )
  return rows[0]!.count
}

/** The learner's unpaid orders. */
export async function openOrderIds(db: Database, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .execute()
  return rows.map(({ id }) => id)
}

/** The recipient of the order's mails; undefined when the account was deleted. */
export function findLearner(db: Database, userId: number) {
  return (
    db
      .selectFrom('users')
      .select(['email', 'first_name as firstName', 'last_name as lastName'])
      // An account that staff or a company's seat has made has none of them yet.
      .select(
        sql<boolean>`password_hash is not null or exists (select from passkeys where user_id = users.id)
        or exists (select from external_identities where user_id = users.id)`.as('canSignIn'),
      )
      .where('id', '=', userId)
      .where('erased_at', 'is', null)
      .executeTakeFirst()
  )
}

/** The learner as a payer, with the address of the institute. */
export async function findPayer(db: Database, userId: number) {
  const { rows } = await sql<{
    firstName: string
    lastName: string
    email: string
    phone: string
    since: Date
    paidOrders: number
    address: Localized
  }>`
    select u.first_name as "firstName", u.last_name as "lastName", u.email, u.phone, u.created_at as since,
      (select count(*)::int from orders o where o.user_id = u.id and o.status = 'paid') as "paidOrders",
      coalesce((select data -> 'address' from institute), '{"ar": "الرياض"}') as address
    from users u where u.id = ${userId}`.execute(db)
  return rows[0]!
}
