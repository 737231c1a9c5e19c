/** The unsubscribe token of a mail: valid without sign-in and forever. */
import { isMac, macOf, type Secrets } from '../../platform/secrets.server.ts'

export const KINDS = ['mentions', 'comments', 'news', 'all'] as const
export type Kind = (typeof KINDS)[number]

const KEY = 'unsubscribe'
type Meant = { userId: number; kind: Kind }

const signedText = ({ userId, kind }: Meant) => `${userId}.${kind}`

export function unsubscribeToken(secrets: Secrets, subscription: Meant): string {
  const text = signedText(subscription)
  return `${text}.${macOf(secrets, KEY, text).toString('base64url')}`
}

/** Undefined when the signature is not ours. */
export function readUnsubscribeToken(secrets: Secrets, token: string): Meant | undefined {
  const [, id, kind, signed] = /^(\d{1,10})\.(mentions|comments|news|all)\.([\w-]{43})$/.exec(token) ?? []
  if (!id || !kind || !signed) return undefined
  const subscription = { userId: Number(id), kind: kind as Kind }
  return isMac(secrets, KEY, signedText(subscription), Buffer.from(signed, 'base64url')) ? subscription : undefined
}
