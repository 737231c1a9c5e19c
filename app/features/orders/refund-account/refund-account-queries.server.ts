import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.server.ts'

export async function saveRefundAccount(
  db: Database,
  account: { orderId: string; sealed: Buffer; ibanEnd: string; givenAt: Date },
): Promise<void> {
  const facts = { sealed: account.sealed, iban_end: account.ibanEnd, given_at: account.givenAt }
  await db
    .insertInto('refund_accounts')
    .values({ order_id: account.orderId, ...facts })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(facts))
    .execute()
}

export function findRefundAccount(db: Database, orderId: string) {
  return db
    .selectFrom('refund_accounts')
    .select(['sealed', 'given_at as givenAt'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
}

/** The accounts that a person gave, the oldest first. */
export function refundAccountsBy(db: Database, userId: number) {
  return db
    .selectFrom('refund_accounts')
    .innerJoin('orders', 'orders.id', 'refund_accounts.order_id')
    .select([
      'orders.id as orderId',
      'orders.reference',
      'refund_accounts.sealed',
      'refund_accounts.given_at as givenAt',
    ])
    .where('orders.user_id', '=', userId)
    .orderBy('refund_accounts.given_at')
    .execute()
}

export function allRefundAccounts(db: Database) {
  return db.selectFrom('refund_accounts').select(['order_id as orderId', 'sealed']).execute()
}

/** Replaces an account by the same one, encrypted anew; false when it was changed meanwhile. */
export async function replaceSealed(db: Database, orderId: string, before: Buffer, sealed: Buffer): Promise<boolean> {
  const replaced = await db
    .updateTable('refund_accounts')
    .set({ sealed })
    .where('order_id', '=', orderId)
    .where('sealed', '=', before)
    .executeTakeFirst()
  return replaced.numUpdatedRows > 0n
}

/** Deletes accounts that no refund needs any more since `before`. */
export async function deleteRefundAccounts(db: Database, before: Date): Promise<void> {
  await sql`delete from refund_accounts t where t.given_at < ${before} and not exists (
    select from refunds r where r.order_id = t.order_id
      and (r.status in ('requested', 'sending', 'unclear', 'refused') or coalesce(r.done_at, r.decided_at) >= ${before}))`.execute(
    db,
  )
}
