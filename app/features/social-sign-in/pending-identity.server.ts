/**
 * A pending identity is a person whom a provider identified and who is not linked to an account yet. It becomes an
 * account only for an address that is verified: by a trusted provider, or by our code. It never takes over an existing
 * account: the owner links it, by the password or by a code.
 */

import { askedForNews } from '../../../db/news-choice.ts'
import type { ExternalPerson, SocialPort } from '../../adapters/social/port.ts'
import type { Input } from '../../api/endpoint.ts'
import { Text } from '../../api/fields.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { mailAccountPaused } from '../accounts/emails.server.ts'
import { verifyPassword } from '../accounts/password.server.ts'
import { findAccount } from '../accounts/queries.server.ts'
import { finishSignIn } from '../accounts/sign-in.server.ts'
import type { SignInAnswer } from '../accounts/sign-in-contract.ts'
import { countTry, limitSource } from '../attempt-limits/attempt-limits.server.ts'
import {
  attemptCode,
  endExternalCodes,
  issueCode,
  issueDummyCode,
  pendingCode,
  REPEAT_SECONDS,
  RESEND_SECONDS,
  refuseEarlyCode,
} from '../codes/codes.server.ts'
import { cookieOf, dropCookie, PENDING_IDENTITY, putCookie } from '../sessions/cookies.server.ts'
import { deviceHashOf, type UserRow } from '../sessions/session.server.ts'
import type { PendingIdentityStep, socialSignInEndpoints } from './contract.ts'
import { mailConnected, mailExternalCode } from './emails.server.ts'
import {
  createAccountWithoutPassword,
  deleteOldPendingIdentities,
  deleteRegistrations,
  findOpenAccount,
  findOwnerOf,
  findPendingIdentity,
  insertPendingIdentity,
  markEmailVerified,
  type PendingIdentity,
  takePendingIdentity,
} from './pending-identity-queries.server.ts'
import { findIdentity, insertIdentity } from './queries.server.ts'
import { nameOfProvider, newToken, tokenHash } from './sign-in-attempts.server.ts'

type Calls = typeof socialSignInEndpoints
type Owner = Awaited<ReturnType<typeof findOwnerOf>>

const PENDING_IDENTITY_SECONDS = HOUR_SECONDS
/** Per network, like sign-ups. */
const MAX_PER_HOUR = 300
const PURPOSE = 'external'
/** Only prefills a field that the person checks. */
const Name = Text(50)

/** Stores what the provider reported, bound to this browser by a cookie. */
export async function createPendingIdentity(
  ctx: Context,
  port: SocialPort,
  person: ExternalPerson,
  returnTo: string | undefined,
): Promise<void> {
  const token = newToken()
  const now = ctx.now()
  await insertPendingIdentity(ctx.db, {
    hash: tokenHash(token),
    provider: port.id,
    issuer: person.issuer,
    subject: person.subject,
    email: person.email ?? null,
    emailVerified: person.emailVerified,
    firstName: Name.safeParse(person.firstName).data ?? '',
    lastName: Name.safeParse(person.lastName).data ?? '',
    returnTo: returnTo ?? null,
    now,
    expiresAt: new Date(now.getTime() + PENDING_IDENTITY_SECONDS * 1000),
  })
  putCookie(ctx, PENDING_IDENTITY, token, PENDING_IDENTITY_SECONDS)
}

/** @throws Problem externalExpired */
async function requirePendingIdentity(ctx: Context, ticket: string | undefined): Promise<PendingIdentity> {
  const token = ticket || cookieOf(ctx, PENDING_IDENTITY)
  const now = ctx.now()
  const usedAfter = new Date(now.getTime() - REPEAT_SECONDS * 1000)
  const row = token ? await findPendingIdentity(ctx.db, tokenHash(token), now, usedAfter) : undefined
  if (!row) throw new Problem('externalExpired')
  return row
}

async function externalTicket(ctx: Context) {
  const pending = await requirePendingIdentity(ctx, undefined)
  if (pending.usedAt) throw new Problem('externalExpired')
  const { email, provider, firstName, lastName, returnTo } = pending
  // For an unverified address nothing is revealed, not even whether it has an account.
  const owner = pending.emailVerified ? await findOwnerOf(ctx.db, email!) : undefined
  const code = await pendingCode(ctx, codeOwner(pending))
  return {
    provider: { id: provider, name: nameOfProvider(ctx, provider) },
    step: stepOf(pending, owner, code !== undefined),
    email: (pending.emailVerified ? email : (code?.address ?? email)) ?? '',
    hasPassword: owner?.hasPassword ?? false,
    firstName: firstName ?? '',
    lastName: lastName ?? '',
    codeSent: code !== undefined,
    resendAfterSeconds: code?.resendAfterSeconds ?? 0,
    returnTo,
  }
}

function stepOf(pending: PendingIdentity, owner: Owner, codeSent: boolean): PendingIdentityStep {
  if (!pending.emailVerified) return codeSent ? 'code' : 'email'
  if (!owner) return 'register'
  return pending.userId === owner.id ? 'link' : 'prove'
}

const codeOwner = (pending: PendingIdentity) => ({ purpose: PURPOSE, pendingIdentityHash: pending.hash }) as const

/** Addresses with and without an account get the same response, and a mail. */
async function sendExternalCode(ctx: Context, { ticket, email }: Input<Calls['sendExternalCode']>) {
  await limitSource(ctx, 'external-code', MAX_PER_HOUR)
  const pending = await requirePendingIdentity(ctx, ticket)
  const address = pending.emailVerified ? pending.email : email
  if (!address) throw new Problem('validation', {}, { email: ['required'] })
  await ctx.db.transaction().execute(async (tx) => {
    await refuseEarlyCode(ctx, tx, PURPOSE, address)
    await sendCode(ctx, tx, pending, address)
  })
  return { resendAfterSeconds: RESEND_SECONDS }
}

