/** Payment attempts and the provider's webhook events in the database. */
import { sql } from 'kysely'
import { mayOweParts } from '../../../db/access.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { INSTALMENT_COMPANIES, isInstalmentCompany } from '../../platform/instalment-companies.ts'
import type { PaymentMethod } from './order-parts-contract.ts'

/** The part of the attempt `a` that was refunded through its provider, not by hand. */
export const sentByProvider = sql<number>`(a.refunded_halalas - coalesce((
  select sum(h.amount_halalas) from refunds h where h.attempt_id = a.id and h.status = 'done' and h.by_hand), 0))`

/** The provider of attempts by bank transfer. It has no API: staff confirm the money. */
export const TRANSFER = 'transfer'
/** Paid at the institute's counter. */
export const CASH = 'cash'

/** Paid with the money of the order before, which staff have moved. */
export const CARRIED = 'carried'

/** Whether staff send such money back themselves: there is no provider that could. */
export const isSentByHand = (provider: string | undefined): boolean =>
  provider === TRANSFER || provider === CASH || provider === CARRIED

export type AttemptStatus = 'created' | 'paid' | 'failed' | 'abandoned' | 'refund-due' | 'refunded'

export async function insertAttempt(
  db: Database,
  attempt: {
    id: string
    orderId: string
    provider: string
    amountHalalas: number
    /** Which part of the order it pays. */
    part?: number
    reference?: string
    /** What of it came from the order before. */
    carriedHalalas?: number
    now: Date
  },
): Promise<void> {
  await db
    .insertInto('payment_attempts')
    .values({
      id: attempt.id,
      order_id: attempt.orderId,
      provider: attempt.provider,
      provider_reference: attempt.reference ?? null,
      amount_halalas: attempt.amountHalalas,
      part: attempt.part ?? 1,
      carried_halalas: attempt.carriedHalalas ?? 0,
      status: 'created',
      created_at: attempt.now,
      updated_at: attempt.now,
    })
    .execute()
}

/** The attempt on which an open order, or a later part of it, can still be paid by its method on a provider's page. */
export function findOpenAttempt(db: Database, orderId: string, method: PaymentMethod, part = 1) {
  const attempts = db
    .selectFrom('payment_attempts')
    .select(['id', 'provider', 'payment_url as paymentUrl', 'amount_halalas as amountHalalas'])
    .where('order_id', '=', orderId)
    .where('part', '=', part)
    .where('status', '=', 'created')
    .orderBy('created_at', 'desc')
  const ofMethod = isInstalmentCompany(method)
    ? attempts.where('provider', '=', method)
    : attempts.where('provider', 'not in', [TRANSFER, ...INSTALMENT_COMPANIES])
  return ofMethod.executeTakeFirst()
}

/** The open attempts of an order. */
export function openReferences(db: Database, orderId: string) {
  return db
    .selectFrom('payment_attempts')
    .select(['provider', 'provider_reference as reference'])
    .where('order_id', '=', orderId)
    .where('status', '=', 'created')
    .execute()
}

/**
 * Stores the provider's reference and the URL of its payment page.
 * @returns false when the attempt has another reference already: a learner may be paying there
 */
