/** What every request brings: its id, its address, its token, its body. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context as HttpContext } from 'hono'
import { Problem } from '../api/problem.ts'
import { received } from './paced-body.server.ts'

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

/** The token of an app; undefined where there is none. */
export function bearerOf(headers: Headers): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
}

/** Whether the request speaks for somebody who is signed in here, or half-way in. */
export function carriesSession(headers: Headers): boolean {
  return /(?:^|;\s*)(?:__Host-)?(?:access|refresh|challenge|ticket)=/.test(headers.get('cookie') ?? '')
}

const UNSAFE = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Whether the method is one that changes something. */
export function isUnsafe(method: string): boolean {
  return UNSAFE.has(method)
}

/**
 * The body, whatever length was announced.
 * @throws Problem tooLarge beyond `most` bytes, malformedBody when the sender went away meanwhile, uploadTooSlow
 */
export async function readBytes(request: Request, most: number): Promise<Buffer<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw new Problem('tooLarge')
  const chunks: Uint8Array[] = []
  for await (const chunk of received(request, { most })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The media type of the body, without its parameters; empty when none is named. */
export function bodyType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
}

const FORM = 'application/x-www-form-urlencoded'

/**
 * The same request with its form read whole and found readable, so that no page stumbles over what it was sent.
 * @throws Problem unsupportedType, tooLarge, malformedBody
 */
export async function withReadForm(request: Request, most: number): Promise<Request> {
  if (!isUnsafe(request.method)) return request
  const bytes = await readBytes(request, most)
  const headers = new Headers(request.headers)
  if (bytes.length === 0) headers.set('content-type', FORM)
  const type = bodyType(headers)
  if (type !== FORM && type !== 'multipart/form-data') throw new Problem('unsupportedType')
  const form = new Request(request.url, { method: request.method, headers, body: bytes, signal: request.signal })
  try {
    await form.clone().formData()
  } catch {
    throw new Problem('malformedBody')
  }
  return form
}

/**
 * Whether a request that changes something may have been sent by another site's page: such a one is refused.
 * Bearer requests carry no cookies, and the payment company's webhooks prove themselves.
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
