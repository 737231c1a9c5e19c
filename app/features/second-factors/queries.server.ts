/** Second factors and the sign-ins that wait for one. */
import type { Database, Tx } from '../../platform/database.server.ts'
import { USER_COLUMNS } from '../sessions/user-queries.server.ts'

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

/** A sign-in that still waits for its second step, with the account, and whether it was signed in on this device before. */
export function findChallenge(db: Database, hash: Buffer, deviceHash: Buffer | undefined, now: Date) {
  return db
    .selectFrom('sign_in_challenges as challenge')
    .innerJoin('users', 'users.id', 'challenge.user_id')
    .select([...USER_COLUMNS, 'challenge.return_to'])
    .select((from) =>
      from
        .exists(
          from
            .selectFrom('sessions')
            .select('sessions.id')
            .whereRef('sessions.user_id', '=', 'users.id')
            .where('sessions.device_hash', '=', deviceHash ?? Buffer.alloc(0)),
        )
        .as('knows_device'),
    )
    .where('challenge.token_hash', '=', hash)
    .where('challenge.ended_at', 'is', null)
    .where('challenge.expires_at', '>', now)
    .where('users.status', '=', 'active')
    .executeTakeFirst()
}

/**
 * Uses up one try; false when none is left. One statement, so that guesses sent at once share the same few tries.
 */
export async function tryChallenge(db: Database, hash: Buffer, maxTries: number, now: Date): Promise<boolean> {
  const tried = await db
    .updateTable('sign_in_challenges')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('token_hash', '=', hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .returning('user_id')
    .executeTakeFirst()
  return Boolean(tried)
}

/** Whether this call was the one that ended it. */
export async function endChallenge(db: Database, hash: Buffer, now: Date): Promise<boolean> {
  const ended = await db
    .updateTable('sign_in_challenges')
    .set({ ended_at: now })
    .where('token_hash', '=', hash)
    .where('ended_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return Boolean(ended)
}

/** Since when an SMS code is asked for; null for no longer. False when that was so before. */
export async function setTwoFactor(db: Database, userId: number, at: Date | null): Promise<boolean> {
  const changed = await db
    .updateTable('users')
    .set({ two_factor_at: at })
    .where('id', '=', userId)
    .where('two_factor_at', at ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return Boolean(changed)
}

export async function setVerifiedPhone(db: Database, userId: number, phone: string, now: Date): Promise<void> {
  await db.updateTable('users').set({ phone, phone_verified_at: now }).where('id', '=', userId).execute()
}

/** Whoever changes the second factors of an account waits until this transaction ends. */
export async function lockAccount(tx: Tx, userId: number): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
}

export async function replaceBackupCodes(tx: Tx, userId: number, hashes: Buffer[], now: Date): Promise<void> {
  await deleteBackupCodes(tx, userId)
  await tx
    .insertInto('backup_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: now })))
    .execute()
}

export async function deleteBackupCodes(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('backup_codes').where('user_id', '=', userId).execute()
}

/** The conditional update decides which of many callers has it. */
export async function takeBackupCode(db: Database, userId: number, hash: Buffer, now: Date): Promise<boolean> {
  const taken = await db
    .updateTable('backup_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return Boolean(taken)
}

/** A secret that counts once a code confirms it; one that was never confirmed gives way. False when one counts already. */
export async function insertAuthenticator(db: Database, userId: number, secret: Buffer, now: Date): Promise<boolean> {
  const inserted = await db
    .insertInto('authenticators')
    .values({ user_id: userId, secret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, created_at: now, last_step: 0 })
        .where('authenticators.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return Boolean(inserted)
}

/** @param confirmed whether it counts, or still waits for its first code */
export function findAuthenticator(db: Database, userId: number, confirmed: boolean) {
  return db
    .selectFrom('authenticators')
    .select(['secret', 'created_at'])
    .where('user_id', '=', userId)
    .where('confirmed_at', confirmed ? 'is not' : 'is', null)
    .executeTakeFirst()
}

/** Uses a time step up; false when it, or a later one, was accepted before. */
export async function takeStep(db: Database, userId: number, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('authenticators')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', String(step))
    .returning('user_id')
    .executeTakeFirst()
  return Boolean(taken)
}

/** @param secret the one that the code was of: another may have been begun since */
export async function confirmAuthenticator(db: Database, userId: number, secret: Buffer, now: Date): Promise<boolean> {
  const confirmed = await db
    .updateTable('authenticators')
    .set({ confirmed_at: now })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return Boolean(confirmed)
}

/** Whether there was one that counted. */
export async function deleteAuthenticator(db: Database, userId: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('authenticators')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return Boolean(deleted?.confirmed_at)
}
