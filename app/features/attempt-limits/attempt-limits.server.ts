/** Growing waits after failed sign-ins, by account and by address range; never a lock for ever. */
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database.server.ts'
import { DAY_MS, DAY_SECONDS, HOUR_SECONDS } from '../../platform/durations.ts'
import { rangeOf } from '../../platform/ip-range.ts'
import { deleteOldTries, refundTry, reserveTry, resetTries, type TryRule } from './queries.server.ts'

const ACCOUNT: TryRule = { free: 5, firstWaitSeconds: 30, longestWaitSeconds: 900, memorySeconds: 12 * HOUR_SECONDS }
const SECOND_STEP: TryRule = {
  free: 10,
  firstWaitSeconds: 60,
  longestWaitSeconds: HOUR_SECONDS,
  memorySeconds: DAY_SECONDS,
}
/** A company or a campus signs in from one range: it has more free failures. */
const RANGE: TryRule = { free: 50, firstWaitSeconds: 10, longestWaitSeconds: 900, memorySeconds: HOUR_SECONDS }

/**
 * Counts a sign-in as failed until it is told to have been right, so that tries sent at once can't pass together.
 * @param knownDevice a browser that its owner signed in with before: it has tries of its own, and strangers who guess
 *   at the account can't keep its owner out
 * @throws Problem tooManyRequests with the seconds to wait
 */
export async function countTry(ctx: Context, email: string, knownDevice: Buffer | undefined) {
  const range = `range:${rangeOf(ctx.ip)}`
  const account = knownDevice ? `device:${knownDevice.toString('base64url')}:${email}` : accountKey(email)
  await reserve(ctx, range, RANGE)
  await reserve(ctx, account, ACCOUNT)
  return {
    wasRight: async () => {
      await refundTry(ctx.db, range, RANGE.free, ctx.now())
      await resetTries(ctx.db, account)
    },
    /** For the password of a mere sign-up: the failures stand, or a stranger could wipe out guesses at the account. */
    wasNoGuess: async () => {
      await refundTry(ctx.db, range, RANGE.free, ctx.now())
      await refundTry(ctx.db, account, ACCOUNT.free, ctx.now())
    },
  }
}

/** Guesses at a password that is no longer the account's: its owner need not wait because of them. */
export function resetLoginTries(db: Database, email: string): Promise<void> {
  return resetTries(db, accountKey(email))
}

const accountKey = (email: string) => `account:${email}`

/**
 * Counts a second step as failed until it is told to have been right. Who guesses here knows the password: beyond the
 * few tries of each sign-in, those of a day stay under fifty.
 */
export async function countSecondStep(ctx: Context, userId: number, knownDevice: Buffer | undefined) {
  const key = `second:${knownDevice ? `${knownDevice.toString('base64url')}:` : ''}${userId}`
  await reserve(ctx, key, SECOND_STEP)
  return { wasRight: () => resetTries(ctx.db, key) }
}

/** Counts a proof of a signed-in person as failed until it is told to have been right: its session may be stolen. */
export async function countProof(ctx: Context, userId: number) {
  const key = `proof:${userId}`
  await reserve(ctx, key, ACCOUNT)
  return { wasRight: () => resetTries(ctx.db, key) }
}

/** Counts a code that was sent to a signed-in person as guessed until it is told to have been right. */
export async function countSentCode(ctx: Context, purpose: 'prove' | 'phone', userId: number) {
  const key = `${purpose}:${userId}`
  await reserve(ctx, key, SECOND_STEP)
  return { wasRight: () => resetTries(ctx.db, key) }
}

/**
 * Counts a guess at the code of a forgotten password: beyond the five tries of each code, those of a day stay under
 * fifty, however many codes are asked for. The same for addresses that nobody has.
 */
export async function countResetGuess(ctx: Context, email: string, knownDevice: Buffer | undefined) {
  const key = `reset:${knownDevice ? `${knownDevice.toString('base64url')}:` : ''}${email}`
  await reserve(ctx, key, SECOND_STEP)
  return { wasRight: () => resetTries(ctx.db, key) }
}

async function reserve(ctx: Context, key: string, rule: TryRule): Promise<void> {
  const now = ctx.now()
  const until = await reserveTry(ctx.db, key, rule, now)
  if (!until) return
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  throw new Problem('tooManyRequests', { seconds })
}

export async function deleteExpiredTries(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteOldTries(ctx.db, new Date(ctx.now().getTime() - DAY_MS))
}
