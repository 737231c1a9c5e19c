/** The sandbox's own books. Every move is one conditional statement: a payment is paid once, whoever clicks how often. */
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
  cardLastFour: string | null
  toldFrom: Date | null
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
  'card_last_four as cardLastFour',
  'told_from as toldFrom',
  'status',
] as const

export async function findPayment(db: Database, id: string): Promise<SandboxPayment | undefined> {
  const row = await db.selectFrom('sandbox_payments').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && { ...row, status: row.status as SandboxStatus }
}

export type NewSandboxPayment = {
  id: string
  attemptId: string
  amountHalalas: number
  description: string
  lang: string
  returnUrl: string
  now: Date
}

/** The id of the attempt's payment: the one made before, when there is one. */
export async function openPayment(db: Database, payment: NewSandboxPayment): Promise<string> {
  await db
    .insertInto('sandbox_payments')
    .values({
      id: payment.id,
      attempt_id: payment.attemptId,
      amount_halalas: payment.amountHalalas,
      description: payment.description,
      lang: payment.lang,
      return_url: payment.returnUrl,
      status: 'initiated',
      created_at: payment.now,
      updated_at: payment.now,
    })
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .execute()
  const { id } = await db
    .selectFrom('sandbox_payments')
    .select('id')
    .where('attempt_id', '=', payment.attemptId)
    .executeTakeFirstOrThrow()
  return id
}

export type Move = {
  from: SandboxStatus
  to: SandboxStatus
  now: Date
  cardLastFour?: string
  failureReason?: string
  toldFrom?: Date
}

/** False when the payment is not where it would have to come from. */
export async function movePayment(db: Database, id: string, move: Move): Promise<boolean> {
  const result = await db
    .updateTable('sandbox_payments')
    .set({
      status: move.to,
      updated_at: move.now,
      ...(move.cardLastFour === undefined ? {} : { card_last_four: move.cardLastFour }),
      ...(move.failureReason === undefined ? {} : { failure_reason: move.failureReason }),
      ...(move.toldFrom === undefined ? {} : { told_from: move.toldFrom }),
    })
    .where('id', '=', id)
    .where('status', '=', move.from)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Every payment that changed since. */
export async function listPayments(db: Database, since: Date): Promise<SandboxPayment[]> {
  const rows = await db.selectFrom('sandbox_payments').select(COLUMNS).where('updated_at', '>=', since).execute()
  return rows.map((row) => ({ ...row, status: row.status as SandboxStatus }))
}

/**
 * Brings what has gone back up to `inAll`; more than that stays as it is.
 * @returns false when the payment was never paid, or is smaller than that
 */
export async function sendBack(db: Database, id: string, inAll: number, now: Date): Promise<boolean> {
  const result = await sql`
    update sandbox_payments set refunded_halalas = greatest(refunded_halalas, ${inAll}::int), updated_at = ${now},
      status = case when greatest(refunded_halalas, ${inAll}::int) = amount_halalas then 'refunded' else status end
    where id = ${id}::uuid and status in ('paid', 'refunded') and amount_halalas >= ${inAll}::int`.execute(db)
  return Number(result.numAffectedRows ?? 0) > 0
}
