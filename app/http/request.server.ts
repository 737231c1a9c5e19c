/** Facts of a request: its id, the visitor's address, its token, what kind of body it has. */
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Context as HttpContext } from 'hono'

/** Node's own request; undefined where there is none, as in a test. */
export function incomingOf(c: HttpContext): IncomingMessage | undefined {
  return (c.env as { incoming?: IncomingMessage } | undefined)?.incoming
}

/** The other end of the connection; undefined where there is none, as in a test. */
export const socketAddress = (c: HttpContext): string | undefined => incomingOf(c)?.socket.remoteAddress

/** Of a Web request, or of Node's. */
export type HeaderReader = { get: (name: string) => string | null }

/** Reads Node's headers as those of a Web request are read; names in lower case. */
export function readerOf(headers: IncomingHttpHeaders): HeaderReader {
  return {
    get: (name) => {
      const value = headers[name]
      return Array.isArray(value) ? value.join(', ') : (value ?? null)
    },
  }
}

export const requestIdOf = (headers: HeaderReader): string => validRequestId(headers.get('x-request-id'))

/** The id that the request brings, or a new one. */
export function validRequestId(brought: string | string[] | null | undefined): string {
  return typeof brought === 'string' && /^[\w-]{8,64}$/.test(brought) ? brought : randomUUID()
}

/**
 * The visitor's IP address: the socket's, or what the outermost of `trustedProxies` proxies saw.
 * A visitor can forge every entry of X-Forwarded-For except those that our own proxies appended.
 */
export function clientIp(socketAddress: string | undefined, headers: HeaderReader, trustedProxies: number): string {
  const seen = [...(headers.get('x-forwarded-for') ?? '').split(','), socketAddress ?? '']
    .map((part) => part.trim())
    .filter(Boolean)
  return seen[Math.max(0, seen.length - 1 - trustedProxies)] ?? 'unknown'
}

/** The same of Node's request; without a proxy nothing is split. */
export function ipOf({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  if (headers['x-forwarded-for'] === undefined) return socket.remoteAddress ?? 'unknown'
  return clientIp(socket.remoteAddress, readerOf(headers), trustedProxies)
}

/** The bearer token of an app; undefined where there is none. */
export function bearerOf(headers: HeaderReader): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
}

/** The media type of the body, without its parameters; empty when none is named. */
export function bodyType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
}

const UNSAFE = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Whether the method is one that changes something. */
export function isUnsafe(method: string): boolean {
  return UNSAFE.has(method)
}
