/**
 * Sign-up. The typed data is stored as a registration until a code from the address' own mail opens the account. No
 * response reveals whether the address has an account: a taken address goes through the same steps, with another mail.
 */
import { randomUUID } from 'node:crypto'
import type { Input } from '../../../api/endpoint.ts'
import { isProblem, Problem } from '../../../api/problem.ts'
import { safeReturnTo } from '../../../links.ts'
import type { Context } from '../../../platform/context.server.ts'
import type { Tx } from '../../../platform/database/database.server.ts'
import { WEEK_SECONDS } from '../../../platform/durations.ts'
import { limitSource } from '../../attempt-limits/attempt-limits.server.ts'
import {
  attemptCode,
  issueCode,
  issueDummyCode,
  pendingCode,
  REPEAT_SECONDS,
  RESEND_SECONDS,
  refuseEarlyCode,
  secondsUntilCode,
} from '../../codes/codes.server.ts'
import { cookieOf, dropCookie, putCookie, REGISTRATION, tokensInBody } from '../../sessions/cookies.server.ts'
import type { accountsEndpoints } from '../contract.ts'
import { mailActivationCode, mailAlreadyRegistered } from '../emails.server.ts'
import { hashPassword, isCommonPassword, verifyPassword } from '../password.server.ts'
import {
  createAccount,
  deleteOldRegistrations,
  endRegistrations,
  findAccount,
  findRegistration,
  insertRegistration,
  isTaken,
  updateRegistration,
  wasJustOpened,
} from '../queries.server.ts'
import { finishSignIn } from '../sign-in.server.ts'
import type { SignInAnswer } from '../sign-in-contract.ts'

const LIFE_SECONDS = WEEK_SECONDS
/** Per network: enough for a lecture hall that signs up together, too few for a bot. */
const MAX_PER_HOUR = 300

const PURPOSE = 'activate'

type Typed = Input<typeof accountsEndpoints.register>
type Details = {
  passwordHash: string
  firstName: string
  lastName: string
  phone: string
  lang: string
  returnTo: string | null
  wantsNews: boolean
}
type PendingRegistration = { id: string; returnTo: string | null }

export async function register(ctx: Context, typed: Typed) {
  if (isCommonPassword(typed.password)) throw new Problem('validation', {}, { password: ['commonPassword'] })
  await limitSource(ctx, 'register', MAX_PER_HOUR)
  const { email, firstName, lastName, phone } = typed
  const returnTo = safeReturnTo(typed.returnTo) ?? null
  const row = {
    passwordHash: await hashPassword(typed.password, ctx),
    firstName,
    lastName,
    phone,
    lang: ctx.lang,
    returnTo,
    wantsNews: typed.wantsNews ?? false,
  }

  const own = await ownRegistration(ctx, typed)
  if (own) return updateOwn(ctx, own, email, row)
  try {
    return await startRegistration(ctx, email, row)
  } catch (error) {
    // The same form was submitted twice: the first submission stored it while this one was hashing.
    const stored = isProblem(error, 'tooManyRequests') ? await ownRegistration(ctx, typed) : undefined
    if (!stored) throw error
    return updateOwn(ctx, stored, email, row)
  }
}

/** The pending registration of the same person: typed in this browser, or with the same password. */
async function ownRegistration(ctx: Context, { email, password }: Typed): Promise<string | undefined> {
  const { here, newest } = await pendingRegistrations(ctx, email)
  const samePassword = await verifyPassword(password, newest?.password_hash, ctx)
  return here?.id ?? (samePassword ? newest?.id : undefined)
}

/** The address' pending registrations: the one typed in this browser or app, and the newest of all. */
export async function pendingRegistrations(ctx: Context, email: string, requestToken?: string) {
  const id = registrationIdOf(ctx, requestToken)
  const [here, newest] = await Promise.all([
    id ? findRegistration(ctx.db, email, id, ctx.now()) : undefined,
    findRegistration(ctx.db, email, undefined, ctx.now()),
  ])
  return { here, newest }
}

/** The address' pending registration: the one typed in this browser, else the newest. */
export async function pendingRegistration(ctx: Context, email: string, requestToken?: string) {
  const { here, newest } = await pendingRegistrations(ctx, email, requestToken)
  return here ?? newest
}

function registrationIdOf(ctx: Context, requestToken?: string): string | undefined {
  const id = requestToken || cookieOf(ctx, REGISTRATION)
  return id && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : undefined
}

async function startRegistration(ctx: Context, email: string, row: Details) {
  const id = randomUUID()
  const now = ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    await refuseEarlyCode(ctx, tx, PURPOSE, email)
    await insertRegistration(tx, { id, email, ...row, now, expiresAt: new Date(now.getTime() + LIFE_SECONDS * 1000) })
    await sendCode(ctx, tx, email, { id, returnTo: row.returnTo })
  })
  rememberRegistration(ctx, id)
  return { email, resendAfterSeconds: RESEND_SECONDS, ...tokensInBody(ctx, { requestToken: id }) }
}

