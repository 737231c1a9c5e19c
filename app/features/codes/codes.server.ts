/** Six-digit codes: hashed with a key, ten minutes, five tries, a new one after a minute, five an hour for each requester. */
import { randomBytes, randomInt } from 'node:crypto'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_SECONDS } from '../../platform/durations.ts'
import { rangeOf } from '../../platform/limits/ip-range.ts'
import { isMac, macOf } from '../../platform/secrets.server.ts'
import {
  type CodeOwner,
  type CodePurpose,
  countAttempt,
  deleteOldCodes,
  endCode,
  endCodesTo,
  expireCodesOf,
  findLiveCode,
  insertCode,
  lockAddress,
  type Requester,
  recentCodes,
  setChallenge,
} from './code-queries.server.ts'

export const LIFE_SECONDS = 10 * MINUTE_SECONDS
const MAX_ATTEMPTS = 5
/** The same form may be submitted twice: a double click, a lost response. */
export const REPEAT_SECONDS = 60
export const RESEND_SECONDS = 60
/** For each requester. Codes of an account are asked for by people who are signed in: all of them share this number. */
const MAX_PER_HOUR = 5
/** The purposes for which anybody may ask for a code to any address. */
const ASKED_BY_ANYBODY: readonly CodePurpose[] = ['activate', 'reset', 'external']
/** For all requesters together, except the devices of the account's owner: limits the mails to one address. */
const MAX_PER_HOUR_OF_UNKNOWN_DEVICES = 10

/**
 * The seconds until the address may get another code: 0 when it may now. Concurrent requests for the same address wait
 * until the transaction ends.
 * @param request.hash a request that waits a minute for its own codes only
 * @param request.knownDevice the device of the caller, if the address' owner signed in on it before
 */
export async function secondsUntilCode(
  ctx: Context,
  tx: Tx,
  purpose: CodePurpose,
  address: string,
  request: { hash?: Buffer | undefined; knownDevice?: Buffer | undefined } = {},
): Promise<number> {
  await lockAddress(tx, purpose, address)
  const now = ctx.now().getTime()
  const codes = await recentCodes(tx, purpose, address, new Date(now - HOUR_MS))
  const newest = codes.find((code) => !request.hash || code.request_hash?.equals(request.hash))
  const waits = [
    newest ? newest.created_at.getTime() + RESEND_SECONDS * 1000 - now : 0,
    ...fullHours(codes, purpose, requesterOf(ctx, request.knownDevice)).map((first) => first.getTime() + HOUR_MS - now),
    0,
  ]
  return Math.ceil(Math.max(...waits) / 1000)
}

type RecentCode = Awaited<ReturnType<typeof recentCodes>>[number]

/** For each limit that is reached: the code after whose hour it allows another. */
function fullHours(codes: RecentCode[], purpose: CodePurpose, requester: Requester): Date[] {
  const nth = (counted: RecentCode[], max: number) => counted.slice(max - 1, max).map(({ created_at }) => created_at)
  if (!ASKED_BY_ANYBODY.includes(purpose)) return nth(codes, MAX_PER_HOUR)
  if (requester.isKnownDevice)
    return nth(
      codes.filter(({ by_known_device }) => by_known_device),
      MAX_PER_HOUR,
    )
  const ofUnknownDevices = codes.filter(({ by_known_device }) => !by_known_device)
  const own = ofUnknownDevices.filter(({ requester_hash }) => requester_hash?.equals(requester.hash))
  return [...nth(own, MAX_PER_HOUR), ...nth(ofUnknownDevices, MAX_PER_HOUR_OF_UNKNOWN_DEVICES)]
}

/** Keyed, so that the table does not tell from where somebody asked. */
function requesterOf(ctx: Context, knownDevice: Buffer | undefined): Requester {
  const source = knownDevice ? `device:${knownDevice.toString('hex')}` : `network:${rangeOf(ctx.ip)}`
  return { hash: macOf(ctx.settings, 'code-requesters', source), isKnownDevice: knownDevice !== undefined }
}

/** @throws Problem tooManyRequests when the address has to wait for its next code */
export async function refuseEarlyCode(ctx: Context, tx: Tx, purpose: CodePurpose, address: string): Promise<void> {
  const seconds = await secondsUntilCode(ctx, tx, purpose, address)
  if (seconds > 0) throw new Problem('tooManyRequests', { seconds })
}

