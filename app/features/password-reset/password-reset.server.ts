/**
 * A new password for somebody who forgot theirs, or never had one: a code from the address' own mail gives the right to
 * set it. Nothing on the way tells whether the address has an account: every address gets the same answers, and a mail.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { Lang } from '../../locales/lang.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../../platform/durations.ts'
import { rangeOf } from '../../platform/ip-range.ts'
import { limit } from '../../platform/rate-limit.server.ts'
import {
  mailAccountPaused,
  mailNoAccount,
  mailPasswordChanged,
  mailResetCode,
  mailUnfinishedSignUp,
} from '../accounts/emails.server.ts'
import { hashPassword, isCommonPassword, verifyPassword } from '../accounts/password.server.ts'
import { pendingRegistrations } from '../accounts/registration.server.ts'
import { countResetAttempt, resetLoginTries } from '../attempt-limits/attempt-limits.server.ts'
import {
  attemptCode,
  expireResetCodes,
  issueCode,
  issueDummyCode,
  REPEAT_SECONDS,
  RESEND_SECONDS,
  refuseEarlyCode,
  secondsUntilCode,
} from '../codes/codes.server.ts'
import { cookieOf, putCookie, RESET } from '../sessions/cookies.server.ts'
import { deviceHashOf } from '../sessions/session.server.ts'
import { revokeSessionsOf } from '../sessions/session-queries.server.ts'
import type { passwordResetEndpoints } from './contract.ts'
import {
  cancelStartedFlows,
  deleteOldResets,
  findOwner,
  insertReset,
  knowsDevice,
  passwordSetBy,
  resetPasswordOf,
  takeReset,
} from './queries.server.ts'

const PURPOSE = 'reset'
/** From one address range, as with sign-ups. */
const MAX_PER_HOUR = 300
/** For choosing and typing a new password. */
const RIGHT_SECONDS = 15 * MINUTE_SECONDS

const TOKEN = /^[\w-]{43}$/

type Calls = typeof passwordResetEndpoints
type Recipient = {
  /** Undefined when the address has no account. */
  owner: { id: number; status: string } | undefined
  /** The sign-up that was typed in this very browser and waits for its code. */
  ownSignUp: { returnTo: string | null } | undefined
}

/** Whoever comes back to this step goes on with the code that is on its way. */
async function forgotPassword(ctx: Context, { email }: Input<Calls['forgotPassword']>) {
  await limit(ctx, `forgot:${rangeOf(ctx.ip)}`, MAX_PER_HOUR, HOUR_SECONDS)
  const recipient = await recipientOf(ctx, email)
  const seconds = await ctx.db.transaction().execute(async (tx) => {
    const wait = await secondsUntilCode(ctx, tx, PURPOSE, email)
    if (wait > RESEND_SECONDS) throw new Problem('tooManyRequests', { seconds: wait })
    if (wait === 0) await sendCode(ctx, tx, email, recipient)
    return wait
  })
  return { resendAfterSeconds: seconds || RESEND_SECONDS }
}

async function resendResetOtp(ctx: Context, { email }: Input<Calls['resendResetOtp']>) {
  await limit(ctx, `forgot:${rangeOf(ctx.ip)}`, MAX_PER_HOUR, HOUR_SECONDS)
  const recipient = await recipientOf(ctx, email)
  await ctx.db.transaction().execute(async (tx) => {
    await refuseEarlyCode(ctx, tx, PURPOSE, email)
    await sendCode(ctx, tx, email, recipient)
  })
  return { resendAfterSeconds: RESEND_SECONDS }
}

async function recipientOf(ctx: Context, email: string): Promise<Recipient> {
  const [owner, { here }] = await Promise.all([findOwner(ctx.db, email), pendingRegistrations(ctx, email)])
  return { owner, ownSignUp: here }
}

/**
 * Who has no account is told so where only they can read it. A sign-up that somebody else typed for the address is not
 * offered to its owner: opening it would keep a stranger's password.
 */
