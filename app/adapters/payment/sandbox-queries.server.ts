/** The payments of the sandbox. Every transition is one conditional statement, so repeated clicks have no effect. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'

export type SandboxStatus = 'initiated' | 'challenge' | 'paid' | 'failed' | 'abandoned' | 'refunded'

export type SandboxPayment = {
  id: string
  attemptId: string
  amountHalalas: number
  refundedHalalas: number
  /** The bank refuses refunds of this payment. */
  refuses: boolean
  description: string
  lang: string
  returnUrl: string
  status: SandboxStatus
  failureReason: string | null
  /** The test card's name. */
  card: string | null
  cardLastFour: string | null
  /** When the outcome becomes visible: the time of a delayed webhook. */
  toldFrom: Date | null
  /** No card is accepted from then on; a challenge that began before may still be answered. */
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

/** Every payment changed since. */
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

/** Creates the attempt's payment, or extends the existing one until `expiresAt`. @returns its id */
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

/** False when the payment's status is not one of `from`. */
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

/** Records the first time that the shop fetched the decided payment. */
export async function markPolled(db: Database, id: string, now: Date): Promise<void> {
  await db
    .updateTable('sandbox_payments')
    .set({ asked_at: now })
    .where('id', '=', id)
    .where('asked_at', 'is', null)
    .execute()
}

/**
 * Raises the refunded total to `inAll`; a higher total stays as it is.
 * @returns `impossible` when the payment was never paid or is smaller than that
 */
export async function refundUpTo(
  db: Database,
  id: string,
  inAll: number,
  now: Date,
): Promise<'refunded' | 'unchanged' | 'impossible'> {
  const { rows } = await sql<{ before: number }>`
    with before as (
      select id, refunded_halalas from sandbox_payments
      where id = ${id}::uuid and status in ('paid', 'refunded') and amount_halalas >= ${inAll}::int for update)
    update sandbox_payments p set refunded_halalas = greatest(p.refunded_halalas, ${inAll}::int), updated_at = ${now},
      status = case when greatest(p.refunded_halalas, ${inAll}::int) = p.amount_halalas then 'refunded' else p.status end
    from before where p.id = before.id returning before.refunded_halalas as before`.execute(db)
  if (!rows[0]) return 'impossible'
  return rows[0].before < inAll ? 'refunded' : 'unchanged'
}
