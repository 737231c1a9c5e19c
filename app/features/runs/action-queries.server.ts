/** Moved and cancelled runs, and what was done with each order of them. */
import { sql } from 'kysely'
import { holdsSeat } from '../../../db/seats.ts'
import type { Localized } from '../../../db/shapes.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { RunTimes } from './sessions.ts'

export type ActionRow = {
  id: string
  kind: 'move' | 'cancel'
  reason: string
  by: string | null
  at: Date
  doneAt: Date | null
  orders: number
  ordersDone: number
  /** Of companies with seats in the run. */
  purchases: number
  purchasesDone: number
}

/** The newest first. */
export async function findActions(db: Database, runId: number): Promise<ActionRow[]> {
  const { rows } = await sql<ActionRow>`
    select a.id, a.kind, a.reason, u.user_name as by, a.at, a.done_at as "doneAt", items.orders, items.done as "ordersDone",
      bought.purchases, bought.done as "purchasesDone"
    from run_actions a left join users u on u.id = a.user_id, lateral (
      select count(*)::int as orders, count(done_at)::int as done from run_action_items i where i.action_id = a.id) items,
      lateral (select count(*)::int as purchases, count(done_at)::int as done
        from run_action_purchases p where p.action_id = a.id) bought
    where a.schedule_id = ${runId} order by a.at desc limit 50`.execute(db)
  return rows
}

export type ConcernedOrder = {
  id: string
  reference: string
  name: string
  status: 'pending' | 'paid'
  method: string
  /** What was paid and not sent back. */
  leftHalalas: number
  /** False once the account was erased: there is no address to write to. */
  hasLearner: boolean
}

/** The orders that hold a seat of the run: paid, or waiting for their payment. */
export async function concernedOrders(db: Database, runId: number): Promise<ConcernedOrder[]> {
  const { rows } = await sql<ConcernedOrder>`
    select o.id, o.reference, btrim(u.first_name || ' ' || u.last_name) as name, o.status, o.method,
      u.erased_at is null as "hasLearner",
      case when o.status = 'paid' then o.total_halalas - o.unpaid_halalas - o.refunded_halalas else 0 end as "leftHalalas"
    from orders o join users u on u.id = o.user_id
    where o.schedule_id = ${runId} and o.status in ('pending', 'paid') order by o.id`.execute(db)
  return rows
}

export type Target = { id: number; startsAt: Date; city: Localized | null; priceHalalas: number; seatsLeft: number }

/** The coming runs of the same course, the soonest first: to them learners could be moved. */
export async function targetsOf(db: Database, run: { id: number; courseId: number }, now: Date): Promise<Target[]> {
  const { rows } = await sql<Target>`
    select s.id, s.starts_at as "startsAt", s.city, coalesce(s.price_halalas, c.price_halalas) as "priceHalalas",
      greatest(0, s.seats - s.held_seats - (select count(*)::int from orders
        where orders.schedule_id = s.id and ${holdsSeat(now)}) - (select count(*)::int from waiting_places w
        where w.schedule_id = s.id and w.order_id is null and w.left_at is null)) as "seatsLeft"
    from schedules s join courses c on c.id = s.course_id
    where s.course_id = ${run.courseId} and s.id <> ${run.id} and s.cancelled_at is null and s.starts_at > ${now}
    order by s.starts_at, s.id limit 50`.execute(db)
  return rows
}

export type NewAction = {
  id: string
  runId: number
  kind: 'move' | 'cancel'
  targetId: number | null
  formerStart: Date | null
  reason: string
  userId: number
  now: Date
}

type Concerned = {
  orderIds: readonly string[]
  /** Those that are not moved to the other run. */
  refunded?: readonly string[]
  /** Purchases of companies. */
  quoteIds: readonly number[]
}

/** With a row for each order and each purchase that is concerned. */
export async function insertAction(
  db: Database,
  action: NewAction,
  { orderIds, refunded = [], quoteIds }: Concerned,
): Promise<void> {
  await db
    .insertInto('run_actions')
    .values({
      id: action.id,
      schedule_id: action.runId,
      kind: action.kind,
      target_id: action.targetId,
      former_start: action.formerStart,
      reason: action.reason,
      user_id: action.userId,
      at: action.now,
    })
    .execute()
  await sql`insert into run_action_items (action_id, order_id, wants_refund)
    select ${action.id}::uuid, id, id = any(${refunded}::uuid[]) from unnest(${orderIds}::uuid[]) as id`.execute(db)
  await sql`insert into run_action_purchases (action_id, quote_id)
    select ${action.id}::uuid, id from unnest(${quoteIds}::int[]) as id`.execute(db)
}

export type OpenAction = {
  id: string
  runId: number
  kind: 'move' | 'cancel'
  targetId: number | null
  formerStart: Date | null
  reason: string
  userId: number | null
}

export function findOpenAction(db: Database, id: string): Promise<OpenAction | undefined> {
  return db
    .selectFrom('run_actions')
    .select(['id', 'schedule_id as runId', 'target_id as targetId', 'former_start as formerStart', 'reason'])
    .select(['user_id as userId', sql<'move' | 'cancel'>`kind`.as('kind')])
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst()
}

/** The orders of an action that are not processed yet. */
export async function openItems(db: Database, actionId: string, max: number): Promise<string[]> {
  const rows = await db
    .selectFrom('run_action_items')
    .select('order_id')
    .where('action_id', '=', actionId)
    .where('done_at', 'is', null)
    .orderBy('order_id')
    .limit(max)
    .execute()
  return rows.map(({ order_id }) => order_id)
}

