/** The headers of every response, and one log line for each request. */
import type { MiddlewareHandler } from 'hono'
import type { Log } from '../platform/log.server.ts'

const COMMON_HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
}

const NO_FRAMES = "frame-ancestors 'none'"

/** Sets the headers that the handler did not set. No answer may stand in a frame of another page. */
export function commonHeaders(https: boolean): MiddlewareHandler {
  return async (c, next) => {
    await next()
    commonHeadersOf(c.res.headers, c.res.status, https)
  }
}

/** The headers of a response, with those that every response has. */
export function commonHeadersOf(headers: Headers, status: number, https: boolean): Headers {
  for (const [name, value] of Object.entries(COMMON_HEADERS)) if (!headers.has(name)) headers.set(name, value)
  const policy = headers.get('Content-Security-Policy')
  // What 304 says replaces the stored answer's policy, which is stricter.
  if (status !== 304 && !policy?.includes('frame-ancestors'))
    headers.set('Content-Security-Policy', policy ? `${policy}; ${NO_FRAMES}` : NO_FRAMES)
  if (https) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  return headers
}

/**
 * Logs one line for each page and API request, with the duration and the request id of the response. Cached pages that
 * never reach the framework are only counted, and logged at the level debug.
 */
export function logRequests(log: Log, level: 'debug' | 'info'): MiddlewareHandler {
  return async (c, next) => {
    const startedAt = performance.now()
    await next()
    const requestId = c.res.headers.get('x-request-id')
    if (!requestId) return
    const milliseconds = Math.round(performance.now() - startedAt)
    log[level]({ requestId, method: c.req.method, path: c.req.path, status: c.res.status, milliseconds }, 'answered')
  }
}
