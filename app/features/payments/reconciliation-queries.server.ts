/** Until when the provider's payments were compared with ours. */
import type { Database } from '../../platform/database/database.server.ts'

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
