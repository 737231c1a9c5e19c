/** Second factors and the sign-ins that wait for one. */
import type { Database } from '../../platform/database.server.ts'

/** The second factors of an account. */
export async function findSecondFactors(db: Database, userId: number) {
  return db
    .selectFrom('users')
    .select((from) => [
      'phone',
      'two_factor_at',
      'phone_verified_at',
      from
        .exists(
          from
            .selectFrom('authenticators')
            .select('user_id')
            .whereRef('user_id', '=', 'users.id')
            .where('confirmed_at', 'is not', null),
        )
        .as('has_authenticator'),
      from
        .selectFrom('backup_codes')
        .select(({ fn }) => fn.countAll<number>().as('left'))
        .whereRef('user_id', '=', 'users.id')
        .where('used_at', 'is', null)
        .as('backup_codes_left'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

export type NewChallenge = { hash: Buffer; userId: number; returnTo: string | null; now: Date; expiresAt: Date }

export async function insertChallenge(db: Database, challenge: NewChallenge): Promise<void> {
  await db
    .insertInto('sign_in_challenges')
    .values({
      token_hash: challenge.hash,
      user_id: challenge.userId,
      return_to: challenge.returnTo,
      created_at: challenge.now,
      expires_at: challenge.expiresAt,
    })
    .execute()
}

export async function deleteOldChallenges(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('expires_at', '<', before).execute()
}
