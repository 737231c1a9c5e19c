/** Until when the provider's payments were compared with ours, and which of them belong to no order. */
import type { Database } from '../../platform/database.server.ts'

/** Undefined before the first comparison. */
export async function lastComparedAt(db: Database, provider: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('payment_comparisons')
    .select('compared_to')
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.compared_to
}

export async function saveComparedAt(db: Database, provider: string, to: Date): Promise<void> {
  await db
    .insertInto('payment_comparisons')
    .values({ provider, compared_to: to })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ compared_to: to }))
    .execute()
}

export type UnmatchedPayment = {
  provider: string
  reference: string
  amountHalalas: number
  currency: string
  now: Date
}

/** False when it was recorded before. */
export async function recordUnmatchedPayment(db: Database, unmatched: UnmatchedPayment): Promise<boolean> {
  const inserted = await db
    .insertInto('stray_payments')
    .values({
      provider: unmatched.provider,
      provider_reference: unmatched.reference,
      amount_halalas: unmatched.amountHalalas,
      currency: unmatched.currency,
      seen_at: unmatched.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('provider')
    .executeTakeFirst()
  return inserted !== undefined
}