async function sendCode(ctx: Context, tx: Tx, email: string, { owner, ownSignUp }: Recipient): Promise<void> {
  if (owner?.status === 'active') {
    const { digits } = await issueCode(ctx, tx, { purpose: PURPOSE, address: email, userId: owner.id }, email)
    return mailResetCode(ctx, tx, email, digits)
  }
  await issueDummyCode(ctx, tx, { purpose: PURPOSE, address: email }, email)
  if (owner) await mailAccountPaused(ctx, tx, email)
  else if (ownSignUp) await mailUnfinishedSignUp(ctx, tx, email, ownSignUp.returnTo ?? undefined)
  else await mailNoAccount(ctx, tx, email)
}

async function validateResetOtp(ctx: Context, { email, code: typed }: Input<Calls['validateResetOtp']>) {
  await limit(ctx, `reset:${rangeOf(ctx.ip)}`, MAX_PER_HOUR, HOUR_SECONDS)
  const device = deviceHashOf(ctx)
  const isKnown = device !== undefined && (await knowsDevice(ctx.db, email, device))
  const tried = await countResetAttempt(ctx, email, isKnown ? device : undefined)
  const { userId, end } = await attemptCode(ctx, { purpose: PURPOSE, address: email }, typed)
  if (userId === null) throw new Problem('codeWrong')
  await tried.wasRight()
  const resetToken = randomBytes(32).toString('base64url')
  await ctx.db.transaction().execute(async (tx) => {
    await end(tx)
    const now = ctx.now()
    const expiresAt = new Date(now.getTime() + RIGHT_SECONDS * 1000)
    await insertReset(tx, { hash: sha256(resetToken), userId, now, expiresAt })
  })
  putCookie(ctx, RESET, resetToken, RIGHT_SECONDS)
  return { resetToken }
}

/** The password alone is set: a second factor stays, and is asked for at the next sign-in. */
async function resetPassword(ctx: Context, { resetToken, password }: Input<Calls['resetPassword']>) {
  if (isCommonPassword(password)) throw new Problem('validation', {}, { password: ['commonPassword'] })
  await limit(ctx, `reset:${rangeOf(ctx.ip)}`, MAX_PER_HOUR, HOUR_SECONDS)
  const token = resetToken || cookieOf(ctx, RESET)
  if (!token || !TOKEN.test(token)) throw new Problem('codeExpired')
  const passwordHash = await hashPassword(password)
  const now = ctx.now()
  const isSet = await ctx.db.transaction().execute(async (tx) => {
    const userId = await takeReset(tx, sha256(token), now)
    if (userId === undefined) return false
    await expireResetCodes(ctx, tx, userId)
    const account = await resetPasswordOf(tx, userId, passwordHash)
    if (!account) return false
    await revokeSessionsOf(tx, userId, 'password', now)
    await cancelStartedFlows(tx, userId, account.email, now)
    await resetLoginTries(tx, account.email)
    await mailPasswordChanged({ ...ctx, lang: account.lang as Lang }, tx, account.email)
    return true
  })
  if (!isSet && !(await wasJustSet(ctx, token, password))) throw new Problem('codeExpired')
  // The cookie stays for a form that is sent twice; it opens nothing any more.
  putCookie(ctx, RESET, token, REPEAT_SECONDS)
  return {}
}

/** The same form twice is one. */
async function wasJustSet(ctx: Context, token: string, password: string): Promise<boolean> {
  const hash = await passwordSetBy(ctx.db, sha256(token), before(ctx.now(), REPEAT_SECONDS))
  return verifyPassword(password, hash)
}

const before = (now: Date, seconds: number) => new Date(now.getTime() - seconds * 1000)

const sha256 = (text: string) => createHash('sha256').update(text).digest()

export const passwordResetOperations: Operations<Calls> = {
  forgotPassword,
  validateResetOtp,
  resendResetOtp,
  resetPassword,
}

export async function deleteExpiredResets(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteOldResets(ctx.db, before(ctx.now(), DAY_SECONDS))
}