async function sendCode(ctx: Context, tx: Tx, pending: PendingIdentity, address: string): Promise<void> {
  const owner = await findOwnerOf(tx, address)
  if (owner && owner.status !== 'active') {
    await issueDummyCode(ctx, tx, codeOwner(pending), address)
    return mailAccountPaused(ctx, tx, address)
  }
  const { digits } = await issueCode(ctx, tx, codeOwner(pending), address)
  await mailExternalCode(ctx, tx, address, digits, nameOfProvider(ctx, pending.provider), owner !== undefined)
}

async function verifyExternal(ctx: Context, { ticket, code: typed }: Input<Calls['verifyExternal']>) {
  await limitSource(ctx, 'external-verify', MAX_PER_HOUR)
  const pending = await requirePendingIdentity(ctx, ticket)
  const { address, end } = await attemptCode(ctx, codeOwner(pending), typed)
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await end(tx))) throw new Problem('codeExpired')
    const owner = await findOwnerOf(tx, address)
    await markEmailVerified(tx, pending.hash, address, owner?.id ?? null)
    return { step: owner ? ('link' as const) : ('register' as const) }
  })
}

async function externalLogin(ctx: Context, { ticket, password }: Input<Calls['externalLogin']>) {
  const pending = await requirePendingIdentity(ctx, ticket)
  if (pending.usedAt) return signInAgain(ctx, pending)
  const account = await accountWithProof(ctx, pending, password)
  return finish(ctx, pending, async (tx) => {
    await mailConnected(ctx, tx, account.email, nameOfProvider(ctx, pending.provider))
    return account
  })
}

/** The account that the person proved to own: by an earlier code, or by the password, limited like sign-ins. */
async function accountWithProof(
  ctx: Context,
  pending: PendingIdentity,
  password: string | undefined,
): Promise<UserRow> {
  const { userId, email, emailVerified } = pending
  const byCode = userId === null ? undefined : await findOpenAccount(ctx.db, userId)
  if (byCode) return byCode
  if (!emailVerified || !email || password === undefined) throw new Problem('proofNeeded')
  if (password === '') throw new Problem('validation', {}, { password: ['required'] })
  const device = deviceHashOf(ctx)
  const account = await findAccount(ctx.db, email, device)
  const attempt = await countTry(ctx, email, account?.knows_device ? device : undefined)
  if (!(await verifyPassword(password, account?.password_hash, ctx)) || !account) {
    await attempt.wasWrong()
    throw new Problem('validation', {}, { password: ['wrongPassword'] })
  }
  await attempt.wasRight()
  return account
}

async function externalRegister(ctx: Context, { ticket, ...typed }: Input<Calls['externalRegister']>) {
  await limitSource(ctx, 'register', MAX_PER_HOUR)
  const pending = await requirePendingIdentity(ctx, ticket)
  if (pending.usedAt) return signInAgain(ctx, pending)
  const { email, emailVerified } = pending
  if (!emailVerified || !email) throw new Problem('proofNeeded')
  const { firstName, lastName, phone } = typed
  return finish(ctx, pending, async (tx) => {
    const account = { email, firstName, lastName, phone, lang: ctx.lang, now: ctx.now() }
    const opened = await createAccountWithoutPassword(tx, account)
    if (!opened) throw new Problem('addressHasAccount')
    if (typed.wantsNews) await askedForNews(opened.id, ctx.now()).execute(tx)
    await deleteRegistrations(tx, email)
    await endExternalCodes(ctx, tx, email)
    return opened
  })
}

/** Uses up the pending identity, links it to the account, and continues as after every first factor. */
async function finish(
  ctx: Context,
  pending: PendingIdentity,
  account: (tx: Tx) => Promise<UserRow>,
): Promise<SignInAnswer> {
  const { issuer, subject, provider, email } = pending
  const answer = await ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    if (!(await takePendingIdentity(tx, pending.hash, now))) return undefined
    const owner = await account(tx)
    const linked = await insertIdentity(tx, { issuer, subject, userId: owner.id, provider, email, now, usedAt: now })
    if (linked === 'another') throw new Problem('externalExpired')
    return finishSignIn(ctx, tx, owner, { returnTo: pending.returnTo ?? undefined })
  })
  dropCookie(ctx, PENDING_IDENTITY)
  return answer ?? signInAgain(ctx, pending)
}

/** The same form was submitted twice: the second submission signs in again. */
async function signInAgain(ctx: Context, { issuer, subject, returnTo }: PendingIdentity): Promise<SignInAnswer> {
  const account = await findIdentity(ctx.db, issuer, subject)
  if (account?.status !== 'active') throw new Problem('externalExpired')
  return ctx.db.transaction().execute((tx) => finishSignIn(ctx, tx, account, { returnTo: returnTo ?? undefined }))
}

type PendingIdentityCalls =
  | 'externalTicket'
  | 'sendExternalCode'
  | 'verifyExternal'
  | 'externalLogin'
  | 'externalRegister'

export const pendingIdentityOperations: Pick<Operations<Calls>, PendingIdentityCalls> = {
  externalTicket,
  sendExternalCode,
  verifyExternal,
  externalLogin,
  externalRegister,
}

export async function deleteExpiredPendingIdentities(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteOldPendingIdentities(ctx.db, ctx.now())
}
