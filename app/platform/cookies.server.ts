/** Reads and writes cookie headers (RFC 6265). */

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

/** A Set-Cookie value. Over HTTPS the name has the `__Host-` prefix. */
export function setCookie(https: boolean, name: string, value: string, { maxAge, httpOnly }: CookieOptions): string {
  return withAttributes(`${cookieName(https, name)}=${value}`, https, { maxAge, httpOnly })
}

/** A Set-Cookie value for a cookie that scripts and `/` read under its plain name. */
export function setPlainCookie(https: boolean, name: string, value: string, maxAge: number): string {
  return withAttributes(`${name}=${value}`, https, { maxAge, httpOnly: false })
}

function withAttributes(pair: string, https: boolean, { maxAge, httpOnly }: CookieOptions): string {
  const attributes = [pair, 'Path=/', `Max-Age=${maxAge}`, 'SameSite=Lax']
  if (httpOnly) attributes.push('HttpOnly')
  if (https) attributes.push('Secure')
  return attributes.join('; ')
}

export function cookieName(https: boolean, name: string): string {
  return https ? `__Host-${name}` : name
}
