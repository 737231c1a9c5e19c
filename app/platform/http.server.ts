/** What every request brings, read once: its id, language, address and cookies. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context as HttpContext } from 'hono'

/** The other end of the connection; undefined where there is none, as in a test. */
export function socketAddress(c: HttpContext): string | undefined {
  return (c.env as { incoming?: IncomingMessage } | undefined)?.incoming?.socket.remoteAddress
}

export function requestIdOf(headers: Headers): string {
  const given = headers.get('x-request-id')
  return given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
}

/**
 * The visitor's address: the socket's, or what the nearest of `trustedProxies` proxies saw.
 * A visitor can forge every entry of X-Forwarded-For but those that our own proxies appended at its end.
 */
export function clientIp(socketAddress: string | undefined, headers: Headers, trustedProxies: number): string {
  const seen = [...(headers.get('x-forwarded-for') ?? '').split(','), socketAddress ?? '']
    .map((part) => part.trim())
    .filter(Boolean)
  return seen[Math.max(0, seen.length - 1 - trustedProxies)] ?? 'unknown'
}

export function readCookies(header: string | null): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0) cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim())
  }
  return cookies
}

export type CookieOptions = {
  /** Seconds; 0 clears the cookie. */
  maxAge: number
  httpOnly: boolean
}

/** A Set-Cookie value. Over https a cookie that scripts may not read carries the `__Host-` prefix. */
export function setCookie(https: boolean, name: string, value: string, { maxAge, httpOnly }: CookieOptions): string {
  const words = [`${cookieName(https, name)}=${value}`, 'Path=/', `Max-Age=${maxAge}`, 'SameSite=Lax']
  if (httpOnly) words.push('HttpOnly')
  if (https) words.push('Secure')
  return words.join('; ')
}

export function cookieName(https: boolean, name: string): string {
  return https ? `__Host-${name}` : name
}

/** Whether the request speaks for somebody who is signed in here. */
function carriesSession(headers: Headers): boolean {
  return /(?:^|;\s*)(?:__Host-)?(?:access|refresh)=/.test(headers.get('cookie') ?? '')
}

const UNSAFE = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Whether a request that changes something may have been sent by another site's page: such a one is refused.
 * Bearer requests carry no cookies, and the payment company's webhooks prove themselves.
 * Source: OWASP CSRF cheat sheet, "Fetch Metadata headers".
 */
export function isCrossSite(method: string, headers: Headers, publicUrl: string): boolean {
  if (!UNSAFE.has(method)) return false
  const site = headers.get('sec-fetch-site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  if (!origin) return carriesSession(headers)
  return (
    origin !== new URL(publicUrl).origin &&
    origin !== `http://${headers.get('host')}` &&
    origin !== `https://${headers.get('host')}`
  )
}
