/** The second step of a sign-in: a code by SMS, one of an authenticator app, or a backup code. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
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
import { challengeHash, factsOf, secondFactorsOf } from '../second-factors/second-step.server.ts'
import { totpStepOf, unseal } from '../second-factors/totp.server.ts'
import { CHALLENGE, cookieOf, dropCookie } from '../sessions/cookies.server.ts'
import { deviceHashOf } from '../sessions/session.server.ts'
import type { twoFactorEndpoints } from './contract.ts'
import { twoFactorSettingsOperations } from './second-factors.server.ts'

/** Of one sign-in, beside the five of each SMS. */
const MAX_TRIES = 5

type Endpoints = typeof twoFactorEndpoints
type Waiting = NonNullable<Awaited<ReturnType<typeof waitingSignIn>>>

/** The sign-in that this browser or app half finished, and what its account can go on with. */
async function waitingSignIn(ctx: Context, given: string | undefined) {
  const challenge = given || cookieOf(ctx, CHALLENGE)
  if (!challenge) return undefined
  const hash = challengeHash(challenge)
  const account = await findChallenge(ctx.db, hash, deviceHashOf(ctx), ctx.now())
  return account && { hash, account, factors: await secondFactorsOf(ctx.db, account.id) }
}

async function requireWaiting(ctx: Context, given: string | undefined): Promise<Waiting> {
  const waiting = await waitingSignIn(ctx, given)
  if (!waiting) throw new Problem('signInExpired')
  return waiting
}

const codeOwner = ({ account, hash }: Waiting) =>
  ({ purpose: 'two-factor', userId: account.id, challengeHash: hash }) as const

async function loginWith2fa(ctx: Context, { challenge, code, method }: Input<Endpoints['loginWith2fa']>) {
  const waiting = await requireWaiting(ctx, challenge)
  const { account, factors } = waiting
  // A used-up set of backup codes is a wrong code, not a missing factor.
  const offered = method === 'backup' ? factors.isOn : factors.methods.includes(method)
  if (!offered) throw new Problem('twoFactorNotEnabled')
  const tried = await countSecondFactor(ctx, account.id, account.knows_device ? deviceHashOf(ctx) : undefined)
  const accept = await CHECKS[method](ctx, waiting, code)
  const answer = await ctx.db.transaction().execute(async (tx): Promise<SignedIn> => {
    // Ended first: whoever comes second with another right code waits here, and finds it ended.
    if (!(await endChallenge(tx, waiting.hash, ctx.now()))) throw new Problem('signInExpired')
    if (!(await accept(tx))) throw new Problem('codeWrong')
    return completeSignIn(ctx, tx, account)
  })
  await tried.wasRight()
  dropCookie(ctx, CHALLENGE)
  return answer
}

/** Looks at the code, using up a try; the result uses the code itself up, and is true only for the first who does. */
type Check = (ctx: Context, waiting: Waiting, code: string) => Promise<(tx: Tx) => Promise<boolean>>

const CHECKS: Record<Input<Endpoints['loginWith2fa']>['method'], Check> = {
  sms: async (ctx, waiting, typed) => {
    const code = await attemptCode(ctx, codeOwner(waiting), typed)
    return (tx) => code.end(tx)
  },
  totp: async (ctx, { hash, account }, typed) => {
    await useTry(ctx, hash)
    const app = await findAuthenticator(ctx.db, account.id, true)
    const step = app && totpStepOf(unseal(ctx.settings, account.id, app.secret), typed, ctx.now())
    if (step === undefined) throw new Problem('codeWrong')
    return (tx) => takeStep(tx, account.id, step)
  },
  backup: async (ctx, { hash, account, factors }, typed) => {
    await useTry(ctx, hash)
    return async (tx) => {
      const accepted = await acceptBackupCode(ctx, tx, account.id, typed)
      if (accepted) await mailBackupCodeUsed(ctx, tx, account.email, factors.backupCodesLeft - 1)
      return accepted
    }
  },
}

async function useTry(ctx: Context, hash: Buffer): Promise<void> {
  if (!(await tryChallenge(ctx.db, hash, MAX_TRIES, ctx.now()))) throw new Problem('signInExpired')
}

async function resend2fa(ctx: Context, { challenge }: Input<Endpoints['resend2fa']>) {
  const waiting = await requireWaiting(ctx, challenge)
  const { sms, phone } = waiting.factors
  if (!sms) throw new Problem('twoFactorNotEnabled')
  await ctx.db.transaction().execute((tx) => sendSmsCode(ctx, tx, codeOwner(waiting), phone))
  return { resendAfterSeconds: RESEND_SECONDS }
}

async function secondStep(ctx: Context) {
  const waiting = await requireWaiting(ctx, undefined)
  const sent = await pendingCode(ctx, codeOwner(waiting))
  return {
    ...factsOf(waiting.factors),
    codeSent: Boolean(sent),
    resendAfterSeconds: sent?.resendAfterSeconds ?? 0,
    returnTo: waiting.account.return_to,
  }
}

export const twoFactorOperations: Operations<Endpoints> = {
  loginWith2fa,
  resend2fa,
  secondStep,
  ...twoFactorSettingsOperations,
}
