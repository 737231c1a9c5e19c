/** The token of a preview's address: whoever has it sees the record with its draft, until it ends. */
import { isMac, macOf, type Secrets } from '../../platform/secrets.server.ts'
import type { Kind } from './queries.server.ts'

const PURPOSE = 'preview'
const signedText = (kind: Kind, id: number | string, until: number) => `${kind}.${id}.${until}`

export function previewToken(secrets: Secrets, { kind, id }: { kind: Kind; id: number | string }, until: Date): string {
  const second = Math.floor(until.getTime() / 1000)
  return `${id}.${second}.${macOf(secrets, PURPOSE, signedText(kind, id, second)).toString('base64url')}`
}

/** The id of the record; undefined when the token is not ours, of another kind, or has ended. */
export function idOfToken(secrets: Secrets, kind: Kind, token: string, now: Date): number | undefined {
  const key = keyOfToken(secrets, kind, token, now)
  return key === undefined ? undefined : Number(key)
}

/** The same of records that are known by a code. */
export function keyOfToken(secrets: Secrets, kind: Kind, token: string, now: Date): string | undefined {
  const [, key, until, signature] = /^([\w-]{1,60})\.(\d{1,12})\.([\w-]{43})$/.exec(token) ?? []
  if (!key || !until || !signature) return undefined
  const text = signedText(kind, key, Number(until))
  const isOurs = isMac(secrets, PURPOSE, text, Buffer.from(signature, 'base64url'))
  return isOurs && Number(until) * 1000 > now.getTime() ? key : undefined
}
