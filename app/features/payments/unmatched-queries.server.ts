/** Payments that bought no order, in the database. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'

/**
 * `unmatched`: belongs to no order. `duplicate`: a second payment in one checkout session. `excess`: what a bank transfer
 * was more than its order's total. `surplus`: a card payment of a company that owed less when it arrived.
 */
export type UnmatchedKind = 'unmatched' | 'duplicate' | 'excess' | 'surplus'
/** `sending`: the provider was asked to send it back, and has not confirmed it. */
export type UnmatchedStatus = 'open' | 'attached' | 'sending' | 'returned'

export type UnmatchedPayment = {
  kind: UnmatchedKind
  provider: string
  reference: string
  amountHalalas: number
  currency: string
  /** The order that it was paid for; null for an unmatched one. */
  orderId: string | null
  /** The quote of the purchase that it was paid for. */
  quoteId?: number | null
  now: Date
}

/** False when it was recorded before. */
export async function recordUnmatchedPayment(db: Database, payment: UnmatchedPayment): Promise<boolean> {
  const inserted = await db
    .insertInto('unmatched_payments')
    .values({
      kind: payment.kind,
      provider: payment.provider,
      provider_reference: payment.reference,
      amount_halalas: payment.amountHalalas,
      currency: payment.currency,
      order_id: payment.orderId,
      quote_id: payment.quoteId ?? null,
      seen_at: payment.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('provider')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Its messages need neither order nor purchase: the comparison of payments and staff settle it. */
export async function isUnmatchedPayment(db: Database, provider: string, reference: string): Promise<boolean> {
  const row = await db
    .selectFrom('unmatched_payments')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_reference', '=', reference)
    .where('status', '<>', 'attached')
    .executeTakeFirst()
  return row !== undefined
}

export type UnmatchedRow = Omit<UnmatchedPayment, 'now' | 'quoteId'> & {
  id: string
  seenAt: Date
  status: UnmatchedStatus
  byHand: boolean
  bankReference: string | null
  note: string | null
  failureReason: string | null
  decidedAt: Date | null
  decidedBy: { id: number; name: string } | null
  orderReference: string | null
  quote: { id: number; number: string; lang: 'ar' | 'en'; contactName: string; contactEmail: string } | null
  /** Of the order; null also once the account is deleted. */
  learner: { id: number; name: string; email: string } | null
}

const nameOf = (table: string) => sql`${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}`

const UNMATCHED = sql`p.id, p.kind, p.provider, p.provider_reference as reference, p.amount_halalas as "amountHalalas",
  p.currency, p.order_id as "orderId", p.seen_at as "seenAt", p.status, p.by_hand as "byHand",
  p.bank_reference as "bankReference", p.note, p.failure_reason as "failureReason", p.decided_at as "decidedAt",
  case when s.id is not null then jsonb_build_object('id', s.id, 'name', ${nameOf('s')}) end as "decidedBy",
  o.reference as "orderReference",
  case when q.id is not null then jsonb_build_object('id', q.id, 'number', q.number, 'lang', q.lang,
    'contactName', q.contact_name, 'contactEmail', q.contact_email) end as quote,
  case when u.erased_at is null and u.id is not null
    then jsonb_build_object('id', u.id, 'name', ${nameOf('u')}, 'email', u.email) end as learner
  from unmatched_payments p left join users s on s.id = p.decided_by left join orders o on o.id = p.order_id
    left join quotes q on q.id = p.quote_id
    left join users u on u.id = o.user_id`

/** By a part of the payment's number, or the whole number of its order or quote. */
export type UnmatchedFilter = {
  status: UnmatchedStatus | undefined
  term?: string | undefined
  amountHalalas?: number | undefined
}

const conditionsOf = ({ status, term, amountHalalas }: UnmatchedFilter) =>
  sql.join(
    [
      sql`true`,
      ...(status === undefined ? [] : [sql`p.status = ${status}`]),
      ...(amountHalalas === undefined ? [] : [sql`p.amount_halalas = ${amountHalalas}`]),
      ...(term ? [matches(term)] : []),
    ],
    sql` and `,
  )

/** Trigrams find three letters and more; fewer are the whole number. */
function matches(term: string) {
  const part = term.replace(/[\\%_]/g, '\\$&')
  return sql`(p.provider_reference ilike ${term.length < 3 ? part : `%${part}%`}
    or p.order_id = (select id from orders where reference = ${term.toUpperCase()})
    or p.quote_id = (select id from quotes where number = ${term.toUpperCase()}))`
}

/** The newest first: a page by its number, or those after the last one that was read. */
export async function findUnmatchedPayments(
  db: Database,
  filter: UnmatchedFilter,
  { limit, offset = 0, after }: { limit: number; offset?: number; after?: UnmatchedRow | undefined },
): Promise<UnmatchedRow[]> {
  const place = after ? sql`(p.seen_at, p.id) < (${after.seenAt}::timestamptz, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<UnmatchedRow>`
    select ${UNMATCHED} where ${conditionsOf(filter)} and ${place}
    order by p.seen_at desc, p.id desc limit ${limit} offset ${offset}`.execute(db)
  return rows
}

const STATUSES: UnmatchedStatus[] = ['open', 'sending', 'attached', 'returned']

/** Of each status, up to `max`. */
export async function countsOfUnmatched(
  db: Database,
  filter: Omit<UnmatchedFilter, 'status'>,
  max: number,
): Promise<Record<UnmatchedStatus, number>> {
  const counts = await Promise.all(STATUSES.map((status) => countUnmatchedPayments(db, { ...filter, status }, max)))
  return Object.fromEntries(STATUSES.map((status, at) => [status, counts[at]!])) as Record<UnmatchedStatus, number>
}

/** Counts up to `max`. */
export async function countUnmatchedPayments(db: Database, filter: UnmatchedFilter, max: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from unmatched_payments p where ${conditionsOf(filter)} limit ${max}) as bounded`.execute(db)
  return rows[0]!.count
}

export async function findUnmatchedPayment(db: Database, id: string): Promise<UnmatchedRow | undefined> {
  const { rows } = await sql<UnmatchedRow>`select ${UNMATCHED} where p.id = ${id}::uuid`.execute(db)
  return rows[0]
}

export type UnmatchedDecision = {
  status: UnmatchedStatus
  now: Date
  orderId?: string
  quoteId?: number
  staffId?: number
  note?: string | undefined
  bankReference?: string
  failureReason?: string | null
}

/** Changes the status; false when it is not one of `from`, so that two people cannot decide differently. */
export async function settleUnmatchedPayment(
  db: Database,
  id: string,
  from: UnmatchedStatus[],
  { status, now, orderId, quoteId, staffId, note, bankReference, failureReason = null }: UnmatchedDecision,
): Promise<boolean> {
  const result = await db
    .updateTable('unmatched_payments')
    .set({ status, decided_at: now, failure_reason: failureReason })
    .$if(orderId !== undefined, (update) => update.set({ order_id: orderId! }))
    .$if(quoteId !== undefined, (update) => update.set({ quote_id: quoteId! }))
    .$if(staffId !== undefined, (update) => update.set({ decided_by: staffId! }))
    .$if(note !== undefined, (update) => update.set({ note: note! }))
    .$if(bankReference !== undefined, (update) => update.set({ bank_reference: bankReference!, by_hand: true }))
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The payment that the provider now reports as fully refunded; undefined when it was known to be. */
export async function returnUnmatchedPayment(
  db: Database,
  provider: string,
  reference: string,
  now: Date,
): Promise<string | undefined> {
  const returned = await db
    .updateTable('unmatched_payments')
    .set({ status: 'returned', decided_at: now, failure_reason: null })
    .where('provider', '=', provider)
    .where('provider_reference', '=', reference)
    .where('status', 'in', ['open', 'sending'])
    .returning('id')
    .executeTakeFirst()
  return returned?.id
}
