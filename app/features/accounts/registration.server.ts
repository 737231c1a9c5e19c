/**
 * Sign-up. What is typed waits as a registration until a code from the address' own mail opens the account. Nothing on
 * the way tells whether the address has an account: a taken one goes through the same steps, with another mail.
 */
import { randomUUID } from 'node:crypto'
import type { Input } from '../../api/endpoint.ts'
import { isProblem, Problem } from '../../api/problem.ts'
import { safeReturnTo } from '../../links.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { HOUR_SECONDS, WEEK_SECONDS } from '../../platform/durations.ts'
import { rangeOf } from '../../platform/ip-range.ts'
import { limit } from '../../platform/rate-limit.server.ts'
import {
  attemptCode,
  issueCode,
  issueDummyCode,
  pendingCode,
  REPEAT_SECONDS,
  RESEND_SECONDS,
  refuseEarlyCode,
  secondsUntilCode,
} from '../codes/codes.server.ts'
import { cookieOf, dropCookie, putCookie, REGISTRATION } from '../sessions/cookies.server.ts'
import type { accountsEndpoints } from './contract.ts'
import { mailActivationCode, mailAlreadyRegistered } from './emails.server.ts'
import { hashPassword, isCommonPassword, verifyPassword } from './password.server.ts'
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
} from './queries.server.ts'
import { finishSignIn } from './sign-in.server.ts'
import type { SignInAnswer } from './sign-in-contract.ts'

const LIFE_SECONDS = WEEK_SECONDS
/** From one address range: a lecture hall may sign up at once, a robot may not go on for ever. */
const MAX_PER_HOUR = 300

const PURPOSE = 'activate'

type Typed = Input<typeof accountsEndpoints.register>
type Row = {
  passwordHash: string
  firstName: string
  lastName: string
  phone: string
  lang: string
  returnTo: string | null
}
type Waiting = { id: string; returnTo: string | null }

export async function register(ctx: Context, typed: Typed) {
  if (isCommonPassword(typed.password)) throw new Problem('validation', {}, { password: ['commonPassword'] })
  await limit(ctx, `register:${rangeOf(ctx.ip)}`, MAX_PER_HOUR, HOUR_SECONDS)
  const { email, firstName, lastName, phone } = typed
  const returnTo = safeReturnTo(typed.returnTo) ?? null
  const row = { passwordHash: await hashPassword(typed.password), firstName, lastName, phone, lang: ctx.lang, returnTo }

  const own = await ownRegistration(ctx, typed)
  if (own) return retype(ctx, own, email, row)
  try {
    return await begin(ctx, email, row)
  } catch (error) {
    // The same form sent twice at once: the first has written it while we were hashing.
    const written = isProblem(error, 'tooManyRequests') ? await ownRegistration(ctx, typed) : undefined
    if (!written) throw error
    return retype(ctx, written, email, row)
  }
}

/** The waiting registration that the same person typed: in this browser, or with the same password. */
async function ownRegistration(ctx: Context, { email, password }: Typed): Promise<string | undefined> {
  const { here, newest } = await waitingFor(ctx, email)
  const samePassword = await verifyPassword(password, newest?.password_hash)
  return here?.id ?? (samePassword ? newest?.id : undefined)
}

/** What waits for this address: typed in this browser, and the newest of all. */
export async function waitingFor(ctx: Context, email: string) {
  const id = registrationIdOf(ctx)
  const [here, newest] = await Promise.all([
    id ? findRegistration(ctx.db, email, id, ctx.now()) : undefined,
    findRegistration(ctx.db, email, undefined, ctx.now()),
  ])
  return { here, newest }
}

/** What was typed in this browser for the address, else the newest. */
export async function waitingRegistration(ctx: Context, email: string) {
  const { here, newest } = await waitingFor(ctx, email)
  return here ?? newest
}

function registrationIdOf(ctx: Context): string | undefined {
  const id = cookieOf(ctx, REGISTRATION)
  return id && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : undefined
}

async function begin(ctx: Context, email: string, row: Row) {
  const id = randomUUID()
  const now = ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    await refuseEarlyCode(ctx, tx, PURPOSE, email)
    await insertRegistration(tx, { id, email, ...row, now, expiresAt: new Date(now.getTime() + LIFE_SECONDS * 1000) })
    await sendCode(ctx, tx, email, { id, returnTo: row.returnTo })
  })
  remember(ctx, id)
  return { email, resendAfterSeconds: RESEND_SECONDS }
}

