/** All SQL of the one-time codes. */
import { type ExpressionBuilder, sql } from 'kysely'
import type { DB } from '../../../db/types.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'

/** What a code belongs to. */
export type CodeOwner =
  /** A sign-up. Without a registration the code counts towards the limits of the address, and opens nothing. */
  | { purpose: 'activate'; address: string; registrationId?: string }
  /**
   * A password reset, and the request that it was sent for. Without a user the code counts towards the limits of the
   * address, and opens nothing.
   */
  | {
      purpose: 'reset'
      address: string
      userId?: number
      requestHash: Buffer | undefined
      knownDevice?: Buffer | undefined
    }
  /** An account, and for the second factor one of its started sign-ins. */
  | { purpose: 'phone' | 'two-factor' | 'prove'; userId: number; challengeHash?: Buffer }
  /** A person whom a provider identified and who has no account yet. */
  | { purpose: 'external'; pendingIdentityHash: Buffer }
export type CodePurpose = CodeOwner['purpose']
export type UserCodeOwner = Extract<CodeOwner, { purpose: 'phone' | 'two-factor' | 'prove' }>

type Row = ExpressionBuilder<DB, 'codes'>

/** Other requests for a code of the same address wait until this transaction ends. */
export async function lockAddress(tx: Tx, purpose: CodePurpose, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`codes:${purpose}:${address}`}, 0))`.execute(tx)
}

/** The codes of the address that were issued after `since`, the newest first. */
export function recentCodes(db: Database, purpose: CodePurpose, address: string, since: Date) {
  return db
    .selectFrom('codes')
    .select(['created_at', 'request_hash', 'requester_hash', 'by_known_device'])
    .where('purpose', '=', purpose)
    .where('address', '=', address)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .execute()
}

/** Who asks for a code: a device on which the account's owner signed in before, or else a network. */
export type Requester = { hash: Buffer; isKnownDevice: boolean }

export type NewCode = { address: string; hash: Buffer; now: Date; expiresAt: Date; requester: Requester }

/** Stores a code and ends the owner's earlier one. */
export async function insertCode(db: Database, owner: CodeOwner, code: NewCode): Promise<void> {
  await db
    .updateTable('codes')
    .set({ ended_at: code.now })
    .where('purpose', '=', owner.purpose)
    .where((row) => isOwnedBy(row, owner))
    .where('ended_at', 'is', null)
    .execute()
  await db
    .insertInto('codes')
    .values({
      purpose: owner.purpose,
      address: code.address,
      registration_id: owner.purpose === 'activate' ? owner.registrationId : null,
      user_id: 'userId' in owner ? owner.userId : null,
      challenge_hash: 'challengeHash' in owner ? owner.challengeHash : null,
      request_hash: 'requestHash' in owner ? owner.requestHash : null,
      ticket_hash: owner.purpose === 'external' ? owner.pendingIdentityHash : null,
      code_hash: code.hash,
      requester_hash: code.requester.hash,
      by_known_device: code.requester.isKnownDevice,
      created_at: code.now,
      expires_at: code.expiresAt,
    })
    .execute()
}

/** False for every row where the owner is unknown: SQL's `= null` is never true. */
function isOwnedBy(row: Row, owner: CodeOwner) {
  switch (owner.purpose) {
    case 'activate':
      return row('registration_id', '=', owner.registrationId ?? null)
    case 'external':
      return row('ticket_hash', '=', owner.pendingIdentityHash)
    case 'reset':
      return row.and([row('address', '=', owner.address), row('request_hash', '=', owner.requestHash ?? null)])
    default:
      return row('user_id', '=', owner.userId ?? null)
  }
}

/**
 * Counts an attempt at the owner's newest code; undefined when it is over or its attempts are used up. One statement,
 * so that concurrent attempts share the same limit. Attempts of others than the requester have a limit of their own.
 * @param endedAfter a code that was ended after this may be attempted again
 */
export function countAttempt(
  db: Database,
  owner: CodeOwner,
  maxAttempts: number,
  now: Date,
  endedAfter: Date | undefined,
) {
  const tries = isByRequester(owner) ? 'tries' : 'other_tries'
  const newest = db
    .selectFrom('codes')
    .select('id')
    .where('purpose', '=', owner.purpose)
    .where((row) => isCandidate(row, owner))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
  return db
    .updateTable('codes')
    .set((row) => ({ [tries]: row(tries, '+', 1) }))
    .where('id', '=', newest)
    .where((row) => row.or([row('ended_at', 'is', null), row('ended_at', '>', endedAfter ?? null)]))
    .where('expires_at', '>', now)
    .where(tries, '<', maxAttempts)
    .returning(['id', 'address', 'code_hash', 'registration_id', 'user_id'])
    .executeTakeFirst()
}

/** Codes for an account are typed by its owner alone; those of sign-ups and resets by anybody who knows the address. */
function isByRequester(owner: CodeOwner): boolean {
  if (owner.purpose === 'reset') return owner.requestHash !== undefined
  return owner.purpose !== 'activate' || owner.registrationId !== undefined
}

/**
 * The codes of which the newest counts. One that has ended is among them where it was sent to an address: it has
 * replaced the earlier ones.
 */
function isCandidate(row: Row, owner: CodeOwner) {
  const isLive = row('ended_at', 'is', null)
  switch (owner.purpose) {
    case 'reset':
      return owner.requestHash === undefined ? row('address', '=', owner.address) : isOwnedBy(row, owner)
    case 'activate':
      return row.and([
        row('address', '=', owner.address),
        owner.registrationId === undefined ? isLive : isOwnedBy(row, owner),
      ])
    case 'external':
      return row.and([isOwnedBy(row, owner), isLive])
    default:
      return row.and([
        isOwnedBy(row, owner),
        isLive,
        ...(owner.challengeHash ? [row('challenge_hash', '=', owner.challengeHash)] : []),
      ])
  }
}

/** Whether this call was the one that ended the code. */
export async function endCode(db: Database, id: number, now: Date): Promise<boolean> {
  const ended = await db
    .updateTable('codes')
    .set({ ended_at: now })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return Boolean(ended)
}

/** Ends all codes that were sent to an address for one purpose. */
export async function endCodesTo(db: Database, purpose: CodePurpose, address: string, now: Date): Promise<void> {
  await db
    .updateTable('codes')
    .set({ ended_at: now })
    .where('purpose', '=', purpose)
    .where('address', '=', address)
    .where('ended_at', 'is', null)
    .execute()
}

/** Expires all codes of an account for one purpose. Unlike a code that ended, an expired one is never accepted again. */
export async function expireCodesOf(db: Database, purpose: CodePurpose, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('codes')
    .set({ expires_at: now })
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .execute()
}

/** The owner's newest code that has neither ended nor expired. */
export function findLiveCode(db: Database, owner: CodeOwner, now: Date) {
  return db
    .selectFrom('codes')
    .select(['address', 'created_at', 'tries'])
    .where('purpose', '=', owner.purpose)
    .where((row) => isCandidate(row, owner))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Lets the account's live code be typed in another of its started sign-ins; whether there was one. */
export async function setChallenge(db: Database, userId: number, challengeHash: Buffer, now: Date): Promise<boolean> {
  const moved = await db
    .updateTable('codes')
    .set({ challenge_hash: challengeHash })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'two-factor')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return Boolean(moved)
}

export async function deleteOldCodes(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('codes').where('created_at', '<', before).execute()
}
