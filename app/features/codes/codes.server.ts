/** Six-digit codes: hashed with a key, ten minutes, five tries, a new one after a minute, five an hour. */
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_SECONDS } from '../../platform/durations.ts'
import { derivedKey } from '../../platform/settings.server.ts'
import {
  type CodePurpose,
  codeTimes,
  deleteOldCodes,
  endCode,
  hasLiveCode,
  insertCode,
  lockAddress,
  tryCode,
} from './code-queries.server.ts'

export const LIFE_SECONDS = 10 * MINUTE_SECONDS
export const MAX_TRIES = 5
/** The same form may come twice: a double click, a lost answer. */
export const REPEAT_SECONDS = 60
export const RESEND_SECONDS = 60
const MAX_PER_HOUR = 5

/**
 * The seconds until the address may get another code: 0 when it may now. Until the transaction ends nobody else can
 * find the same.
 */
export async function secondsUntilCode(ctx: Context, tx: Tx, purpose: CodePurpose, address: string): Promise<number> {
  await lockAddress(tx, purpose, address)
  const now = ctx.now().getTime()
  const times = await codeTimes(tx, purpose, address, new Date(now - HOUR_MS))
  const newest = times[0]
  const oldestThatCounts = times[MAX_PER_HOUR - 1]
  const waits = [
    newest ? newest.getTime() + RESEND_SECONDS * 1000 - now : 0,
    oldestThatCounts ? oldestThatCounts.getTime() + HOUR_MS - now : 0,
    0,
  ]
  return Math.ceil(Math.max(...waits) / 1000)
}

/** @throws Problem tooManyRequests when the address has to wait for its next code */
export async function refuseEarlyCode(ctx: Context, tx: Tx, purpose: CodePurpose, address: string): Promise<void> {
  const seconds = await secondsUntilCode(ctx, tx, purpose, address)
  if (seconds > 0) throw new Problem('tooManyRequests', { seconds })
}

/** Makes a new code for a registration and gives it back once, for the mail. */
export async function issueCode(
  ctx: Context,
  tx: Tx,
  purpose: CodePurpose,
  address: string,
  registrationId: string,
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await store(ctx, tx, purpose, address, registrationId, hashOf(ctx, purpose, address, code))
  return code
}

/** Counts a code that nobody gets: the limits and answers of an address then say nothing about it. */
export async function pretendCode(
  ctx: Context,
  tx: Tx,
  purpose: CodePurpose,
  address: string,
  registrationId: string | null,
): Promise<void> {
  await store(ctx, tx, purpose, address, registrationId, randomBytes(32))
}

async function store(
  ctx: Context,
  tx: Tx,
  purpose: CodePurpose,
  address: string,
  registrationId: string | null,
  hash: Buffer,
): Promise<void> {
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + LIFE_SECONDS * 1000)
  await insertCode(tx, { purpose, address, registrationId, hash, now, expiresAt })
}

/**
 * Checks a typed code against the newest of the address, or of one registration; every call uses up a try.
 * @returns the registration that the code was sent for, and how to end the code: true only for the first who does
 * @throws Problem codeExpired when there is no code left to try, codeWrong when it is another
 */
export async function checkCode(
  ctx: Context,
  purpose: CodePurpose,
  address: string,
  registrationId: string | undefined,
  typed: string,
): Promise<{ registrationId: string; end: (db: Database) => Promise<boolean> }> {
  const now = ctx.now()
  const endedAfter = new Date(now.getTime() - REPEAT_SECONDS * 1000)
  const code = await tryCode(ctx.db, purpose, address, registrationId, MAX_TRIES, now, endedAfter)
  if (!code) throw new Problem('codeExpired')
  const right = timingSafeEqual(code.code_hash, hashOf(ctx, purpose, address, typed))
  if (!right || !code.registration_id) throw new Problem('codeWrong')
  return { registrationId: code.registration_id, end: (db) => endCode(db, code.id, ctx.now()) }
}

export function canStillType(ctx: Context, registrationId: string): Promise<boolean> {
  return hasLiveCode(ctx.db, registrationId, MAX_TRIES, ctx.now())
}

/** Keyed: six digits under a plain hash would be found in a moment by whoever reads the table. */
export function hashOf(ctx: Context, purpose: CodePurpose, address: string, code: string): Buffer {
  return createHmac('sha256', derivedKey(ctx.settings, 'codes')).update(`${purpose}\0${address}\0${code}`).digest()
}

/** A day is more than any limit looks back. */
export async function deleteExpiredCodes(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteOldCodes(ctx.db, new Date(ctx.now().getTime() - DAY_MS))
}
