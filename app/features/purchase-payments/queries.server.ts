/** Card payments of companies for their purchases: each is a page of the payment provider. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'

export type AttemptStatus = 'created' | 'paid' | 'failed' | 'abandoned'

export type PurchaseAttempt = {
  id: string
  quoteId: number
  provider: string
  reference: string | null
  paymentUrl: string | null
  amountHalalas: number
  status: AttemptStatus
  failureReason: string | null
  paidHalalas: number | null
  refundedHalalas: number
  /** What its bank took back: chargebacks that were lost. */
  lostHalalas: number
  expiresAt: Date
  createdAt: Date
  /** Its money is the purchase's; other money waits to be sent back whole. */
  isBooked: boolean
}

/** What banks took back of the attempt `a`. */
export const LOST = sql`select coalesce(sum(d.amount_halalas), 0) from chargebacks d
  where d.purchase_attempt_id = a.id and d.status = 'lost'`

const ATTEMPT = sql`a.id, a.quote_id as "quoteId", a.provider, a.provider_reference as reference,
  a.payment_url as "paymentUrl", a.amount_halalas as "amountHalalas", a.status, a.failure_reason as "failureReason",
  a.paid_halalas as "paidHalalas", a.refunded_halalas as "refundedHalalas", (${LOST})::int as "lostHalalas",
  a.expires_at as "expiresAt", a.created_at as "createdAt", exists (select from company_payments p
    where p.attempt_id = a.id and p.kind = 'received') as "isBooked" from purchase_attempts a`

export async function attemptByReference(
  db: Database,
  provider: string,
  reference: string,
): Promise<PurchaseAttempt | undefined> {
  const { rows } = await sql<PurchaseAttempt>`
    select ${ATTEMPT} where a.provider = ${provider} and a.provider_reference = ${reference}`.execute(db)
  return rows[0]
}

export async function attemptById(db: Database, id: string): Promise<PurchaseAttempt | undefined> {
  const { rows } = await sql<PurchaseAttempt>`select ${ATTEMPT} where a.id = ${id}::uuid`.execute(db)
  return rows[0]
}

/** All of a purchase, the newest first. */
export async function attemptsOf(db: Database, quoteId: number): Promise<PurchaseAttempt[]> {
  const { rows } = await sql<PurchaseAttempt>`
    select ${ATTEMPT} where a.quote_id = ${quoteId} order by a.created_at desc, a.id`.execute(db)
  return rows
}

export type NewAttempt = {
  id: string
  quoteId: number
  provider: string
  reference?: string
  amountHalalas: number
  expiresAt: Date
  now: Date
}

export async function insertAttempt(db: Database, attempt: NewAttempt): Promise<void> {
  await db
    .insertInto('purchase_attempts')
    .values({
      ...{ id: attempt.id, quote_id: attempt.quoteId, provider: attempt.provider },
      ...{ provider_reference: attempt.reference ?? null, amount_halalas: attempt.amountHalalas },
      ...{ expires_at: attempt.expiresAt, created_at: attempt.now, updated_at: attempt.now },
    })
    .execute()
}

/** False when the attempt has another page already: somebody may be paying there. */
export async function saveReference(
  db: Database,
  id: string,
  { reference, paymentUrl, now }: { reference: string; paymentUrl: string | null; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update purchase_attempts set provider_reference = ${reference}, payment_url = coalesce(${paymentUrl}, payment_url),
      updated_at = ${now}
    where id = ${id}::uuid and (provider_reference is null or provider_reference = ${reference})`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** False when it was ended or paid before: a repeated report has no effect. */
export async function endAttempt(
  tx: Tx,
  id: string,
  { to, failureReason, now }: { to: 'failed' | 'abandoned'; failureReason: string | null; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update purchase_attempts set status = ${to}, failure_reason = ${failureReason}, updated_at = ${now}
    where id = ${id}::uuid and status = 'created'`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** False when it was recorded before. A payment may arrive on an attempt that was given up. */
export async function recordPaid(
  tx: Tx,
  id: string,
  { amountHalalas, currency, now }: { amountHalalas: number; currency: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update purchase_attempts set status = 'paid', failure_reason = null, paid_halalas = ${amountHalalas},
      paid_currency = ${currency}, updated_at = ${now}
    where id = ${id}::uuid and status <> 'paid'`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** Raises what the provider has sent back of a payment; false when nothing is new. */
export async function recordRefunded(tx: Tx, id: string, refundedHalalas: number, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update purchase_attempts set refunded_halalas = ${refundedHalalas}::int, updated_at = ${now}
    where id = ${id}::uuid and status = 'paid' and refunded_halalas < ${refundedHalalas}::int`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

export async function isBooked(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from company_payments where attempt_id = ${id}::uuid and kind = 'received'`.execute(
    tx,
  )
  return rows.length > 0
}

/**
 * What the provider has sent back of a purchase's booked payments and no entry tells of yet, by its own or by staff. What
 * a bank took back is none of its refunds.
 */
export async function unbookedRefund(tx: Tx, quoteId: number): Promise<number> {
  const { rows } = await sql<{ halalas: number }>`select (
      select coalesce(sum(a.refunded_halalas), 0) from purchase_attempts a where a.quote_id = ${quoteId}
        and exists (select from company_payments p where p.attempt_id = a.id and p.kind = 'received')
    )::float8 - (
      select coalesce(sum(amount_halalas), 0) from company_payments
      where quote_id = ${quoteId} and kind = 'returned' and method = 'card'
        and not exists (select from chargebacks d where d.company_payment_id = company_payments.id))::float8 as halalas`.execute(
    tx,
  )
  return rows[0]!.halalas
}

/** Claims the open attempts of a purchase about which the provider was not asked since. */
export async function claimOfPurchase(
  db: Database,
  quoteId: number,
  { now, before }: { now: Date; before: Date },
): Promise<PurchaseAttempt[]> {
  const { rows } = await sql<PurchaseAttempt>`
    with claimed as (update purchase_attempts set asked_at = ${now} where quote_id = ${quoteId} and status = 'created'
      and provider_reference is not null and (asked_at is null or asked_at <= ${before}) returning id)
    select ${ATTEMPT} where a.id in (select id from claimed)`.execute(db)
  return rows
}

/** Claims up to `count` open attempts of a provider that are to be asked about, the longest waiting first. */
export async function claimOpen(
  db: Database,
  provider: string,
  { now, before, count }: { now: Date; before: Date; count: number },
): Promise<PurchaseAttempt[]> {
  const { rows } = await sql<PurchaseAttempt>`
    with due as (select id from purchase_attempts where status = 'created' and provider = ${provider}
        and provider_reference is not null and (asked_at is null or asked_at <= ${before})
      order by asked_at nulls first limit ${count} for update skip locked),
    claimed as (update purchase_attempts t set asked_at = ${now} from due where t.id = due.id returning t.id)
    select ${ATTEMPT} where a.id in (select id from claimed)`.execute(db)
  return rows
}

/** Gives up pages that nobody used; a report of the provider can still pay them. */
export async function abandonOld(db: Database, createdBefore: Date, now: Date): Promise<void> {
  await sql`update purchase_attempts set status = 'abandoned', updated_at = ${now}
    where status = 'created' and created_at < ${createdBefore}`.execute(db)
}
