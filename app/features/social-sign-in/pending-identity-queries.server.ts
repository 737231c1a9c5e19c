/** Pending identities: people whom a provider identified and who have no account yet. */
import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { USER_COLUMNS } from '../sessions/user-queries.server.ts'

export type NewPendingIdentity = {
  hash: Buffer
  provider: string
  issuer: string
  subject: string
  email: string | null
  emailVerified: boolean
  firstName: string
  lastName: string
  returnTo: string | null
  now: Date
  expiresAt: Date
}

export async function insertPendingIdentity(db: Database, pending: NewPendingIdentity): Promise<void> {
  await db
    .insertInto('external_tickets')
    .values({
      token_hash: pending.hash,
      provider: pending.provider,
      issuer: pending.issuer,
      subject: pending.subject,
      email: pending.email,
      email_verified: pending.emailVerified,
      first_name: pending.firstName,
      last_name: pending.lastName,
      return_to: pending.returnTo,
      created_at: pending.now,
      expires_at: pending.expiresAt,
    })
    .execute()
}

/** @param usedAfter one that was used after this is still found: the same form may be submitted twice */
export function findPendingIdentity(db: Database, hash: Buffer, now: Date, usedAfter: Date) {
  return db
    .selectFrom('external_tickets')
    .select([
      'token_hash as hash',
      'provider',
      'issuer',
      'subject',
      'email',
      'email_verified as emailVerified',
      'first_name as firstName',
      'last_name as lastName',
      'user_id as userId',
      'return_to as returnTo',
      'used_at as usedAt',
    ])
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .where((row) => row.or([row('used_at', 'is', null), row('used_at', '>', usedAfter)]))
    .executeTakeFirst()
}
export type PendingIdentity = NonNullable<Awaited<ReturnType<typeof findPendingIdentity>>>

/** Whether this call was the one that used up the pending identity. */
export async function takePendingIdentity(tx: Tx, hash: Buffer, now: Date): Promise<boolean> {
  const taken = await tx
    .updateTable('external_tickets')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('provider')
    .executeTakeFirst()
  return Boolean(taken)
}

/** The person has read the mail of the address. @param userId the account of the address, if it has one */
export async function markEmailVerified(tx: Tx, hash: Buffer, email: string, userId: number | null): Promise<void> {
  await tx
    .updateTable('external_tickets')
    .set({ email, email_verified: true, user_id: userId })
    .where('token_hash', '=', hash)
    .execute()
}

/** The account of an address, in any state. */
export function findOwnerOf(db: Database, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'status', sql<boolean>`password_hash is not null`.as('hasPassword')])
    .where('email', '=', email)
    .executeTakeFirst()
}

export function findOpenAccount(db: Database, userId: number) {
  return db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst()
}

export type NewAccount = {
  email: string
  firstName: string
  lastName: string
  phone: string
  lang: string
  now: Date
}

/** An account without a password; undefined when the address got one in the meantime. */
export function createAccountWithoutPassword(tx: Tx, account: NewAccount) {
  return tx
    .insertInto('users')
    .values({
      email: account.email,
      first_name: account.firstName,
      last_name: account.lastName,
      user_name: `${account.firstName} ${account.lastName}`,
      phone: account.phone,
      lang: account.lang,
      terms_accepted_at: account.now,
      created_at: account.now,
      activated_at: account.now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(USER_COLUMNS)
    .executeTakeFirst()
}

/** Deletes the address' pending sign-ups: they were typed by someone who had not read its mail. */
export async function deleteRegistrations(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('registrations').where('email', '=', email).execute()
}

export async function deleteOldPendingIdentities(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('external_tickets').where('expires_at', '<', now).execute()
}
