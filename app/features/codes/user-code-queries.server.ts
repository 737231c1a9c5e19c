/** Codes that were sent to somebody who has an account. */
import type { Database } from '../../platform/database.server.ts'
import type { CodePurpose } from './code-queries.server.ts'

export type UserCodePurpose = Extract<CodePurpose, 'phone' | 'two-factor' | 'prove'>

/** Whose code it is, and of which of their sign-ins where it belongs to one. */
export type CodeOwner = { userId: number; challengeHash?: Buffer }

export type NewUserCode = CodeOwner & {
  purpose: UserCodePurpose
  address: string
  hash: Buffer
  now: Date
  expiresAt: Date
}

/** Writes a code; an earlier one of the account for the same purpose ends. */
export async function insertUserCode(db: Database, code: NewUserCode): Promise<void> {
  await db
    .updateTable('codes')
    .set({ ended_at: code.now })
    .where('user_id', '=', code.userId)
    .where('purpose', '=', code.purpose)
    .where('ended_at', 'is', null)
    .execute()
  await db
    .insertInto('codes')
    .values({
      purpose: code.purpose,
      address: code.address,
      user_id: code.userId,
      challenge_hash: code.challengeHash ?? null,
      code_hash: code.hash,
      created_at: code.now,
      expires_at: code.expiresAt,
    })
    .execute()
}

/**
 * Uses up one try of the account's code; undefined when there is no live one or its tries are spent. One statement, so
 * that guesses sent at once share the same few tries.
 */
export function tryUserCode(
  db: Database,
  purpose: UserCodePurpose,
  { userId, challengeHash }: CodeOwner,
  maxTries: number,
  now: Date,
) {
  return db
    .updateTable('codes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .$if(challengeHash !== undefined, (query) => query.where('challenge_hash', '=', challengeHash!))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', maxTries)
    .returning(['id', 'code_hash', 'address'])
    .executeTakeFirst()
}

/** Gives the account's live code to its newest sign-in; whether there was one. */
export async function moveCode(db: Database, userId: number, challengeHash: Buffer, now: Date): Promise<boolean> {
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

/** When the account was last sent a code for this purpose, if it can still be typed, and where to. */
export function findLiveCode(db: Database, purpose: UserCodePurpose, { userId, challengeHash }: CodeOwner, now: Date) {
  return db
    .selectFrom('codes')
    .select(['address', 'created_at'])
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .$if(challengeHash !== undefined, (query) => query.where('challenge_hash', '=', challengeHash!))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
