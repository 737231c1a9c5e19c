/**
 * The cookies of accounts; scripts can read none of them. A call that answers with its tokens in the body neither reads
 * nor sets one: a token is never in both places, where a script could read what the cookie hides.
 */
import type { Context } from '../../platform/context.server.ts'
import { cookieName, setCookie } from '../../platform/cookies.server.ts'

/** Identifies a browser that signed in before; outlives the sessions. */
export const DEVICE = 'device'
/** Binds a sign-up to the browser in which it was typed. */
export const REGISTRATION = 'registration'
/** A sign-in that waits for its second factor. */
export const CHALLENGE = 'challenge'
/** Binds the request of a password reset to the browser that made it. */
export const RESET_REQUEST = 'request'
/** The right to set a new password. */
export const RESET = 'reset'
/** Shows that the browser that returns from a provider is the one that started the sign-in. */
export const SIGN_IN_ATTEMPT = 'visit'
/** A person whom a provider identified, before the identity belongs to an account. */
export const PENDING_IDENTITY = 'ticket'
type Name =
  | 'access'
  | 'refresh'
  | typeof DEVICE
  | typeof REGISTRATION
  | typeof CHALLENGE
  | typeof RESET_REQUEST
  | typeof RESET
  | typeof SIGN_IN_ATTEMPT
  | typeof PENDING_IDENTITY

/** A request with one of them belongs to a visitor who is signed in or is signing in. */
export const SESSION_COOKIES: readonly Name[] = ['access', 'refresh', CHALLENGE, PENDING_IDENTITY]

export function cookieOf(ctx: Context, name: Name): string | undefined {
  if (ctx.tokensIn === 'body') return undefined
  return ctx.cookies.get(cookieName(ctx.settings.https, name)) || undefined
}

/** Sets the cookie with the response; replaces one that was set under its name before. */
export function putCookie(ctx: Context, name: Name, value: string, seconds: number): void {
  if (ctx.tokensIn === 'body') return
  const start = `${cookieName(ctx.settings.https, name)}=`
  const others = ctx.setCookies.filter((cookie) => !cookie.startsWith(start))
  const cookie = setCookie(ctx.settings.https, name, value, { maxAge: seconds, httpOnly: true })
  ctx.setCookies.splice(0, ctx.setCookies.length, ...others, cookie)
}

/** What the body of the response says of the tokens: nothing when they are in cookies. */
export function tokensInBody<T extends Record<string, string>>(ctx: Context, tokens: T): Partial<T> {
  return ctx.tokensIn === 'body' ? tokens : {}
}

export function dropCookie(ctx: Context, name: Name): void {
  putCookie(ctx, name, '', 0)
}
