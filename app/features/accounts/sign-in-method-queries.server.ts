/** How many sign-in methods an account has, so that the last one is never removed. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/database.server.ts'

/**
 * The password, passkeys and linked identities together. Until the transaction ends nobody else counts: of two that are
 * taken away at once, the second sees what the first has left.
 * @param providers those that are set up: an identity of any other leads nowhere
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
