/** The second factor of a sign-in: a code by SMS, a code of an authenticator app, or a backup code. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { mailBackupCodeUsed } from '../accounts/security-emails.server.ts'
import { completeSignIn } from '../accounts/sign-in.server.ts'
import type { SignedIn } from '../accounts/sign-in-contract.ts'
import { countSecondFactor } from '../attempt-limits/attempt-limits.server.ts'
import { attemptCode, pendingCode, RESEND_SECONDS } from '../codes/codes.server.ts'
import { sendSmsCode } from '../codes/sms-codes.server.ts'
import { acceptBackupCode } from '../second-factors/backup-codes.server.ts'
import {
  endChallenge,
  findAuthenticator,
  findChallenge,
  takeStep,
  tryChallenge,
} from '../second-factors/queries.server.ts'
import { challengeHash, factsOf, secondFactorsOf } from '../second-factors/second-factor-challenge.server.ts'
import { totpStepOf, unsealSecret } from '../second-factors/totp.server.ts'
import { CHALLENGE, cookieOf, dropCookie } from '../sessions/cookies.server.ts'
import { deviceHashOf } from '../sessions/session.server.ts'
import type { twoFactorEndpoints } from './contract.ts'
import { twoFactorSettingsOperations } from './second-factors.server.ts'

/** Per sign-in, in addition to the five attempts at each SMS code. */
const MAX_ATTEMPTS = 5

type Endpoints = typeof twoFactorEndpoints
type PendingSignIn = NonNullable<Awaited<ReturnType<typeof findPendingSignIn>>>

/** The sign-in of this browser or app that waits for its second factor, and the methods of its account. */
async function findPendingSignIn(ctx: Context, token: string | undefined) {
  const challenge = token || cookieOf(ctx, CHALLENGE)
  if (!challenge) return undefined
  const hash = challengeHash(challenge)
  const account = await findChallenge(ctx.db, hash, deviceHashOf(ctx), ctx.now())
  return account && { hash, account, factors: await secondFactorsOf(ctx.db, account.id) }
}

async function requirePendingSignIn(ctx: Context, token: string | undefined): Promise<PendingSignIn> {
  const pending = await findPendingSignIn(ctx, token)
  if (!pending) throw new Problem('signInExpired')
  ctx.concerns = pending.account
  return pending
}

const codeOwner = ({ account, hash }: PendingSignIn) =>
  ({ purpose: 'two-factor', userId: account.id, challengeHash: hash }) as const

async function loginWith2fa(ctx: Context, { challenge, code, method }: Input<Endpoints['loginWith2fa']>) {
  const pending = await requirePendingSignIn(ctx, challenge)
  const { account, factors } = pending
  // When all backup codes are used up, a typed one is a wrong code, not a missing factor.
  const offered = method === 'backup' ? factors.isOn : factors.methods.includes(method)
  if (!offered) throw new Problem('twoFactorNotEnabled')
  const attempt = await countSecondFactor(ctx, account.id, account.knows_device ? deviceHashOf(ctx) : undefined)
  const accept = await CHECKS[method](ctx, pending, code)
  const answer = await ctx.db.transaction().execute(async (tx): Promise<SignedIn> => {
    // Ended first: a concurrent sign-in with another correct code waits here, and then finds the challenge ended.
    if (!(await endChallenge(tx, pending.hash, ctx.now()))) throw new Problem('signInExpired')
    if (!(await accept(tx))) throw new Problem('codeWrong')
    return completeSignIn(ctx, tx, account, factors.methods.includes('totp') ? 'app' : 'sms')
  })
  await attempt.wasRight()
  dropCookie(ctx, CHALLENGE)
  return answer
}

/** Checks the code, using up an attempt. The result uses up the code itself: true for the first caller only. */
type Check = (ctx: Context, pending: PendingSignIn, code: string) => Promise<(tx: Tx) => Promise<boolean>>

const CHECKS: Record<Input<Endpoints['loginWith2fa']>['method'], Check> = {
  sms: async (ctx, pending, typed) => {
    const code = await attemptCode(ctx, codeOwner(pending), typed)
    return (tx) => code.end(tx)
  },
  totp: async (ctx, { hash, account }, typed) => {
    await useAttempt(ctx, hash)
    const app = await findAuthenticator(ctx.db, account.id, true)
    const step = app && totpStepOf(unsealSecret(ctx.settings, account.id, app.secret), typed, ctx.now())
    if (step === undefined) throw new Problem('codeWrong')
    return (tx) => takeStep(tx, account.id, step)
  },
  backup: async (ctx, { hash, account, factors }, typed) => {
    await useAttempt(ctx, hash)
    return async (tx) => {
      const accepted = await acceptBackupCode(ctx, tx, account.id, typed)
      if (accepted) await mailBackupCodeUsed(ctx, tx, account.email, factors.backupCodesLeft - 1)
      return accepted
    }
  },
}

async function useAttempt(ctx: Context, hash: Buffer): Promise<void> {
  if (!(await tryChallenge(ctx.db, hash, MAX_ATTEMPTS, ctx.now()))) throw new Problem('signInExpired')
}

async function resend2fa(ctx: Context, { challenge }: Input<Endpoints['resend2fa']>) {
  const pending = await requirePendingSignIn(ctx, challenge)
  const { sms, phone } = pending.factors
  if (!sms) throw new Problem('twoFactorNotEnabled')
  await ctx.db.transaction().execute((tx) => sendSmsCode(ctx, tx, codeOwner(pending), phone))
  return { resendAfterSeconds: RESEND_SECONDS }
}

async function secondStep(ctx: Context) {
  const pending = await requirePendingSignIn(ctx, undefined)
  const sent = await pendingCode(ctx, codeOwner(pending))
  return {
    ...factsOf(pending.factors),
    codeSent: Boolean(sent),
    resendAfterSeconds: sent?.resendAfterSeconds ?? 0,
    returnTo: pending.account.return_to,
  }
}

export const twoFactorOperations: Operations<Endpoints> = {
  loginWith2fa,
  resend2fa,
  secondStep,
  ...twoFactorSettingsOperations,
}
