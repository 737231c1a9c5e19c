/**
 * Sets a new password for an account whose owner forgot it or never had one. A code from the address' own mail grants
 * the right to set it. No response reveals whether the address has an account: all get the same responses, and a mail.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { Lang } from '../../locales/lang.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { DAY_SECONDS, MINUTE_SECONDS } from '../../platform/durations.ts'
import {
  mailAccountPaused,
  mailNoAccount,
  mailPasswordChanged,
  mailResetCode,
  mailUnfinishedSignUp,
} from '../accounts/emails.server.ts'
import { hashPassword, isCommonPassword, verifyPassword } from '../accounts/password.server.ts'
import { pendingRegistrations } from '../accounts/registration.server.ts'
import { countResetAttempt, limitSource, resetLoginTries } from '../attempt-limits/attempt-limits.server.ts'
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
import { cookieOf, putCookie, RESET, tokensInBody } from '../sessions/cookies.server.ts'
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
/** Per network, like sign-ups. */
const MAX_PER_HOUR = 300
/** Time to choose and type a new password. */
const RESET_TOKEN_SECONDS = 15 * MINUTE_SECONDS

const TOKEN = /^[\w-]{43}$/

type Calls = typeof passwordResetEndpoints
type Recipient = {
  /** Undefined when the address has no account. */
  owner: { id: number; status: string } | undefined
  /** The pending sign-up that was typed in this browser. */
  ownSignUp: { returnTo: string | null } | undefined
}

/** Repeated within a minute, it succeeds without sending another code: the first one is still valid. */
async function forgotPassword(ctx: Context, { email }: Input<Calls['forgotPassword']>) {
  await limitSource(ctx, 'forgot', MAX_PER_HOUR)
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
  await limitSource(ctx, 'forgot', MAX_PER_HOUR)
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
 * Addresses without an account get a mail that says so. A sign-up that was typed in another browser is not offered to
 * the owner of the address: opening it would keep an attacker's password.
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
  await limitSource(ctx, 'reset', MAX_PER_HOUR)
  const device = deviceHashOf(ctx)
  const isKnown = device !== undefined && (await knowsDevice(ctx.db, email, device))
  const attempt = await countResetAttempt(ctx, email, isKnown ? device : undefined)
  const { userId, end } = await attemptCode(ctx, { purpose: PURPOSE, address: email }, typed)
  if (userId === null) throw new Problem('codeWrong')
  await attempt.wasRight()
  const resetToken = randomBytes(32).toString('base64url')
  await ctx.db.transaction().execute(async (tx) => {
    await end(tx)
    const now = ctx.now()
    const expiresAt = new Date(now.getTime() + RESET_TOKEN_SECONDS * 1000)
    await insertReset(tx, { hash: sha256(resetToken), userId, now, expiresAt })
  })
  putCookie(ctx, RESET, resetToken, RESET_TOKEN_SECONDS)
  return tokensInBody(ctx, { resetToken })
}

/** Only the password changes: a second factor stays, and is required at the next sign-in. */
async function resetPassword(ctx: Context, { resetToken, password }: Input<Calls['resetPassword']>) {
  if (isCommonPassword(password)) throw new Problem('validation', {}, { password: ['commonPassword'] })
  await limitSource(ctx, 'reset', MAX_PER_HOUR)
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
  // The cookie stays for a form that is submitted twice; it grants nothing any more.
  putCookie(ctx, RESET, token, REPEAT_SECONDS)
  return {}
}

/** Whether this form was submitted twice: the second submission succeeds and changes nothing. */
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
