/** Second factors, and the challenges of sign-ins that wait for one. */
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { USER_COLUMNS } from '../sessions/user-queries.server.ts'

/** The second factors of an account. */
export async function findSecondFactors(db: Database, userId: number) {
  return db
    .selectFrom('users')
    .select((from) => [
      'phone',
      'roles',
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

/** An open challenge with its account, and whether the account was signed in on this device before. */
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

/** Uses up one attempt; false when none is left. One statement, so that concurrent attempts share the same limit. */
export async function tryChallenge(db: Database, hash: Buffer, maxTries: number, now: Date): Promise<boolean> {
  const counted = await db
    .updateTable('sign_in_challenges')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('token_hash', '=', hash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .returning('user_id')
    .executeTakeFirst()
  return Boolean(counted)
}

/** Whether this call was the one that ended the challenge. */
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

/** Turns SMS codes on, or off with null. False when they were on or off already. */
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

/** Other changes to the account's second factors wait until this transaction ends. */
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

/** Uses up a backup code. The conditional update lets only one of several concurrent callers use it. */
export async function takeBackupCode(db: Database, userId: number, hashes: Buffer[], now: Date): Promise<boolean> {
  const taken = await db
    .updateTable('backup_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return Boolean(taken)
}

/** Stores a secret that becomes active once it is confirmed; replaces an unconfirmed one. False when one is active. */
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

/** @param confirmed whether to find the active secret, or the one that waits for its first code */
export function findAuthenticator(db: Database, userId: number, confirmed: boolean) {
  return db
    .selectFrom('authenticators')
    .select(['secret', 'created_at'])
    .where('user_id', '=', userId)
    .where('confirmed_at', confirmed ? 'is not' : 'is', null)
    .executeTakeFirst()
}

/** All stored secrets, confirmed or not. */
export function allAuthenticators(db: Database) {
  return db.selectFrom('authenticators').select(['user_id as userId', 'secret']).execute()
}

/** Replaces a secret by the same one, encrypted anew; false when it was changed meanwhile. */
export async function replaceSecret(db: Database, userId: number, before: Buffer, secret: Buffer): Promise<boolean> {
  const replaced = await db
    .updateTable('authenticators')
    .set({ secret })
    .where('user_id', '=', userId)
    .where('secret', '=', before)
    .executeTakeFirst()
  return replaced.numUpdatedRows > 0n
}

/** Uses up a time step; false when it, or a later one, was accepted before (RFC 6238 §5.2). */
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

/** @param secret the one that the code belongs to: the setup may have been restarted since */
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

/** Whether there was an active one. */
export async function deleteAuthenticator(db: Database, userId: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('authenticators')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return Boolean(deleted?.confirmed_at)
}
