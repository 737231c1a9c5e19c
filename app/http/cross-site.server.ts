/** Refuses what another site's page could make a visitor's browser send (cross-site request forgery, CSRF). */
import { SESSION_COOKIES } from '../features/sessions/cookies.server.ts'
import { isUnsafe } from './request.server.ts'

const SESSION_COOKIE = new RegExp(`(?:^|;\\s*)(?:__Host-)?(?:${SESSION_COOKIES.join('|')})=`)

/** Whether the request may come from somebody who is signed in, or in the middle of signing in. */
export function carriesSession(headers: Headers): boolean {
  return SESSION_COOKIE.test(headers.get('cookie') ?? '')
}

/**
 * Whether a request that changes something may have been sent by another site's page.
 * Bearer requests carry no cookies, and the payment company's webhooks are signed: neither is asked about here.
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
