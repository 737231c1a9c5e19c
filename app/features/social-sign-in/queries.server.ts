/** Sign-in attempts at providers, and the identities that are linked to accounts. */
import type { Database } from '../../platform/database/database.server.ts'
import { USER_COLUMNS } from '../sessions/user-queries.server.ts'

export type NewSignInAttempt = {
  stateHash: Buffer
  provider: string
  nonce: string
  codeVerifier: string
  browserHash: Buffer
  userId: number | null
  returnTo: string | null
  lang: string
  now: Date
  expiresAt: Date
}

export async function insertSignInAttempt(db: Database, attempt: NewSignInAttempt): Promise<void> {
  await db
    .insertInto('external_visits')
    .values({
      state_hash: attempt.stateHash,
      provider: attempt.provider,
      nonce: attempt.nonce,
      code_verifier: attempt.codeVerifier,
      browser_hash: attempt.browserHash,
      user_id: attempt.userId,
      return_to: attempt.returnTo,
      lang: attempt.lang,
      created_at: attempt.now,
      expires_at: attempt.expiresAt,
    })
    .execute()
}

/** Stores a posted response until the request with our cookies follows. False when there is no attempt without one. */
export async function saveAnswer(
  db: Database,
  stateHash: Buffer,
  provider: string,
  answer: string,
  now: Date,
): Promise<boolean> {
  const saved = await db
    .updateTable('external_visits')
    .set({ answer })
    .where('state_hash', '=', stateHash)
    .where('provider', '=', provider)
    .where('answer', 'is', null)
    .where('expires_at', '>', now)
    .returning('provider')
    .executeTakeFirst()
  return Boolean(saved)
}

/** Uses up an attempt. It can be finished once, and only in the browser that started it. */
export function takeSignInAttempt(db: Database, stateHash: Buffer, browserHash: Buffer, provider: string, now: Date) {
  return db
    .deleteFrom('external_visits')
    .where('state_hash', '=', stateHash)
    .where('browser_hash', '=', browserHash)
    .where('provider', '=', provider)
    .where('expires_at', '>', now)
    .returning(['nonce', 'code_verifier', 'user_id', 'return_to', 'lang', 'answer'])
    .executeTakeFirst()
}

/** The account of an identity, in any state. */
export function findIdentity(db: Database, issuer: string, subject: string) {
  return db
    .selectFrom('external_identities as identity')
    .innerJoin('users', 'users.id', 'identity.user_id')
    .select([...USER_COLUMNS, 'users.status'])
    .where('identity.issuer', '=', issuer)
    .where('identity.subject', '=', subject)
    .executeTakeFirst()
}

export async function markIdentityUsed(
  db: Database,
  issuer: string,
  subject: string,
  email: string | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable('external_identities')
    .set({ last_used_at: now, email })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

export type NewIdentity = {
  issuer: string
  subject: string
  userId: number
  provider: string
  email: string | null
  now: Date
  usedAt: Date | null
}

/** @returns `another` when the identity belongs to another account, which keeps it */
export async function insertIdentity(db: Database, identity: NewIdentity): Promise<'new' | 'known' | 'another'> {
  const inserted = await db
    .insertInto('external_identities')
    .values({
      issuer: identity.issuer,
      subject: identity.subject,
      user_id: identity.userId,
      provider: identity.provider,
      email: identity.email,
      linked_at: identity.now,
      last_used_at: identity.usedAt,
    })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return 'new'
  const owner = await findIdentity(db, identity.issuer, identity.subject)
  return owner?.id === identity.userId ? 'known' : 'another'
}

export function findConnections(db: Database, userId: number) {
  return db
    .selectFrom('external_identities')
    .select(['id', 'provider', 'email', 'linked_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .orderBy('id')
    .execute()
}

/** Unlinks an identity. @returns its provider */
export async function deleteConnection(db: Database, userId: number, id: number): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom('external_identities')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('provider')
    .executeTakeFirst()
  return deleted?.provider
}

export async function deleteOldSignInAttempts(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('external_visits').where('expires_at', '<', now).execute()
}
