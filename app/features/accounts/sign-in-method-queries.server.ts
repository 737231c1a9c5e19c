/** Counts the sign-in methods of an account, so that the last one is never removed. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.server.ts'

/**
 * The password, passkeys and linked identities together. The account's row stays locked until the transaction ends: of
 * two concurrent removals, the second counts what the first has left.
 * @param providers the configured providers: an identity of any other cannot sign in
 */
export async function countSignInMethods(tx: Tx, userId: number, providers: string[]): Promise<number> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from users where id = ${userId} and password_hash is not null)
      + (select count(*) from passkeys where user_id = ${userId})
      + (select count(*) from external_identities where user_id = ${userId} and provider = any (${providers}::text[]))
      as count`.execute(tx)
  return Number(rows[0]!.count)
}
