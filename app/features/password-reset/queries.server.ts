/** Password resets: the rights to set a new password. */
import type { Database, Tx } from '../../platform/database/database.server.ts'

/** The account of an address, active or not. */
export function findOwner(db: Database, email: string) {
  return db.selectFrom('users').select(['id', 'status']).where('email', '=', email).executeTakeFirst()
}

/** Whether a code was sent to the address for this request. */
export async function hasCode(db: Database, email: string, requestHash: Buffer): Promise<boolean> {
  const code = await db
    .selectFrom('codes')
    .select('id')
    .where('purpose', '=', 'reset')
    .where('address', '=', email)
    .where('request_hash', '=', requestHash)
    .limit(1)
    .executeTakeFirst()
  return Boolean(code)
}

/** Whether the account of the address was signed in on this device before. */
export async function knowsDevice(db: Database, email: string, deviceHash: Buffer): Promise<boolean> {
  const known = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('users.email', '=', email)
    .where('sessions.device_hash', '=', deviceHash)
    .limit(1)
    .executeTakeFirst()
  return Boolean(known)
}

export type NewReset = { hash: Buffer; userId: number; now: Date; expiresAt: Date }

export async function insertReset(db: Database, reset: NewReset): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({ token_hash: reset.hash, user_id: reset.userId, created_at: reset.now, expires_at: reset.expiresAt })
    .execute()
}

/** Uses up a reset, and with it all others of its account; undefined when it has expired or was used. */
export async function takeReset(tx: Tx, hash: Buffer, now: Date): Promise<number | undefined> {
  const taken = await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  if (!taken) return undefined
  await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', taken.user_id)
    .where('used_at', 'is', null)
    .execute()
  return taken.user_id
}

/** Sets the password of an active account. @returns where to mail the notice, and in which language */
export function resetPasswordOf(db: Database, userId: number, passwordHash: string) {
  return db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .returning(['email', 'lang'])
    .executeTakeFirst()
}

/** The hash of the password that a reset has set after `usedAfter`. */
export async function passwordSetBy(db: Database, hash: Buffer, usedAfter: Date): Promise<string | undefined> {
  const set = await db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select('users.password_hash')
    .where('password_resets.token_hash', '=', hash)
    .where('password_resets.used_at', '>', usedAfter)
    .where('users.status', '=', 'active')
    .executeTakeFirst()
  return set?.password_hash ?? undefined
}

/** Ends sign-ins that began with the former password, and deletes pending sign-ups of the address. */
export async function cancelStartedFlows(tx: Tx, userId: number, email: string, now: Date): Promise<void> {
  await tx
    .updateTable('sign_in_challenges')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
  await tx.deleteFrom('registrations').where('email', '=', email).where('opened_at', 'is', null).execute()
}

export async function deleteOldResets(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<', before).execute()
}