/** The latest details count; the code that was sent stays valid while no other may be sent. */
async function updateOwn(ctx: Context, id: string, email: string, row: Details) {
  const wait = await ctx.db.transaction().execute(async (tx) => {
    const seconds = await secondsUntilCode(ctx, tx, PURPOSE, email)
    await updateRegistration(tx, id, row)
    if (seconds === 0) await sendCode(ctx, tx, email, { id, returnTo: row.returnTo })
    return seconds
  })
  rememberRegistration(ctx, id)
  return { email, resendAfterSeconds: wait || RESEND_SECONDS, ...tokensInBody(ctx, { requestToken: id }) }
}

/** Binds the sign-up to this browser: here, the code of an attacker's sign-up for the same address opens nothing. */
function rememberRegistration(ctx: Context, id: string): void {
  putCookie(ctx, REGISTRATION, id, LIFE_SECONDS)
}

const codeOwner = (email: string, registrationId: string | undefined) =>
  ({ purpose: PURPOSE, address: email, registrationId }) as const

async function sendCode(ctx: Context, tx: Tx, email: string, { id, returnTo }: PendingRegistration): Promise<void> {
  const owner = codeOwner(email, id)
  if (await isTaken(tx, email)) {
    await issueDummyCode(ctx, tx, owner, email)
    await mailAlreadyRegistered(ctx, tx, email)
  } else {
    const { digits } = await issueCode(ctx, tx, owner, email)
    await mailActivationCode(ctx, tx, email, digits, returnTo ?? undefined)
  }
}

export async function resendOtp(ctx: Context, { email, requestToken }: Input<typeof accountsEndpoints.resendOtp>) {
  await limitSource(ctx, 'resend', MAX_PER_HOUR)
  const waiting = await pendingRegistration(ctx, email, requestToken)
  await ctx.db.transaction().execute(async (tx) => {
    await refuseEarlyCode(ctx, tx, PURPOSE, email)
    if (waiting) await sendCode(ctx, tx, email, waiting)
    else await issueDummyCode(ctx, tx, codeOwner(email, undefined), email)
  })
  return { resendAfterSeconds: RESEND_SECONDS }
}

export async function waitingSignUp(ctx: Context, { email }: Input<typeof accountsEndpoints.waitingSignUp>) {
  const { here } = await pendingRegistrations(ctx, email)
  return { typedHere: Boolean(here) }
}

/**
 * Opens the account with the details of the registration that the code was sent for, and signs in.
 *
 * The owner of an address may follow a mail that an attacker's sign-up caused; opening that account would keep the
 * attacker's password. In a browser other than the one of the sign-up, its password is therefore required, too. Apps,
 * which may store no cookies, send the token of their sign-up instead.
 */
export async function activate(ctx: Context, typed: Input<typeof accountsEndpoints.activate>) {
  const { email, code, password, requestToken } = typed
  await limitSource(ctx, 'activate', MAX_PER_HOUR)
  const { here } = await pendingRegistrations(ctx, email, requestToken)
  const id = registrationIdOf(ctx, requestToken)
  // The same form was submitted twice: the browser that opened the account is signed in again.
  const repeated = !here && id !== undefined && (await wasJustOpened(ctx.db, email, id, ctx.now()))
  if (requestToken && !here && !repeated) throw new Problem('codeExpired')
  const isElsewhere = !here && !repeated && password !== undefined
  if (isElsewhere && password === '') throw new Problem('validation', {}, { password: ['required'] })
  const { registrationId, end } = await attemptCode(ctx, codeOwner(email, repeated ? id : here?.id), code)
  if (registrationId === null) throw new Problem('codeWrong')
  if (isElsewhere) await checkSignUpPassword(ctx, email, registrationId, password)
  const answer = await ctx.db.transaction().execute(async (tx): Promise<SignInAnswer> => {
    const first = await end(tx)
    const account = first
      ? await createAccount(tx, registrationId, ctx.now())
      : id === registrationId && (await findAccount(tx, email, undefined))
    if (!account) throw new Problem('codeExpired')
    if (first) {
      const deleteAt = new Date(ctx.now().getTime() + REPEAT_SECONDS * 1000)
      await endRegistrations(tx, email, registrationId, ctx.now(), deleteAt)
    }
    return finishSignIn(ctx, tx, account)
  })
  dropCookie(ctx, REGISTRATION)
  return answer
}

async function checkSignUpPassword(ctx: Context, email: string, id: string, password: string): Promise<void> {
  const registration = await findRegistration(ctx.db, email, id, ctx.now())
  if (!(await verifyPassword(password, registration?.password_hash, ctx)))
    throw new Problem('validation', {}, { password: ['wrongPassword'] })
}

/** Continues a sign-up after a sign-in with its password: sends a code when no valid one is left. */
export async function resumeRegistration(ctx: Context, email: string, waiting: PendingRegistration): Promise<void> {
  rememberRegistration(ctx, waiting.id)
  const pending = await pendingCode(ctx, codeOwner(email, waiting.id))
  if (pending?.hasAttemptsLeft) return
  await ctx.db.transaction().execute(async (tx) => {
    const seconds = await secondsUntilCode(ctx, tx, PURPOSE, email)
    if (seconds === 0) await sendCode(ctx, tx, email, waiting)
  })
}

export async function deleteExpiredRegistrations(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteOldRegistrations(ctx.db, ctx.now())
}