export async function saveProviderReference(
  db: Database,
  id: string,
  reference: string,
  url: string | null,
  now: Date,
): Promise<boolean> {
  const result = await db
    .updateTable('payment_attempts')
    .set({ provider_reference: reference, payment_url: url, updated_at: now })
    .where('id', '=', id)
    .where((where) => where.or([where('provider_reference', 'is', null), where('provider_reference', '=', reference)]))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export type Attempt = {
  id: string
  provider: string
  status: AttemptStatus
  reference: string | null
  amountHalalas: number
  /** Which part of the order it pays; 1 of an order that is paid at once. */
  part: number
  orderId: string
  userId: number
  courseId: number
  scheduleId: number | null
  couponId: number | null
  couponCode: string | null
}

const ATTEMPT = sql`a.id, a.provider, a.status, a.provider_reference as reference, a.amount_halalas as "amountHalalas",
  a.part, o.id as "orderId", o.user_id as "userId", o.course_id as "courseId", o.schedule_id as "scheduleId",
  o.coupon_id as "couponId", o.coupon_code as "couponCode"
  from payment_attempts a join orders o on o.id = a.order_id`

export async function findAttempt(db: Database, id: string): Promise<Attempt | undefined> {
  const { rows } = await sql<Attempt>`select ${ATTEMPT} where a.id = ${id}`.execute(db)
  return rows[0]
}

/**
 * Whether an order still waits for this payment: it is unpaid, neither its learner nor staff cancelled it, and its learner
 * still has an account and no other paid order of the same seat. Whether the seat is still free is decided when the money
 * is there.
 */
export async function wantsPayment(
  db: Database,
  id: string,
  { amountHalalas, currency }: { amountHalalas: number; currency: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from payment_attempts a join orders o on o.id = a.order_id
    where a.id = ${id}::uuid and a.amount_halalas = ${amountHalalas} and ${currency} = 'SAR'
      and a.paid_halalas is null and (o.status = 'pending'
        or (${mayOweParts} and exists (select from order_parts p
          where p.order_id = o.id and p.part = a.part and p.part > 1 and p.paid_at is null))
        or o.status in ('cancelled', 'expired', 'failed') and coalesce(o.ended_because, '') not in ('learner', 'staff')
          and exists (select from users u where u.id = o.user_id and u.erased_at is null)
          and not exists (select from orders p where p.user_id = o.user_id and p.course_id = o.course_id
            and coalesce(p.schedule_id, 0) = coalesce(o.schedule_id, 0) and p.status = 'paid'))`.execute(db)
  return rows.length > 0
}

/**
 * What was paid on an attempt, what of it was refunded, and what of that through the provider; and what is left of all
 * that was paid for the order, where the attempt pays it or a part of it.
 */
export async function moneyOf(db: Database, attemptId: string) {
  return db
    .selectFrom('payment_attempts as a')
    .select(['a.id', 'a.order_id as orderId', 'a.paid_halalas as paidHalalas', 'a.refunded_halalas as refundedHalalas'])
    .select(sentByProvider.as('sentHalalas'))
    .select(
      sql<number>`case when a.status in ('paid', 'refunded') then
        (select o.total_halalas - o.unpaid_halalas - o.refunded_halalas from orders o where o.id = a.order_id)
        else coalesce(a.paid_halalas, 0) - a.refunded_halalas end`.as('leftOfOrderHalalas'),
    )
    .where('a.id', '=', attemptId)
    .executeTakeFirstOrThrow()
}

export async function findAttemptByReference(
  db: Database,
  provider: string,
  reference: string,
): Promise<Attempt | undefined> {
  const { rows } =
    await sql<Attempt>`select ${ATTEMPT} where a.provider = ${provider} and a.provider_reference = ${reference}`.execute(
      db,
    )
  return rows[0]
}

/**
 * Locks the run in which an order has a company's seat, if it has one: the company gets it back when the order ends, and
 * runs are locked before orders.
 */
export async function lockRunOfCompanySeat(db: Database, orderId: string): Promise<void> {
  await sql`select from schedules where id = (select schedule_id from company_seats where order_id = ${orderId}::uuid)
    for no key update`.execute(db)
}

/** Whether the order is a seat that the waiting list offered, and is held beyond `now`. */
export async function isOfferedUntilLater(db: Database, orderId: string, now: Date): Promise<boolean> {
  const offered = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .where('source', '=', 'waiting-list')
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return offered !== undefined
}

/** Always locked before a row of an attempt, as in every statement that ends an order: no deadlocks. */
export async function lockOrder(db: Database, orderId: string): Promise<void> {
  await sql`select from orders where id = ${orderId} for update`.execute(db)
}

/**
 * Records the money that arrived on an attempt, in the attempt and in the ledger. Until it buys the order's seat, it is
 * money that must go back.
 * @returns false when it was recorded before
 */
export async function recordPayment(
  db: Database,
  attempt: Attempt,
  state: { amountHalalas: number; currency: string },
  now: Date,
): Promise<boolean> {
  const { amountHalalas, currency } = state
  const result = await sql`
    with paid as (
      update payment_attempts set status = 'refund-due', failure_reason = null, paid_halalas = ${amountHalalas},
        paid_currency = ${currency}, updated_at = ${now}
      where id = ${attempt.id} and status in ('created', 'failed', 'abandoned') returning *)
    insert into ledger (kind, order_id, attempt_id, provider, provider_reference, amount_halalas, currency, at)
    select 'payment', order_id, id, part.provider, provider_reference, part.amount, paid_currency,
      greatest(${now}::timestamptz, open_books_from())
    from paid, lateral (values (${CARRIED}::text, carried_halalas), (paid.provider, paid_halalas - carried_halalas))
      as part (provider, amount)
    where part.amount > 0`.execute(db)
  return Number(result.numAffectedRows ?? 0) > 0
}

/** Changes the status of an attempt; false when its status is not one of `from`, so that a repeated report has no effect. */
export async function transitionAttempt(
  db: Database,
  id: string,
  from: AttemptStatus[],
  to: AttemptStatus,
  now: Date,
  failureReason: string | null = null,
): Promise<boolean> {
  const result = await db
    .updateTable('payment_attempts')
    .set({ status: to, failure_reason: failureReason, updated_at: now })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Claims up to `count` open attempts whose status is due to be fetched from the provider, the longest waiting first:
 * those of open orders every minute and at the end of their time, those of ended orders, which may still be paid, every
 * 15 minutes. Of ended orders it reads only as many as it claims: whoever has waited that long is due in either case.
 */
export async function claimAttemptsToSync(
  db: Database,
  provider: string,
  now: Date,
  count: number,
): Promise<Attempt[]> {
  const isOpen = sql`w.status = 'created' and w.provider = ${provider} and w.provider_reference is not null`
  const { rows } = await sql<Attempt>`
    with pending as (
      select w.id from orders p join payment_attempts w on w.order_id = p.id
      where p.status = 'pending' and ${isOpen} and (w.asked_at is null or w.asked_at < ${now}::timestamptz - interval '50 seconds'
        or p.expires_at <= ${now}::timestamptz and w.asked_at < p.expires_at)
    ), longest as (
      (select w.id from payment_attempts w where ${isOpen} and w.asked_at is null limit ${count})
      union all
      (select w.id from payment_attempts w where ${isOpen} and w.asked_at < ${now}::timestamptz - interval '15 minutes'
        order by w.asked_at limit ${count})
    ), due as (
      select w.id from payment_attempts w where w.id in (select id from pending union select id from longest) and ${isOpen}
      order by w.asked_at nulls first limit ${count} for update skip locked),
    claimed as (update payment_attempts t set asked_at = ${now} from due where t.id = due.id returning t.id)
    select ${ATTEMPT} where a.id in (select id from claimed)`.execute(db)
  return rows
}

export type AttemptToAsk = { id: string; provider: string; reference: string }

/**
 * Claims the attempt about which the provider is asked when somebody reads the order: the newest open one of a pending
 * order, and of an order that ended unpaid the newest one, unless the provider was asked since the end.
 * @param everyMs undefined is returned when the provider was asked about the order less than so long ago
 */
export async function claimAttemptToAsk(
  db: Database,
  orderId: string,
  { now, everyMs }: { now: Date; everyMs: number },
): Promise<AttemptToAsk | undefined> {
  const before = new Date(now.getTime() - everyMs)
  const { rows } = await sql<AttemptToAsk>`
    update payment_attempts t set asked_at = ${now}::timestamptz from orders o
    where o.id = ${orderId}::uuid and t.order_id = o.id
      and t.id = (select w.id from payment_attempts w where w.order_id = ${orderId}::uuid and w.provider <> ${TRANSFER}
        and w.provider_reference is not null and w.status in ('created', 'failed', 'abandoned')
        order by w.status = 'created' desc, w.created_at desc limit 1)
      and (t.asked_at is null or t.asked_at <= ${before}::timestamptz)
      and not exists (select from payment_attempts s where s.order_id = o.id and s.asked_at > ${before}::timestamptz)
      and ((o.status = 'pending' and t.status = 'created') or (o.status = 'paid' and t.part > 1 and t.status = 'created')
        or (o.status in ('cancelled', 'expired', 'failed') and (t.asked_at is null or t.asked_at <= o.ended_at)))
    returning t.id, t.provider, t.provider_reference as reference`.execute(db)
  return rows[0]
}

/**
 * The learner's orders of this seat whose payment may still be under way: overdue, or ended in the last day with an open
 * checkout session about which the provider was not asked since.
 */
export async function unsettledOrderIds(
  db: Database,
  seat: { userId: number; courseId: number; scheduleId: number | null },
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o where o.user_id = ${seat.userId} and o.course_id = ${seat.courseId}
      and coalesce(o.schedule_id, 0) = ${seat.scheduleId ?? 0}
      and exists (select from payment_attempts a where a.order_id = o.id and a.status = 'created'
        and a.provider <> ${TRANSFER} and a.provider_reference is not null
        and (a.asked_at is null or a.asked_at <= coalesce(o.ended_at, o.expires_at)))
      and ((o.status = 'pending' and o.expires_at <= ${now}::timestamptz)
        or (o.status in ('cancelled', 'expired', 'failed') and o.ended_at > ${now}::timestamptz - interval '1 day'))
    order by o.created_at desc limit 3`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Stops polling the provider about old unpaid attempts; a webhook can still report a payment. Sessions of instalment
 * companies end by themselves: one that is still open may hold an amount that could not be taken yet.
 */
export async function abandonStaleAttempts(
  db: Database,
  { createdBefore, heldBefore, now }: { createdBefore: Date; heldBefore: Date; now: Date },
): Promise<void> {
  const companies = sql.join(INSTALMENT_COMPANIES.map((company) => sql.lit(company)))
  await sql`
    update payment_attempts a set status = 'abandoned', updated_at = ${now}
    from orders o where o.id = a.order_id and a.status = 'created' and a.created_at < ${createdBefore}::timestamptz
      and (a.provider not in (${companies}) or a.provider_reference is null or a.created_at < ${heldBefore}::timestamptz)
      and o.status <> 'pending'`.execute(db)
}

/**
 * Claims paid attempts that can still be refunded and about which the provider was not asked for a day: for providers
 * whose list does not have refunds that were made in their portal.
 */
export async function claimAttemptsToCompare(
  db: Database,
  provider: string,
  { now, paidSince, count }: { now: Date; paidSince: Date; count: number },
): Promise<AttemptToAsk[]> {
  const { rows } = await sql<AttemptToAsk>`
    with due as (
      select a.id from payment_attempts a where a.provider = ${provider} and a.status in ('paid', 'refund-due')
        and a.provider_reference is not null and a.created_at > ${paidSince}::timestamptz
        and (a.asked_at is null or a.asked_at < ${now}::timestamptz - interval '1 day')
      order by a.asked_at nulls first limit ${count} for update skip locked)
    update payment_attempts t set asked_at = ${now}::timestamptz from due where t.id = due.id
    returning t.id, t.provider, t.provider_reference as reference`.execute(db)
  return rows
}

/** Stores a webhook event of the provider; false when it was stored before. */
export async function insertEvent(
  db: Database,
  event: { provider: string; eventId: string; payload: unknown; now: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('payment_events')
    .values({
      provider: event.provider,
      event_id: event.eventId,
      received_at: event.now,
      payload: JSON.stringify(event.payload),
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function markHandled(db: Database, provider: string, eventId: string, now: Date): Promise<void> {
  await db
    .updateTable('payment_events')
    .set({ handled_at: now })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .where('handled_at', 'is', null)
    .execute()
}
