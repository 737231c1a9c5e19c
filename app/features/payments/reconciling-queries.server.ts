/** How far the provider's books were compared with ours, and what was found in them that is not ours. */
import type { Database } from '../../platform/database.server.ts'

/** Undefined before the first time. */
export async function comparedTo(db: Database, provider: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('payment_comparisons')
    .select('compared_to')
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.compared_to
}

export async function noteCompared(db: Database, provider: string, to: Date): Promise<void> {
  await db
    .insertInto('payment_comparisons')
    .values({ provider, compared_to: to })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ compared_to: to }))
    .execute()
}

export type Stray = { provider: string; reference: string; amountHalalas: number; currency: string; now: Date }

/** False when it was seen before. */
export async function noteStray(db: Database, stray: Stray): Promise<boolean> {
  const inserted = await db
    .insertInto('stray_payments')
    .values({
      provider: stray.provider,
      provider_reference: stray.reference,
      amount_halalas: stray.amountHalalas,
      currency: stray.currency,
      seen_at: stray.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('provider')
    .executeTakeFirst()
  return inserted !== undefined
}
