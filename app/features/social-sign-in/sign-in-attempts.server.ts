/** Sign-in attempts: what is stored when a browser is sent to a provider, to recognise it when it returns. */
import { createHash, randomBytes } from 'node:crypto'
import type { SocialPort } from '../../adapters/social/port.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import { MINUTE_SECONDS } from '../../platform/durations.ts'
import { limitSource } from '../attempt-limits/attempt-limits.server.ts'
import { cookieOf, putCookie, SIGN_IN_ATTEMPT } from '../sessions/cookies.server.ts'
import { deleteOldSignInAttempts, insertSignInAttempt, saveAnswer, takeSignInAttempt } from './queries.server.ts'

/** Long enough to create an account at the provider. */
const LIFE_SECONDS = 20 * MINUTE_SECONDS
/** Per network. */
const MAX_PER_HOUR = 600
const TOKEN = /^[\w-]{43}$/

export const newToken = () => randomBytes(32).toString('base64url')
export const tokenHash = (token: string) => createHash('sha256').update(token).digest()

/** @throws Problem notFound */
export function providerOf(ctx: Context, id: string): SocialPort {
  const provider = ctx.social.find((port) => port.id === id.toLowerCase())
  if (!provider) throw new Problem('notFound')
  return provider
}

/** The provider need not be configured any more. */
export function nameOfProvider(ctx: Context, id: string): string {
  return ctx.social.find((port) => port.id === id)?.name ?? id[0]!.toUpperCase() + id.slice(1)
}

const callbackPath = (port: SocialPort) => `/api/Auth/external/${port.id}/callback`
export const callbackOf = (ctx: Context, port: SocialPort) => ctx.settings.publicUrl + callbackPath(port)

/**
 * Stores an attempt and binds it to this browser.
 * @param userId the signed-in person who links the provider to their account
 * @returns the provider's address to redirect to
 * @throws SocialFailure, Problem tooManyRequests
 */
export async function beginSignInAttempt(
  ctx: Context,
  port: SocialPort,
  { returnTo, userId }: { returnTo?: string | undefined; userId?: number },
): Promise<string> {
  await limitSource(ctx, 'external', MAX_PER_HOUR)
  const attempt = { redirectUri: callbackOf(ctx, port), state: newToken(), nonce: newToken(), codeVerifier: newToken() }
  const url = await port.begin(attempt, ctx.lang)
  // One token for all attempts of the browser, so that attempts in two tabs do not interfere.
  const browser = browserOf(ctx) ?? newToken()
  const now = ctx.now()
  await insertSignInAttempt(ctx.db, {
    stateHash: tokenHash(attempt.state),
    provider: port.id,
    nonce: attempt.nonce,
    codeVerifier: attempt.codeVerifier,
    browserHash: tokenHash(browser),
    userId: userId ?? null,
    returnTo: returnTo ?? null,
    lang: ctx.lang,
    now,
    expiresAt: new Date(now.getTime() + LIFE_SECONDS * 1000),
  })
  putCookie(ctx, SIGN_IN_ATTEMPT, browser, LIFE_SECONDS)
  return url
}

function browserOf(ctx: Context): string | undefined {
  const token = cookieOf(ctx, SIGN_IN_ATTEMPT)
  return token && TOKEN.test(token) ? token : undefined
}

/**
 * A cross-site post from the provider's page carries no cookies of ours: its response is stored for the request that
 * follows.
 * @returns the address of that request; undefined when there is no such attempt
 */
export async function savePostedAnswer(
  ctx: Context,
  port: SocialPort,
  state: string,
  answer: URLSearchParams,
): Promise<string | undefined> {
  const isSaved = await saveAnswer(ctx.db, tokenHash(state), port.id, String(answer), ctx.now())
  return isSaved ? `${callbackPath(port)}?${new URLSearchParams({ state })}` : undefined
}

/** An attempt can be finished once, and only in the browser that started it. */
export async function finishSignInAttempt(ctx: Context, port: SocialPort, state: string) {
  const browser = browserOf(ctx)
  return browser ? takeSignInAttempt(ctx.db, tokenHash(state), tokenHash(browser), port.id, ctx.now()) : undefined
}
export type SignInAttempt = NonNullable<Awaited<ReturnType<typeof finishSignInAttempt>>>

export async function deleteExpiredSignInAttempts(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteOldSignInAttempts(ctx.db, ctx.now())
}