/** Locks the row of an order; undefined when it is processed, or another worker has locked it. */
export async function lockItem(
  db: Database,
  actionId: string,
  orderId: string,
): Promise<{ refundId: string | null; wantsRefund: boolean } | undefined> {
  return db
    .selectFrom('run_action_items')
    .select(['refund_id as refundId', 'wants_refund as wantsRefund'])
    .where('action_id', '=', actionId)
    .where('order_id', '=', orderId)
    .where('done_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/**
 * The purchases of an action that are not processed yet. One whose employees' orders are, waits: until then it is not
 * known which seats come back.
 */
export async function openPurchases(db: Database, actionId: string, max: number): Promise<number[]> {
  const { rows } = await sql<{ quoteId: number }>`
    select p.quote_id as "quoteId" from run_action_purchases p
    where p.action_id = ${actionId}::uuid and p.done_at is null and not exists (
      select from run_action_items i join company_seats s on s.order_id = i.order_id
      where i.action_id = p.action_id and i.done_at is null and s.quote_id = p.quote_id)
    order by p.quote_id limit ${max}`.execute(db)
  return rows.map(({ quoteId }) => quoteId)
}

/** Locks the row of a purchase; false when it is processed, or another worker has locked it. */
export async function lockPurchase(db: Database, actionId: string, quoteId: number): Promise<boolean> {
  const { rows } = await sql`select from run_action_purchases where action_id = ${actionId}::uuid
    and quote_id = ${quoteId} and done_at is null for update skip locked`.execute(db)
  return rows.length > 0
}

export async function setPurchaseDone(
  db: Database,
  actionId: string,
  quoteId: number,
  { seats, creditedHalalas, now }: { seats: number; creditedHalalas: number; now: Date },
): Promise<void> {
  await db
    .updateTable('run_action_purchases')
    .set({ seats, credited_halalas: creditedHalalas, done_at: now })
    .where('action_id', '=', actionId)
    .where('quote_id', '=', quoteId)
    .execute()
}

/** What a learner has got of the run already. */
export async function traceOf(db: Database, orderId: string): Promise<{ isAttended: boolean; isCertified: boolean }> {
  const { rows } = await sql<{ isAttended: boolean; isCertified: boolean }>`
    select exists (select from attendance where order_id = ${orderId}::uuid) as "isAttended",
      exists (select from certificates where order_id = ${orderId}::uuid and revoked_at is null) as "isCertified"`.execute(
    db,
  )
  return rows[0]!
}

export type Outcome = 'told' | 'refunded' | 'refund-under-way' | 'moved' | 'cancelled' | 'nothing'

export async function setItem(
  db: Database,
  actionId: string,
  orderId: string,
  facts: { refundId: string } | { outcome: Outcome; now: Date },
): Promise<void> {
  await db
    .updateTable('run_action_items')
    .set('refundId' in facts ? { refund_id: facts.refundId } : { outcome: facts.outcome, done_at: facts.now })
    .where('action_id', '=', actionId)
    .where('order_id', '=', orderId)
    .execute()
}

/** False while an order is left to process. */
export async function finishAction(db: Database, id: string, now: Date): Promise<boolean> {
  const result = await sql`
    update run_actions a set done_at = ${now} where a.id = ${id}::uuid and a.done_at is null
      and not exists (select from run_action_items i where i.action_id = a.id and i.done_at is null)
      and not exists (select from run_action_purchases p where p.action_id = a.id and p.done_at is null)`.execute(db)
  return Number(result.numAffectedRows ?? 0) > 0
}

/** Actions without progress for a long time, because the queue lost or abandoned their job. */
export async function forgottenActions(db: Database, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('run_actions')
    .select('id')
    .where('done_at', 'is', null)
    .where('at', '<', before)
    .orderBy('at')
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}

/** The run can no longer be ordered, and learners with a seat are refunded. */
export async function markCancelled(db: Database, runId: number, now: Date): Promise<void> {
  await sql`update schedules set version = version + 1, cancelled_at = ${now}, enrolment_opens_at = null,
    enrolment_closes_at = least(enrolment_closes_at, ${now}::timestamptz) where id = ${runId}`.execute(db)
}

export type Move = RunTimes & { enrolmentClosesAt: Date; enrolmentOpensAt: Date | null; freeExitUntil: Date; now: Date }

export async function markMoved(db: Database, runId: number, move: Move): Promise<void> {
  await db
    .updateTable('schedules')
    .set((eb) => ({
      version: eb('version', '+', 1),
      moves: eb('moves', '+', 1),
      starts_at: move.startsAt,
      ends_at: move.endsAt,
      weekdays: move.weekdays,
      from_time: move.fromTime,
      to_time: move.toTime,
      enrolment_opens_at: move.enrolmentOpensAt,
      enrolment_closes_at: move.enrolmentClosesAt,
      moved_at: move.now,
      free_exit_until: move.freeExitUntil,
    }))
    .where('id', '=', runId)
    .execute()
}

/**
 * Gives a paid order a seat in another run of its course. The caller holds the lock of that run.
 * @returns false when no seat is free there, or the learner has one already
 */
export async function moveOrder(db: Database, orderId: string, targetId: number): Promise<boolean> {
  const result = await sql`
    update orders p set schedule_id = ${targetId} where p.id = ${orderId}::uuid and p.status = 'paid'
      and exists (select from schedules s where s.id = ${targetId} and s.cancelled_at is null
        and s.seats - s.held_seats > seats_taken(s.id) + (select count(*) from waiting_places w
          where w.schedule_id = s.id and w.order_id is null and w.left_at is null and w.user_id <> p.user_id))
      and not exists (select from orders o where o.user_id = p.user_id and o.course_id = p.course_id
        and o.schedule_id = ${targetId} and o.status in ('pending', 'paid'))`.execute(db)
  return Number(result.numAffectedRows ?? 0) > 0
}
