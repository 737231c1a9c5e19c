/**
 * Growing waits after failed attempts at an account, which is never locked permanently; and limits with decay for
 * networks, which many people share. See docs/decisions/0043.
 */
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { DAY_MS, DAY_SECONDS, HOUR_SECONDS } from '../../platform/durations.ts'
import { limitWithDecay, networkKey, refuseFullBucket } from '../../platform/limits/rate-bucket.server.ts'
import { addToBucket, type BucketRule, removeFromBucket } from '../../platform/limits/rate-bucket-queries.server.ts'
import { knownDeviceOf } from '../sessions/session.server.ts'
import { deleteOldTries, refundTry, reserveTry, resetTries, type TryRule } from './queries.server.ts'

const ACCOUNT: TryRule = { free: 5, firstWaitSeconds: 30, longestWaitSeconds: 900, memorySeconds: 12 * HOUR_SECONDS }
const SECOND_FACTOR: TryRule = {
  free: 10,
  firstWaitSeconds: 60,
  longestWaitSeconds: HOUR_SECONDS,
  memorySeconds: DAY_SECONDS,
}
/** Wrong passwords of all accounts together: a campus mistypes a few hundred in a morning, a robot tries them all day. */
const NETWORK: BucketRule = { capacity: 1000, drainSeconds: 4 }

/**
 * Counts a sign-in as failed until `wasRight` is called, so that concurrent attempts cannot pass the account's limit
 * together. The account comes first: what it refuses fills no network's bucket. The network's bucket takes only
 * attempts that were wrong, of browsers that the account does not know.
 * @param knownDevice a browser that signed in to the account before: its attempts are counted separately, so that an
 *   attacker who guesses the password cannot lock the owner out
 * @throws Problem tooManyRequests with the seconds to wait
 */
export async function countTry(ctx: Context, email: string, knownDevice: Buffer | undefined) {
  const network = networkKey(ctx, 'sign-in')
  const account = knownDevice ? `device:${knownDevice.toString('base64url')}:${email}` : accountKey(email)
  await reserve(ctx, account, ACCOUNT)
  if (!knownDevice) {
    try {
      await refuseFullBucket(ctx, network, NETWORK)
    } catch (problem) {
      await refundTry(ctx.db, account, ACCOUNT.free, ctx.now())
      throw problem
    }
  }
  return {
    wasWrong: async () => {
      if (!knownDevice) await addToBucket(ctx.db, network, NETWORK, ctx.now())
    },
    /** The earlier slips of the person who now knew the password leave the network's bucket, too. */
    wasRight: async () => {
      const slips = (await resetTries(ctx.db, account)) - 1
      if (!knownDevice && slips > 0) await removeFromBucket(ctx.db, network, NETWORK, slips, ctx.now())
    },
    /** The password of a pending sign-up: earlier failures stay, or an attacker could reset the count with a sign-up. */
    wasSignUpPassword: () => refundTry(ctx.db, account, ACCOUNT.free, ctx.now()),
  }
}

/**
 * Limits what a source may do in accounts: a browser in which somebody signed in before by itself, every other together
 * with its network.
 * @throws Problem tooManyRequests with the seconds to wait
 */
export async function limitSource(ctx: Context, action: string, perHour: number): Promise<void> {
  const device = await knownDeviceOf(ctx)
  const key = device ? `${action}:device:${device.toString('base64url')}` : networkKey(ctx, action)
  await limitWithDecay(ctx, key, { capacity: perHour, drainSeconds: HOUR_SECONDS / perHour })
}

/** After a password reset: the owner need not wait because of attempts at the former password. */
export async function resetLoginTries(db: Database, email: string): Promise<void> {
  await resetTries(db, accountKey(email))
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
 * Counts an attempt at a password reset code that the caller did not ask for: beyond the five attempts at each code, those of a day stay under fifty,
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
