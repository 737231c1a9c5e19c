/** Rights to set a new password. */
import type { Database, Tx } from '../../platform/database.server.ts'

/** Whose address it is, open or not. */
export function findOwner(db: Database, email: string) {
  return db.selectFrom('users').select(['id', 'status']).where('email', '=', email).executeTakeFirst()
}

/** Whether the address' account was signed in on this device before. */
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

/** Uses a right up, and with it every other right of its account; undefined when it is over or was used. */
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

/** Sets the password of an open account, and gives back whom to tell. */
export function resetPasswordOf(db: Database, userId: number, passwordHash: string) {
  return db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .returning(['email', 'lang'])
    .executeTakeFirst()
}

/** The password that a right set lately; undefined when it set none. */
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

/** Sign-ins whose first step was done with the former password, and sign-ups that wait for the address. */
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
