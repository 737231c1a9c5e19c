/** Growing waits after failed attempts, by account and by IP range; an account is never locked permanently. */
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database.server.ts'
import { DAY_MS, DAY_SECONDS, HOUR_SECONDS } from '../../platform/durations.ts'
import { rangeOf } from '../../platform/ip-range.ts'
import { deleteOldTries, refundTry, reserveTry, resetTries, type TryRule } from './queries.server.ts'

const ACCOUNT: TryRule = { free: 5, firstWaitSeconds: 30, longestWaitSeconds: 900, memorySeconds: 12 * HOUR_SECONDS }
const SECOND_FACTOR: TryRule = {
  free: 10,
  firstWaitSeconds: 60,
  longestWaitSeconds: HOUR_SECONDS,
  memorySeconds: DAY_SECONDS,
}
/** A company or a campus shares one IP range, which therefore has more free failures. */
const RANGE: TryRule = { free: 50, firstWaitSeconds: 10, longestWaitSeconds: 900, memorySeconds: HOUR_SECONDS }

/**
 * Counts a sign-in as failed until `wasRight` is called, so that concurrent attempts cannot pass the limit together.
 * @param knownDevice a browser that signed in before: its attempts are counted separately, so that an attacker who
 *   guesses the password cannot lock the owner out
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
    /** The password of a pending sign-up: earlier failures stay, or an attacker could reset the count with a sign-up. */
    wasSignUpPassword: async () => {
      await refundTry(ctx.db, range, RANGE.free, ctx.now())
      await refundTry(ctx.db, account, ACCOUNT.free, ctx.now())
    },
  }
}

/** After a password reset: the owner need not wait because of attempts at the former password. */
export function resetLoginTries(db: Database, email: string): Promise<void> {
  return resetTries(db, accountKey(email))
}

const accountKey = (email: string) => `account:${email}`

/**
 * Counts a second factor as failed until `wasRight` is called. An attacker here knows the password: beyond the few
 * attempts of each sign-in, those of a day stay under fifty.
 */
export async function countSecondFactor(ctx: Context, userId: number, knownDevice: Buffer | undefined) {
  const key = `second:${knownDevice ? `${knownDevice.toString('base64url')}:` : ''}${userId}`
  await reserve(ctx, key, SECOND_FACTOR)
  return { wasRight: () => resetTries(ctx.db, key) }
}

/** Counts a re-authentication as failed until `wasRight` is called: the session may be stolen. */
export async function countProof(ctx: Context, userId: number) {
  const key = `proof:${userId}`
  await reserve(ctx, key, ACCOUNT)
  return { wasRight: () => resetTries(ctx.db, key) }
}

/** Counts an attempt at a code sent to a signed-in person as failed until `wasRight` is called. */
export async function countSentCode(ctx: Context, purpose: 'prove' | 'phone', userId: number) {
  const key = `${purpose}:${userId}`
  await reserve(ctx, key, SECOND_FACTOR)
  return { wasRight: () => resetTries(ctx.db, key) }
}

/**
 * Counts an attempt at a password reset code: beyond the five attempts at each code, those of a day stay under fifty,
 * however many codes are requested. Addresses without an account are counted the same.
 */
export async function countResetAttempt(ctx: Context, email: string, knownDevice: Buffer | undefined) {
  const key = `reset:${knownDevice ? `${knownDevice.toString('base64url')}:` : ''}${email}`
  await reserve(ctx, key, SECOND_FACTOR)
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
