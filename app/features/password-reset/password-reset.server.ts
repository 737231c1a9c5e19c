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
import type { Tx } from '../../platform/database/database.server.ts'
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../../platform/durations.ts'
import { macOf } from '../../platform/secrets.server.ts'
import {
  mailAccountPaused,
  mailNoAccount,
  mailPasswordChanged,
  mailResetCode,
  mailUnfinishedSignUp,
} from '../accounts/emails.server.ts'
import { hashPassword, isCommonPassword, verifyPassword } from '../accounts/password.server.ts'
import { pendingRegistrations } from '../accounts/registration/registration.server.ts'
import { countResetAttempt, limitSource, resetLoginTries } from '../attempt-limits/attempt-limits.server.ts'
import {
  attemptCode,
  expireResetCodes,
  issueCode,
  issueDummyCode,
  REPEAT_SECONDS,
  RESEND_SECONDS,
  secondsUntilCode,
} from '../codes/codes.server.ts'
import { cookieOf, putCookie, RESET, RESET_REQUEST, tokensInBody } from '../sessions/cookies.server.ts'
import { deviceHashOf } from '../sessions/session.server.ts'
import { revokeSessionsOf } from '../sessions/session-queries.server.ts'
import type { passwordResetEndpoints } from './contract.ts'
import {
  cancelStartedFlows,
  deleteOldResets,
  findOwner,
  hasCode,
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

/** Repeated by its requester within a minute, it succeeds without sending another code: the first is still valid. */
async function forgotPassword(ctx: Context, { email, requestToken }: Input<Calls['forgotPassword']>) {
  await limitSource(ctx, 'forgot', MAX_PER_HOUR)
  const recipient = await recipientOf(ctx, email)
  const request = requestOf(ctx, requestToken) ?? newRequest()
  const knownDevice = await knownDeviceOf(ctx, email)
  const seconds = await ctx.db.transaction().execute(async (tx) => {
    const wait = await secondsUntilCode(ctx, tx, PURPOSE, email, { hash: request.hash, knownDevice })
    if (wait > RESEND_SECONDS) throw new Problem('tooManyRequests', { seconds: wait })
    if (wait === 0) await sendCode(ctx, tx, email, { requestHash: request.hash, knownDevice }, recipient)
    return wait
  })
  return { resendAfterSeconds: seconds || RESEND_SECONDS, ...handOver(ctx, request) }
}

/** For the same request; without its token for a new one, which waits until the address may get another code. */
async function resendResetOtp(ctx: Context, { email, requestToken }: Input<Calls['resendResetOtp']>) {
  await limitSource(ctx, 'forgot', MAX_PER_HOUR)
  const recipient = await recipientOf(ctx, email)
  const own = requestOf(ctx, requestToken)
  const request = own ?? newRequest()
  const knownDevice = await knownDeviceOf(ctx, email)
  await ctx.db.transaction().execute(async (tx) => {
    const seconds = await secondsUntilCode(ctx, tx, PURPOSE, email, { hash: own?.hash, knownDevice })
    if (seconds > 0) throw new Problem('tooManyRequests', { seconds })
    await sendCode(ctx, tx, email, { requestHash: request.hash, knownDevice }, recipient)
  })
  return { resendAfterSeconds: RESEND_SECONDS, ...handOver(ctx, request) }
}

/**
 * Who asked for the code. The code alone proves that the mail is read, so anybody may type it; but tries are counted
 * for its requester and for all others apart, or a stranger could use up those of the owner.
 */
type ResetRequest = { token: string; hash: Buffer }

function requestOf(ctx: Context, requestToken: string | undefined): ResetRequest | undefined {
  const token = requestToken || cookieOf(ctx, RESET_REQUEST)
  return token && TOKEN.test(token) ? { token, hash: sha256(token) } : undefined
}

function newRequest(): ResetRequest {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: sha256(token) }
}

function handOver(ctx: Context, { token }: ResetRequest) {
  putCookie(ctx, RESET_REQUEST, token, HOUR_SECONDS)
  return tokensInBody(ctx, { requestToken: token })
}

async function recipientOf(ctx: Context, email: string): Promise<Recipient> {
  const [owner, { here }] = await Promise.all([findOwner(ctx.db, email), pendingRegistrations(ctx, email)])
  return { owner, ownSignUp: here }
}

