/** Sign-in by a provider. Only issuer and subject identify an account, never the email address. */
import { type ExternalPerson, SocialFailure, type SocialPort } from '../../adapters/social/port.ts'
import type { Input } from '../../api/endpoint.ts'
import { Email } from '../../api/fields.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { isProblem } from '../../api/problem.ts'
import { type ExternalReason, linksFor, safeReturnTo } from '../../links.ts'
import { isLang, type Lang } from '../../locales/lang.ts'
import type { Context } from '../../platform/context.server.ts'
import { pathAfterFirstFactor } from '../accounts/after-first-factor.ts'
import { finishSignIn } from '../accounts/sign-in.server.ts'
import { recordSecurityEvent } from '../security-log/security-log.server.ts'
import { connectionOperations, finishConnecting } from './connections.server.ts'
import type { ProviderAnswer, socialSignInEndpoints } from './contract.ts'
import { createPendingIdentity, pendingIdentityOperations } from './pending-identity.server.ts'
import { findIdentity, markIdentityUsed } from './queries.server.ts'
import {
  beginSignInAttempt,
  callbackOf,
  finishSignInAttempt,
  providerOf,
  type SignInAttempt,
  savePostedAnswer,
} from './sign-in-attempts.server.ts'
import { connectionsPage, externalSignUp } from './social-sign-in-links.ts'

type Calls = typeof socialSignInEndpoints

async function externalProviders({ social }: Context) {
  return social.map(({ id, name }) => ({ id, name }))
}

async function startExternal(ctx: Context, { provider, returnTo: requested, lang }: Input<Calls['startExternal']>) {
  const port = providerOf(ctx, provider)
  const returnTo = safeReturnTo(requested)
  const at = { ...ctx, lang: lang ?? rememberedLang(ctx) }
  try {
    return { location: await beginSignInAttempt(at, port, { returnTo }) }
  } catch (error) {
    return backToLogin(at, reasonOf(at, port, error), returnTo)
  }
}

async function externalPosted(ctx: Context, { provider, ...answer }: Input<Calls['externalPosted']>) {
  const port = providerOf(ctx, provider)
  const next = answer.state && (await savePostedAnswer(ctx, port, answer.state, paramsOf(answer)))
  return next ? { location: next } : backToLogin({ ...ctx, lang: rememberedLang(ctx) }, 'external-expired')
}

async function finishExternal(ctx: Context, { provider, ...answer }: Input<Calls['finishExternal']>) {
  const port = providerOf(ctx, provider)
  const attempt = answer.state && (await finishSignInAttempt(ctx, port, answer.state))
  if (!attempt) return backToLogin({ ...ctx, lang: rememberedLang(ctx) }, 'external-expired')
  const at = { ...ctx, lang: attempt.lang as Lang }
  try {
    const person = await personOf(at, port, attempt, answer)
    return attempt.user_id === null
      ? await signInExternally(at, port, attempt, person)
      : await finishConnecting(at, port, attempt.user_id, person)
  } catch (error) {
    const reason = reasonOf(at, port, error)
    await recordSecurityEvent(at, { event: 'signIn', outcome: reason, userId: attempt.user_id ?? undefined })
    if (attempt.user_id !== null) return { location: connectionsPage(at.lang, { problem: reason }) }
    return backToLogin(at, reason, attempt.return_to)
  }
}

async function personOf(ctx: Context, port: SocialPort, attempt: SignInAttempt, answer: ProviderAnswer) {
  const { nonce, code_verifier: codeVerifier } = attempt
  const request = { redirectUri: callbackOf(ctx, port), state: answer.state!, nonce, codeVerifier }
  const response = attempt.answer === null ? paramsOf(answer) : new URLSearchParams(attempt.answer)
  const person = await port.finish(request, response)
  // An invalid address counts as missing.
  const email = Email.safeParse(person.email).data
  return { ...person, email, emailVerified: person.emailVerified && email !== undefined }
}

const paramsOf = (answer: ProviderAnswer) =>
  new URLSearchParams(Object.entries(answer).filter((pair): pair is [string, string] => pair[1] !== undefined))

/** Signs in an identity that is linked to an account; any other becomes a pending identity. */
async function signInExternally(ctx: Context, port: SocialPort, attempt: SignInAttempt, person: ExternalPerson) {
  const { issuer, subject, email = null } = person
  const returnTo = attempt.return_to ?? undefined
  const account = await findIdentity(ctx.db, issuer, subject)
  if (!account) {
    await createPendingIdentity(ctx, port, person, returnTo)
    return { location: externalSignUp(ctx.lang, { returnTo }) }
  }
  if (account.status !== 'active') return backToLogin(ctx, 'external-closed', returnTo)
  const answer = await ctx.db.transaction().execute(async (tx) => {
    await markIdentityUsed(tx, issuer, subject, email, ctx.now())
    return finishSignIn(ctx, tx, account, { returnTo })
  })
  const outcome = 'requiresTwoFactor' in answer ? 'pending' : 'done'
  await recordSecurityEvent(ctx, { event: 'signIn', outcome, userId: account.id, email: account.email })
  return { location: pathAfterFirstFactor(ctx.lang, answer, returnTo) }
}

function backToLogin(ctx: Context, reason: ExternalReason, returnTo?: string | null) {
  return { location: linksFor(ctx.lang).login(returnTo ?? undefined, reason) }
}

/** API addresses contain no language: that of the last visited page is used. */
function rememberedLang(ctx: Context): Lang {
  const remembered = ctx.cookies.get('lang')
  return isLang(remembered) ? remembered : ctx.lang
}

/** The reason of a failed sign-in, for the page that explains it. */
function reasonOf(ctx: Context, port: SocialPort, error: unknown): ExternalReason {
  if (isProblem(error)) return 'external-failed'
  if (!(error instanceof SocialFailure)) {
    ctx.log.error({ err: error, provider: port.id }, 'a sign-in by a provider failed')
    return 'external-failed'
  }
  if (error.kind === 'denied') return 'external-denied'
  ctx.log.warn({ provider: port.id, reason: error.message }, 'a provider did not say who somebody is')
  return error.kind === 'down' ? 'external-down' : 'external-failed'
}

export const socialSignInOperations: Operations<Calls> = {
  externalProviders,
  startExternal,
  finishExternal,
  externalPosted,
  ...pendingIdentityOperations,
  ...connectionOperations,
}
