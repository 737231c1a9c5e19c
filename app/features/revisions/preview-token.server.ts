/** The token of a preview's address: whoever has it sees the record with its draft, until it ends. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey, type Settings } from '../../platform/settings.server.ts'
import type { Kind } from './queries.server.ts'

type Keys = Pick<Settings, 'authSecret'>

const signatureOf = (settings: Keys, kind: Kind, id: number | string, until: number) =>
  createHmac('sha256', derivedKey(settings, 'preview')).update(`${kind}.${id}.${until}`).digest()

export function previewToken(settings: Keys, { kind, id }: { kind: Kind; id: number | string }, until: Date): string {
  const second = Math.floor(until.getTime() / 1000)
  return `${id}.${second}.${signatureOf(settings, kind, id, second).toString('base64url')}`
}

/** The id of the record; undefined when the token is not ours, of another kind, or has ended. */
export function idOfToken(settings: Keys, kind: Kind, token: string, now: Date): number | undefined {
  const key = keyOfToken(settings, kind, token, now)
  return key === undefined ? undefined : Number(key)
}

/** The same of records that are known by a code. */
export function keyOfToken(settings: Keys, kind: Kind, token: string, now: Date): string | undefined {
  const [, key, until, signature] = /^([\w-]{1,60})\.(\d{1,12})\.([\w-]{43})$/.exec(token) ?? []
  if (!key || !until || !signature) return undefined
  const expected = signatureOf(settings, kind, key, Number(until))
  const isOurs = timingSafeEqual(expected, Buffer.from(signature, 'base64url'))
  return isOurs && Number(until) * 1000 > now.getTime() ? key : undefined
}
