/** Tamara's messages: a JWT of theirs, signed by our notification token, comes with each. */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { ProviderEvent } from '../port.ts'
import { idOfMessage, isSame, parseJson } from './messages.ts'

const Header = z.object({ alg: z.literal('HS256') })
const Claims = z.object({ exp: z.number(), iss: z.string().nullish() })
const Message = z.object({
  order_id: z.string().min(1).max(200),
  order_reference_id: z.string().max(200).nullish(),
  event_type: z.string().max(100),
})

const decoded = (part: string | undefined) => parseJson(Buffer.from(part ?? '', 'base64url').toString('utf8'))
const signatureOf = (signed: string, token: string) => createHmac('sha256', token).update(signed).digest('base64url')

/** What they send as `Authorization: Bearer`. */
export function signTamaraToken(token: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const parts = [
    { typ: 'JWT', alg: 'HS256' },
    { exp: seconds + 900, iat: seconds, iss: 'Tamara' },
  ]
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${signed}.${signatureOf(signed, token)}`
}

function isGenuine(jwt: string, token: string, now: Date): boolean {
  const [header, claims, signature, ...more] = jwt.split('.')
  if (more.length > 0 || !Header.safeParse(decoded(header)).success) return false
  if (!isSame(signature ?? '', signatureOf(`${header}.${claims}`, token))) return false
  const read = Claims.safeParse(decoded(claims))
  return read.success && read.data.exp * 1000 > now.getTime()
}

export function readTamaraMessage(headers: Headers, body: string, token: string, now: Date): ProviderEvent | undefined {
  const [, jwt] = /^Bearer ([\w.-]{20,2000})$/.exec(headers.get('Authorization') ?? '') ?? []
  if (!jwt || !isGenuine(jwt, token, now)) return undefined
  const read = Message.safeParse(parseJson(body))
  if (!read.success) return undefined
  return { eventId: idOfMessage(body), reference: read.data.order_id, payload: read.data }
}
