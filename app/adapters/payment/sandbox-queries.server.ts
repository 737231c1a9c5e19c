/** The payments of the sandbox. Every transition is one conditional statement: a payment is paid once, however often somebody clicks. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database.server.ts'

export type SandboxStatus = 'initiated' | 'challenge' | 'paid' | 'failed' | 'abandoned' | 'refunded'

export type SandboxPayment = {
  id: string
  attemptId: string
  amountHalalas: number
  refundedHalalas: number
  /** Its bank sends nothing back. */
  refuses: boolean
  description: string
  lang: string
  returnUrl: string
  status: SandboxStatus
  failureReason: string | null
  /** The test card's name. */
  card: string | null
  cardLastFour: string | null
  /** Nobody is told sooner. */
  toldFrom: Date | null
  /** No card is taken from then on; what was begun before may end. */
  expiresAt: Date | null
  askedAt: Date | null
}

const COLUMNS = [
  'id',
  'attempt_id as attemptId',
  'amount_halalas as amountHalalas',
  'refunded_halalas as refundedHalalas',
  'refuses_refunds as refuses',
  'description',
  'lang',
  'return_url as returnUrl',
  'failure_reason as failureReason',
  'card',
  'card_last_four as cardLastFour',
  'told_from as toldFrom',
  'expires_at as expiresAt',
  'asked_at as askedAt',
  sql<SandboxStatus>`status`.as('status'),
] as const

export function findPayment(db: Database, id: string): Promise<SandboxPayment | undefined> {
  return db.selectFrom('sandbox_payments').select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** Every payment that changed since. */
export function listPayments(db: Database, since: Date): Promise<SandboxPayment[]> {
  return db.selectFrom('sandbox_payments').select(COLUMNS).where('updated_at', '>=', since).execute()
}

export type NewSandboxPayment = {
  id: string
  attemptId: string
  amountHalalas: number
  description: string
  lang: string
  returnUrl: string
  expiresAt: Date
  now: Date
}

/** The id of the attempt's payment: the one made before, when there is one, which then takes cards until `expiresAt`. */
export async function openPayment(db: Database, payment: NewSandboxPayment): Promise<string> {
  const { id } = await db
    .insertInto('sandbox_payments')
    .values({
      id: payment.id,
      attempt_id: payment.attemptId,
      amount_halalas: payment.amountHalalas,
      description: payment.description,
      lang: payment.lang,
      return_url: payment.returnUrl,
      status: 'initiated',
      expires_at: payment.expiresAt,
      created_at: payment.now,
      updated_at: payment.now,
    })
    .onConflict((conflict) =>
      conflict.column('attempt_id').doUpdateSet((row) => ({ expires_at: row.ref('excluded.expires_at') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type Transition = {
  from: SandboxStatus[]
  to: SandboxStatus
  now: Date
  card?: string
  cardLastFour?: string
  failureReason?: string
  toldFrom?: Date
  refusesRefunds?: boolean
}

/** False when the payment is not where it would have to come from. */
export async function transitionPayment(db: Database, id: string, transition: Transition): Promise<boolean> {
  const result = await db
    .updateTable('sandbox_payments')
    .set({
      status: transition.to,
      updated_at: transition.now,
      card: transition.card,
      card_last_four: transition.cardLastFour,
      failure_reason: transition.failureReason,
      told_from: transition.toldFrom,
      refuses_refunds: transition.refusesRefunds,
    })
    .where('id', '=', id)
    .where('status', 'in', transition.from)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Remembers the first time that the shop was told how the payment ended. */
export async function markPolled(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('sandbox_payments')
    .set({ asked_at: now })
    .where('id', '=', id)
    .where('asked_at', 'is', null)
    .execute()
}

/**
 * Brings what has gone back up to `inAll`; more than that stays as it is.
 * @returns how the money moved, or that it cannot: the payment was never paid, or is smaller than that
 */
export async function refundUpTo(
  db: Database,
  id: string,
  inAll: number,
  now: Date,
): Promise<'moved' | 'moved-before' | 'impossible'> {
  const { rows } = await sql<{ before: number }>`
    with before as (
      select id, refunded_halalas from sandbox_payments
      where id = ${id}::uuid and status in ('paid', 'refunded') and amount_halalas >= ${inAll}::int for update)
    update sandbox_payments p set refunded_halalas = greatest(p.refunded_halalas, ${inAll}::int), updated_at = ${now},
      status = case when greatest(p.refunded_halalas, ${inAll}::int) = p.amount_halalas then 'refunded' else p.status end
    from before where p.id = before.id returning before.refunded_halalas as before`.execute(db)
  if (!rows[0]) return 'impossible'
  return rows[0].before < inAll ? 'moved' : 'moved-before'
}
