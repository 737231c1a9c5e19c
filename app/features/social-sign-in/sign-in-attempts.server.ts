/** A browser that leaves for a provider: what is written down of it, and how it is known when it is back. */
import { createHash, randomBytes } from 'node:crypto'
import type { SocialPort } from '../../adapters/social/port.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import { HOUR_SECONDS, MINUTE_SECONDS } from '../../platform/durations.ts'
import { rangeOf } from '../../platform/ip-range.ts'
import { limit } from '../../platform/rate-limit.server.ts'
import { cookieOf, putCookie, SIGN_IN_ATTEMPT } from '../sessions/cookies.server.ts'
import { deleteOldSignInAttempts, insertSignInAttempt, saveAnswer, takeSignInAttempt } from './queries.server.ts'

/** Long enough to make an account over there. */
const LIFE_SECONDS = 20 * MINUTE_SECONDS
/** From one address range. */
const MAX_PER_HOUR = 600
const TOKEN = /^[\w-]{43}$/

export const newToken = () => randomBytes(32).toString('base64url')
export const tokenHash = (token: string) => createHash('sha256').update(token).digest()

/** @throws Problem notFound */
export function providerOf(ctx: Context, id: string): SocialPort {
  const provider = ctx.social.find((one) => one.id === id.toLowerCase())
  if (!provider) throw new Problem('notFound')
  return provider
}

/** Also of one that is no longer set up. */
export function nameOfProvider(ctx: Context, id: string): string {
  return ctx.social.find((one) => one.id === id)?.name ?? id[0]!.toUpperCase() + id.slice(1)
}

const callbackPath = (port: SocialPort) => `/api/Auth/external/${port.id}/callback`
export const callbackOf = (ctx: Context, port: SocialPort) => ctx.settings.publicUrl + callbackPath(port)

/**
 * Writes down who left for where, and binds it to this browser.
 * @param userId of the signed-in person who links the provider to their account
 * @returns the provider's address
 * @throws SocialFailure, Problem tooManyRequests
 */
export async function beginSignInAttempt(
  ctx: Context,
  port: SocialPort,
  { returnTo, userId }: { returnTo?: string | undefined; userId?: number },
): Promise<string> {
  await limit(ctx, `external:${rangeOf(ctx.ip)}`, MAX_PER_HOUR, HOUR_SECONDS)
  const attempt = { redirectUri: callbackOf(ctx, port), state: newToken(), nonce: newToken(), codeVerifier: newToken() }
  const url = await port.begin(attempt, ctx.lang)
  // One for all attempts of the browser: those of two tabs don't disturb each other.
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
  const known = cookieOf(ctx, SIGN_IN_ATTEMPT)
  return known && TOKEN.test(known) ? known : undefined
}

/**
 * A post from the provider's page brings no cookie of ours: what it says is kept for the request that follows it.
 * @returns where that request goes; undefined when nobody left for there
 */
export async function savePostedAnswer(
  ctx: Context,
  port: SocialPort,
  state: string,
  answer: URLSearchParams,
): Promise<string | undefined> {
  const kept = await saveAnswer(ctx.db, tokenHash(state), port.id, String(answer), ctx.now())
  return kept ? `${callbackPath(port)}?${new URLSearchParams({ state })}` : undefined
}

/** An attempt comes back once, in the browser that left. */
export async function finishSignInAttempt(ctx: Context, port: SocialPort, state: string) {
  const browser = browserOf(ctx)
  return browser ? takeSignInAttempt(ctx.db, tokenHash(state), tokenHash(browser), port.id, ctx.now()) : undefined
}
export type SignInAttempt = NonNullable<Awaited<ReturnType<typeof finishSignInAttempt>>>

export async function deleteExpiredSignInAttempts(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteOldSignInAttempts(ctx.db, ctx.now())
}