/** What was typed last counts; the code that is on its way stays good while no other may be sent. */
async function retype(ctx: Context, id: string, email: string, row: Row) {
  const wait = await ctx.db.transaction().execute(async (tx) => {
    const seconds = await secondsUntilCode(ctx, tx, PURPOSE, email)
    await updateRegistration(tx, id, row)
    if (seconds === 0) await sendCode(ctx, tx, email, { id, returnTo: row.returnTo })
    return seconds
  })
  remember(ctx, id)
  return { email, resendAfterSeconds: wait || RESEND_SECONDS }
}

/** Binds the sign-up to this browser: a code that a stranger's sign-up caused opens nothing here. */
function remember(ctx: Context, id: string): void {
  putCookie(ctx, REGISTRATION, id, LIFE_SECONDS)
}

const codeOwner = (email: string, registrationId: string | undefined) =>
  ({ purpose: PURPOSE, address: email, registrationId }) as const

async function sendCode(ctx: Context, tx: Tx, email: string, { id, returnTo }: Waiting): Promise<void> {
  const owner = codeOwner(email, id)
  if (await isTaken(tx, email)) {
    await issueDummyCode(ctx, tx, owner, email)
    await mailAlreadyRegistered(ctx, tx, email)
  } else {
    const { digits } = await issueCode(ctx, tx, owner, email)
    await mailActivationCode(ctx, tx, email, digits, returnTo ?? undefined)
  }
}

export async function resendOtp(ctx: Context, { email }: Input<typeof accountsEndpoints.resendOtp>) {
  await limit(ctx, `resend:${rangeOf(ctx.ip)}`, MAX_PER_HOUR, HOUR_SECONDS)
  const waiting = await waitingRegistration(ctx, email)
  await ctx.db.transaction().execute(async (tx) => {
    await refuseEarlyCode(ctx, tx, PURPOSE, email)
    if (waiting) await sendCode(ctx, tx, email, waiting)
    else await issueDummyCode(ctx, tx, codeOwner(email, undefined), email)
  })
  return { resendAfterSeconds: RESEND_SECONDS }
}

export async function waitingSignUp(ctx: Context, { email }: Input<typeof accountsEndpoints.waitingSignUp>) {
  const { here } = await waitingFor(ctx, email)
  return { typedHere: Boolean(here) }
}

/**
 * Opens the account as it was typed in the registration that the code was sent for, and signs in.
 *
 * The owner of an address may follow a mail that a stranger's sign-up caused; opening that account would keep the
 * stranger's password. So whoever types the code in another browser types the sign-up's password, too. Apps, which may
 * keep no cookies, send none.
 */
export async function activate(ctx: Context, { email, code, password }: Input<typeof accountsEndpoints.activate>) {
  await limit(ctx, `activate:${rangeOf(ctx.ip)}`, MAX_PER_HOUR, HOUR_SECONDS)
  const { here } = await waitingFor(ctx, email)
  const id = registrationIdOf(ctx)
  // Sent twice: the browser that the account was opened for is signed in again.
  const repeated = !here && id !== undefined && (await wasJustOpened(ctx.db, email, id, ctx.now()))
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
      const forgetAt = new Date(ctx.now().getTime() + REPEAT_SECONDS * 1000)
      await endRegistrations(tx, email, registrationId, ctx.now(), forgetAt)
    }
    return finishSignIn(ctx, tx, account)
  })
  dropCookie(ctx, REGISTRATION)
  return answer
}

async function checkSignUpPassword(ctx: Context, email: string, id: string, password: string): Promise<void> {
  const waiting = await findRegistration(ctx.db, email, id, ctx.now())
  if (!(await verifyPassword(password, waiting?.password_hash)))
    throw new Problem('validation', {}, { password: ['wrongPassword'] })
}

/** Goes on with a sign-up whose owner came back by signing in: sends a code when none is left to type. */
export async function resumeRegistration(ctx: Context, email: string, waiting: Waiting): Promise<void> {
  remember(ctx, waiting.id)
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