/**
 * Addresses without an account get a mail that says so. A sign-up that was typed in another browser is not offered to
 * the owner of the address: opening it would keep an attacker's password.
 */
async function sendCode(
  ctx: Context,
  tx: Tx,
  email: string,
  request: { requestHash: Buffer; knownDevice: Buffer | undefined },
  { owner, ownSignUp }: Recipient,
): Promise<void> {
  const codeOwner = { purpose: PURPOSE, address: email, ...request } as const
  if (owner?.status === 'active') {
    const { digits } = await issueCode(ctx, tx, { ...codeOwner, userId: owner.id }, email)
    return mailResetCode(ctx, tx, email, digits)
  }
  await issueDummyCode(ctx, tx, codeOwner, email)
  if (owner) await mailAccountPaused(ctx, tx, email)
  else if (ownSignUp) await mailUnfinishedSignUp(ctx, tx, email, ownSignUp.returnTo ?? undefined)
  else await mailNoAccount(ctx, tx, email)
}

async function validateResetOtp(ctx: Context, input: Input<Calls['validateResetOtp']>) {
  await limitSource(ctx, 'reset', MAX_PER_HOUR)
  const { email, code: typed } = input
  const request = await ownRequest(ctx, email, input.requestToken)
  const attempt = request ? undefined : await countUnknownDeviceAttempt(ctx, email)
  const { id, userId, end } = await attemptCode(
    ctx,
    { purpose: PURPOSE, address: email, requestHash: request?.hash },
    typed,
  )
  if (userId === null) throw new Problem('codeWrong')
  await attempt?.wasRight()
  const resetToken = resetTokenOf(ctx, id, request)
  await ctx.db.transaction().execute(async (tx) => {
    const isFirst = await end(tx)
    if (!isFirst && !request) throw new Problem('codeExpired')
    if (!isFirst) return
    const now = ctx.now()
    const expiresAt = new Date(now.getTime() + RESET_TOKEN_SECONDS * 1000)
    await insertReset(tx, { hash: sha256(resetToken), userId, now, expiresAt })
  })
  putCookie(ctx, RESET, resetToken, RESET_TOKEN_SECONDS)
  return tokensInBody(ctx, { resetToken })
}

/** The caller's request, if a code was sent for it to this address. */
async function ownRequest(ctx: Context, email: string, requestToken: string | undefined) {
  const request = requestOf(ctx, requestToken)
  const isOwn = await hasCode(ctx.db, email, request?.hash ?? Buffer.alloc(0))
  return isOwn ? request : undefined
}

async function countUnknownDeviceAttempt(ctx: Context, email: string) {
  return countResetAttempt(ctx, email, await knownDeviceOf(ctx, email))
}

/** The caller's device, if the owner of the address signed in on it before. */
async function knownDeviceOf(ctx: Context, email: string): Promise<Buffer | undefined> {
  const device = deviceHashOf(ctx)
  return device && (await knowsDevice(ctx.db, email, device)) ? device : undefined
}

/** A code gives one token: its requester, whose form may be submitted twice, gets the same one again. */
function resetTokenOf(ctx: Context, codeId: number, request: ResetRequest | undefined): string {
  if (!request) return randomBytes(32).toString('base64url')
  return macOf(ctx.settings, 'reset-token', `${codeId}\0${request.token}`).toString('base64url')
}

/** Only the password changes: a second factor stays, and is required at the next sign-in. */
async function resetPassword(ctx: Context, { resetToken, password }: Input<Calls['resetPassword']>) {
  if (isCommonPassword(password)) throw new Problem('validation', {}, { password: ['commonPassword'] })
  await limitSource(ctx, 'reset', MAX_PER_HOUR)
  const token = resetToken || cookieOf(ctx, RESET)
  if (!token || !TOKEN.test(token)) throw new Problem('codeExpired')
  const passwordHash = await hashPassword(password, ctx)
  const now = ctx.now()
  const isSet = await ctx.db.transaction().execute(async (tx) => {
    const userId = await takeReset(tx, sha256(token), now)
    if (userId === undefined) return false
    await expireResetCodes(ctx, tx, userId)
    const account = await resetPasswordOf(tx, userId, passwordHash)
    if (!account) return false
    ctx.concerns = { id: userId, email: account.email }
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
  return verifyPassword(password, hash, ctx)
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
