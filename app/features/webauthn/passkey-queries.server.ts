/** Passkeys and their challenges. */
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'
import { USER_COLUMNS } from '../sessions/user-queries.server.ts'

export type ChallengePurpose = 'register' | 'sign-in' | 'prove'

export async function insertPasskeyChallenge(
  db: Database,
  challenge: { hash: Buffer; purpose: ChallengePurpose; userId: number | null; now: Date; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: challenge.hash,
      purpose: challenge.purpose,
      user_id: challenge.userId,
      created_at: challenge.now,
      expires_at: challenge.expiresAt,
    })
    .execute()
}

/** Uses up a challenge; false when it is unknown, used, expired, or of another purpose or user. */
export async function takePasskeyChallenge(
  db: Database,
  hash: Buffer,
  purpose: ChallengePurpose,
  userId: number | null,
  now: Date,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where(sql<boolean>`user_id is not distinct from ${userId}`)
    .where('expires_at', '>', now)
    .returning('purpose')
    .executeTakeFirst()
  return Boolean(taken)
}

export async function deleteOldPasskeyChallenges(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute()
}

export function passkeysOf(db: Database, userId: number) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'transports', 'backed_up', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
}

/** A passkey with its account, if that is active. */
export function findPasskey(db: Database, id: string) {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select([...USER_COLUMNS, 'passkeys.id as passkey_id', 'passkeys.public_key', 'passkeys.counter'])
    .where('passkeys.id', '=', id)
    .where('users.status', '=', 'active')
    .executeTakeFirst()
}

/**
 * Stores the counter of a use; false when it is not greater than the stored one. Passkeys that are synchronised between
 * devices do not count: their counter stays 0.
 */
export async function countUse(
  db: Database,
  id: string,
  use: { counter: number; isSynced: boolean; now: Date },
): Promise<boolean> {
  const counted = await db
    .updateTable('passkeys')
    .set({ counter: use.counter, backed_up: use.isSynced, last_used_at: use.now })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${use.counter} or (counter = 0 and ${use.counter}::bigint = 0))`)
    .returning('id')
    .executeTakeFirst()
  return Boolean(counted)
}

export type NewPasskey = {
  id: string
  userId: number
  publicKey: Buffer
  counter: number
  transports: string[]
  isSynced: boolean
  name: string
  now: Date
}

/** False when the passkey is registered already, for any account. */
export async function insertPasskey(db: Database, passkey: NewPasskey): Promise<boolean> {
  const inserted = await db
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      user_id: passkey.userId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      backed_up: passkey.isSynced,
      name: passkey.name,
      created_at: passkey.now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return Boolean(inserted)
}

export async function renameOwnPasskey(db: Database, userId: number, id: string, name: string): Promise<boolean> {
  const renamed = await db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return Boolean(renamed)
}

export async function deleteOwnPasskey(db: Database, userId: number, id: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return Boolean(deleted)
}