/** Issues a code for its owner, whose earlier one ends. @returns the digits, for the message: only their hash is stored */
export async function issueCode(
  ctx: Context,
  tx: Tx,
  owner: CodeOwner,
  address: string,
): Promise<{ digits: string; expiresAt: Date }> {
  const digits = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = await store(
    ctx,
    tx,
    owner,
    address,
    macOf(ctx.settings, KEY, keyed(owner.purpose, address, digits)),
  )
  return { digits, expiresAt }
}

/** Stores a code that no digits match: the limits and answers for an address then do not tell whether it has an account. */
export async function issueDummyCode(ctx: Context, tx: Tx, owner: CodeOwner, address: string): Promise<void> {
  await store(ctx, tx, owner, address, randomBytes(32))
}

async function store(ctx: Context, tx: Tx, owner: CodeOwner, address: string, hash: Buffer): Promise<Date> {
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + LIFE_SECONDS * 1000)
  const requester = requesterOf(ctx, 'knownDevice' in owner ? owner.knownDevice : undefined)
  await insertCode(tx, owner, { address, hash, now, expiresAt, requester })
  return expiresAt
}

export type AcceptedCode = {
  id: number
  address: string
  registrationId: string | null
  userId: number | null
  /** Ends the code; true only for the first call. */
  end: (db: Database) => Promise<boolean>
}

/**
 * Checks typed digits against the owner's newest code; every call uses up an attempt. Codes of sign-ups are accepted
 * once more shortly after they ended, and those of resets by whoever asked for them: their forms may be submitted
 * twice, by visitors who have no session yet.
 * @throws Problem codeExpired when there is no code left to attempt, codeWrong when the digits differ
 */
export async function attemptCode(ctx: Context, owner: CodeOwner, digits: string): Promise<AcceptedCode> {
  const now = ctx.now()
  const mayRepeat = owner.purpose === 'activate' || (owner.purpose === 'reset' && owner.requestHash !== undefined)
  const endedAfter = mayRepeat ? new Date(now.getTime() - REPEAT_SECONDS * 1000) : undefined
  const code = await countAttempt(ctx.db, owner, MAX_ATTEMPTS, now, endedAfter)
  if (!code) throw new Problem('codeExpired')
  const { id, address, registration_id: registrationId, user_id: userId } = code
  if (!isMac(ctx.settings, KEY, keyed(owner.purpose, address, digits), code.code_hash)) throw new Problem('codeWrong')
  return { id, address, registrationId, userId, end: (db) => endCode(db, id, ctx.now()) }
}

/** Hashed with a key: under a plain hash, six digits are found in a moment by anyone who can read the table. */
const KEY = 'codes'
const keyed = (purpose: CodePurpose, address: string, digits: string) => `${purpose}\0${address}\0${digits}`

/** The owner's code that can still be typed. */
export async function pendingCode(ctx: Context, owner: CodeOwner) {
  const now = ctx.now()
  const code = await findLiveCode(ctx.db, owner, now)
  if (!code) return undefined
  const resendAt = code.created_at.getTime() + RESEND_SECONDS * 1000
  return {
    address: code.address,
    hasAttemptsLeft: code.tries < MAX_ATTEMPTS,
    resendAfterSeconds: Math.max(0, Math.ceil((resendAt - now.getTime()) / 1000)),
  }
}

/** Lets the account's live code be typed in its newest sign-in; false when there is none. */
export function moveCode(ctx: Context, tx: Tx, userId: number, challengeHash: Buffer): Promise<boolean> {
  return setChallenge(tx, userId, challengeHash, ctx.now())
}

/** Ends the codes that people from providers were sent at an address. */
export function endExternalCodes(ctx: Context, tx: Tx, address: string): Promise<void> {
  return endCodesTo(tx, 'external', address, ctx.now())
}

/** After a reset none of the account's reset codes is accepted any more, not even a second time. */
export function expireResetCodes(ctx: Context, tx: Tx, userId: number): Promise<void> {
  return expireCodesOf(tx, 'reset', userId, ctx.now())
}

/** No limit looks back further than a day. */
export async function deleteExpiredCodes(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteOldCodes(ctx.db, new Date(ctx.now().getTime() - DAY_MS))
}
