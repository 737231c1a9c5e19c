/** Re-authentication: a session that was left open or stolen must not change passwords, passkeys and second factors. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import {
  type Context,
  hasRecentProof,
  PROOF_SECONDS,
  requireUser,
  type SignedInUser,
} from '../../platform/context.server.ts'
import { verifyPassword } from '../accounts/password.server.ts'
import { findPasswordHash } from '../accounts/queries.server.ts'
import { mailProofCode } from '../accounts/security-emails.server.ts'
import { countProof, countSentCode } from '../attempt-limits/attempt-limits.server.ts'
import { attemptCode, issueCode, RESEND_SECONDS, refuseEarlyCode } from '../codes/codes.server.ts'
import { sendSmsCode } from '../codes/sms-codes.server.ts'
import { findAuthenticator, takeStep } from '../second-factors/queries.server.ts'
import { factsOf, secondFactorsOf } from '../second-factors/second-factor-challenge.server.ts'
import { totpStepOf, unsealSecret } from '../second-factors/totp.server.ts'
import { markProved } from '../sessions/session-queries.server.ts'
import { checkAssertion } from '../webauthn/passkey-ceremony.server.ts'
import { passkeysOf } from '../webauthn/passkey-queries.server.ts'
import type { ProofMethod, proofEndpoints } from './contract.ts'

type Endpoints = typeof proofEndpoints

/** The signed-in user, who re-authenticated in the last ten minutes. @throws Problem proofNeeded */
export async function requireRecentProof(ctx: Context): Promise<SignedInUser> {
  const user = requireUser(ctx)
  if (!hasRecentProof(user, ctx.now())) throw new Problem('proofNeeded')
  return user
}

/**
 * Requires the password where the account has one, else a re-authentication in the last ten minutes.
 * @param field the name of the password's input
 * @throws Problem validation at that field, or proofNeeded
 */
export async function requirePassword(
  ctx: Context,
  password: string | undefined,
  field = 'password',
): Promise<SignedInUser> {
  const user = requireUser(ctx)
  const hash = await findPasswordHash(ctx.db, user.id)
  if (!hash) return requireRecentProof(ctx)
  if (!password) throw new Problem('validation', {}, { [field]: ['required'] })
  await checkPassword(ctx, user, hash, password, field)
  return user
}

async function checkPassword(
  ctx: Context,
  user: SignedInUser,
  hash: string | null,
  password: string,
  field = 'password',
): Promise<void> {
  const attempt = await countProof(ctx, user.id)
  if (!(await verifyPassword(password, hash, ctx))) throw new Problem('validation', {}, { [field]: ['wrongPassword'] })
  await attempt.wasRight()
}

/** The methods that the user can re-authenticate by, the easiest first. */
async function proofMethodsOf(ctx: Context, user: SignedInUser) {
  const [hash, factors, passkeys] = await Promise.all([
    findPasswordHash(ctx.db, user.id),
    secondFactorsOf(ctx.db, user.id),
    passkeysOf(ctx.db, user.id),
  ])
  const methods: ProofMethod[] = []
  if (hash) methods.push('password')
  if (factors.methods.includes('totp')) methods.push('totp')
  if (factors.sms) methods.push('sms')
  if (methods.length === 0) methods.push('email')
  // Never the only method: a passkey needs scripts and its device.
  if (passkeys.length > 0) methods.splice(hash ? 1 : 0, 0, 'passkey')
  return { hash, proofMethods: methods, ...factsOf(factors), phone: factors.phone }
}

async function proof(ctx: Context) {
  const user = requireUser(ctx)
  const { proofMethods, maskedPhone } = await proofMethodsOf(ctx, user)
  return { isFresh: hasRecentProof(user, ctx.now()), ways: proofMethods, maskedPhone, email: user.email }
}

const codeOwner = (user: SignedInUser) => ({ purpose: 'prove', userId: user.id }) as const

async function sendProofCode(ctx: Context, { method }: Input<Endpoints['sendProofCode']>) {
  const user = requireUser(ctx)
  const { phone } = await requireProofMethod(ctx, user, method)
  await ctx.db.transaction().execute(async (tx) => {
    if (method === 'sms') return sendSmsCode(ctx, tx, codeOwner(user), phone)
    await refuseEarlyCode(ctx, tx, 'prove', user.email)
    const { digits } = await issueCode(ctx, tx, codeOwner(user), user.email)
    return mailProofCode(ctx, tx, user.email, digits)
  })
  return { resendAfterSeconds: RESEND_SECONDS }
}

async function prove(ctx: Context, { method, password, code, credential }: Input<Endpoints['prove']>) {
  const user = requireUser(ctx)
  if (credential) {
    await checkAssertion(ctx, credential, 'prove', user.id)
    return renewProof(ctx, user)
  }
  const { hash } = await requireProofMethod(ctx, user, method ?? 'password')
  if (!method) await checkPassword(ctx, user, hash, password!)
  else if (method === 'totp') await checkAppCode(ctx, user, code!)
  else await checkSentCode(ctx, user, code!)
  return renewProof(ctx, user)
}

async function requireProofMethod(ctx: Context, user: SignedInUser, method: ProofMethod) {
  const facts = await proofMethodsOf(ctx, user)
  if (!facts.proofMethods.includes(method)) throw new Problem('validation', {}, { method: ['invalid'] })
  return facts
}

async function checkAppCode(ctx: Context, user: SignedInUser, code: string): Promise<void> {
  const attempt = await countProof(ctx, user.id)
  const app = await findAuthenticator(ctx.db, user.id, true)
  const step = app && totpStepOf(unsealSecret(ctx.settings, user.id, app.secret), code, ctx.now())
  if (step === undefined || !(await takeStep(ctx.db, user.id, step))) throw new Problem('codeWrong')
  await attempt.wasRight()
}

async function checkSentCode(ctx: Context, user: SignedInUser, typed: string): Promise<void> {
  const attempt = await countSentCode(ctx, 'prove', user.id)
  const code = await attemptCode(ctx, codeOwner(user), typed)
  if (!(await code.end(ctx.db))) throw new Problem('codeExpired')
  await attempt.wasRight()
}

/** Marks the session as re-authenticated from now on. */
export async function renewProof(ctx: Context, user: SignedInUser): Promise<{ provedUntil: string }> {
  const now = ctx.now()
  await markProved(ctx.db, user.sessionId, now)
  // The action that needed the proof runs in the same request.
  user.provedAt = now
  return { provedUntil: new Date(now.getTime() + PROOF_SECONDS * 1000).toISOString() }
}

export const proofOperations: Operations<typeof proofEndpoints> = { proof, sendProofCode, prove }
