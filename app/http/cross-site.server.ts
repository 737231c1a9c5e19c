/** Protects against cross-site request forgery (CSRF). */
import { SESSION_COOKIES } from '../features/sessions/cookies.server.ts'
import { isUnsafe } from './request.server.ts'

const SESSION_COOKIE = new RegExp(`(?:^|;\\s*)(?:__Host-)?(?:${SESSION_COOKIES.join('|')})=`)

/** Whether the request may belong to a user who is signed in or signing in. */
export function carriesSession(headers: Headers): boolean {
  return isSessionCookie(headers.get('cookie') ?? '')
}

/** Whether a `Cookie` header has a cookie of a session. */
export function isSessionCookie(cookie: string): boolean {
  return SESSION_COOKIE.test(cookie)
}

/**
 * Whether a request that changes something may have been sent by another site's page.
 * Requests with a Bearer token and the payment provider's signed webhooks do not rely on cookies and are not checked.
 * Source: OWASP CSRF cheat sheet, "Fetch Metadata headers".
 */
export function isCrossSite(method: string, headers: Headers, publicUrl: string): boolean {
  if (!isUnsafe(method)) return false
  const site = headers.get('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') return true
  const origin = headers.get('origin')
  if (origin === null) return !site && carriesSession(headers)
  return (
    origin !== new URL(publicUrl).origin &&
    origin !== `http://${headers.get('host')}` &&
    origin !== `https://${headers.get('host')}`
  )
}
