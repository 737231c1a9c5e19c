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
    for (const [name, value] of Object.entries(COMMON_HEADERS))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    const policy = c.res.headers.get('Content-Security-Policy')
    // What 304 says replaces the stored answer's policy, which is stricter.
    if (c.res.status !== 304 && !policy?.includes('frame-ancestors'))
      c.res.headers.set('Content-Security-Policy', policy ? `${policy}; ${NO_FRAMES}` : NO_FRAMES)
    if (https) c.res.headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  }
}

/** Logs one line for each page and API request, with the duration and the request id of the response. */
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
