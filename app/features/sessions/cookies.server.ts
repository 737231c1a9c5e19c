/** The cookies of accounts; scripts can read none of them. */
import type { Context } from '../../platform/context.server.ts'
import { cookieName, setCookie } from '../../platform/cookies.server.ts'

/** Tells a browser that has been here from a new one; outlives the sessions. */
export const DEVICE = 'device'
/** Binds a sign-up to the browser in which it was typed. */
export const REGISTRATION = 'registration'
/** A sign-in that waits for its second step. */
export const CHALLENGE = 'challenge'
/** The right to set a new password. */
export const RESET = 'reset'
/** Tells, when a browser comes back from a provider, that it is the one which left. */
export const SIGN_IN_ATTEMPT = 'visit'
/** What a provider said of somebody who has no account yet, or is still to prove that it is theirs. */
export const PENDING_IDENTITY = 'ticket'
type Name =
  | 'access'
  | 'refresh'
  | typeof DEVICE
  | typeof REGISTRATION
  | typeof CHALLENGE
  | typeof RESET
  | typeof SIGN_IN_ATTEMPT
  | typeof PENDING_IDENTITY

/** A request with one of them comes from somebody who is signed in, or in the middle of signing in. */
export const SESSION_COOKIES: readonly Name[] = ['access', 'refresh', CHALLENGE, PENDING_IDENTITY]

export function cookieOf(ctx: Context, name: Name): string | undefined {
  return ctx.cookies.get(cookieName(ctx.settings.https, name)) || undefined
}

/** Sets the cookie with the answer; what was set under its name before is taken back. */
export function putCookie(ctx: Context, name: Name, value: string, seconds: number): void {
  const start = `${cookieName(ctx.settings.https, name)}=`
  const others = ctx.setCookies.filter((cookie) => !cookie.startsWith(start))
  const cookie = setCookie(ctx.settings.https, name, value, { maxAge: seconds, httpOnly: true })
  ctx.setCookies.splice(0, ctx.setCookies.length, ...others, cookie)
}

export function dropCookie(ctx: Context, name: Name): void {
  putCookie(ctx, name, '', 0)
}
