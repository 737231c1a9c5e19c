/** To a provider and back. Who it says somebody is counts only for who is known here by issuer and subject. */
import { type ExternalPerson, SocialFailure, type SocialPort } from '../../adapters/social/port.ts'
import type { Input } from '../../api/endpoint.ts'
import { Email } from '../../api/fields.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { isProblem } from '../../api/problem.ts'
import { type ExternalReason, linksFor, safeReturnTo } from '../../links.ts'
import { isLang, type Lang } from '../../locales/lang.ts'
import type { Context } from '../../platform/context.server.ts'
import { pathAfterFirstFactor } from '../accounts/after-first-step.ts'
import { finishSignIn } from '../accounts/sign-in.server.ts'
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

async function startExternal(ctx: Context, { provider, returnTo: given, lang }: Input<Calls['startExternal']>) {
  const port = providerOf(ctx, provider)
  const returnTo = safeReturnTo(given)
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
  const visit = answer.state && (await finishSignInAttempt(ctx, port, answer.state))
  if (!visit) return backToLogin({ ...ctx, lang: rememberedLang(ctx) }, 'external-expired')
  const at = { ...ctx, lang: visit.lang as Lang }
  try {
    const person = await personOf(at, port, visit, answer)
    return visit.user_id === null
      ? await signInExternally(at, port, visit, person)
      : await finishConnecting(at, port, visit.user_id, person)
  } catch (error) {
    const reason = reasonOf(at, port, error)
    if (visit.user_id !== null) return { location: connectionsPage(at.lang, { problem: reason }) }
    return backToLogin(at, reason, visit.return_to)
  }
}

async function personOf(ctx: Context, port: SocialPort, visit: SignInAttempt, answer: ProviderAnswer) {
  const { nonce, code_verifier: codeVerifier } = visit
  const left = { redirectUri: callbackOf(ctx, port), state: answer.state!, nonce, codeVerifier }
  const said = visit.answer === null ? paramsOf(answer) : new URLSearchParams(visit.answer)
  const person = await port.finish(left, said)
  // An address that is none is as good as a missing one.
  const email = Email.safeParse(person.email).data
  return { ...person, email, emailVerified: person.emailVerified && email !== undefined }
}

const paramsOf = (answer: ProviderAnswer) =>
  new URLSearchParams(Object.entries(answer).filter((pair): pair is [string, string] => pair[1] !== undefined))

/** Whoever is known by issuer and subject is let in; of anybody else the address alone opens nothing. */
async function signInExternally(ctx: Context, port: SocialPort, visit: SignInAttempt, person: ExternalPerson) {
  const { issuer, subject, email = null } = person
  const returnTo = visit.return_to ?? undefined
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
  return { location: pathAfterFirstFactor(ctx.lang, answer, returnTo) }
}

function backToLogin(ctx: Context, reason: ExternalReason, returnTo?: string | null) {
  return { location: linksFor(ctx.lang).login(returnTo ?? undefined, reason) }
}

/** The address of a call has no language: that of the page which was read last counts. */
function rememberedLang(ctx: Context): Lang {
  const remembered = ctx.cookies.get('lang')
  return isLang(remembered) ? remembered : ctx.lang
}

/** Why it did not come to a sign-in, in a word for the page. */
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
