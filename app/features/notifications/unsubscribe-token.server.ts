/** The unsubscribe token of a mail: valid without sign-in and forever. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey, type Settings } from '../../platform/settings.server.ts'

export const KINDS = ['mentions', 'comments', 'all'] as const
export type Kind = (typeof KINDS)[number]

type Keys = Pick<Settings, 'authSecret'>
type Meant = { userId: number; kind: Kind }

const signature = (settings: Keys, { userId, kind }: Meant) =>
  createHmac('sha256', derivedKey(settings, 'unsubscribe')).update(`${userId}.${kind}`).digest()

export function unsubscribeToken(settings: Keys, subscription: Meant): string {
  return `${subscription.userId}.${subscription.kind}.${signature(settings, subscription).toString('base64url')}`
}

/** Undefined when the signature is not ours. */
export function readUnsubscribeToken(settings: Keys, token: string): Meant | undefined {
  const [, id, kind, signed] = /^(\d{1,10})\.(mentions|comments|all)\.([\w-]{43})$/.exec(token) ?? []
  if (!id || !kind || !signed) return undefined
  const subscription = { userId: Number(id), kind: kind as Kind }
  return timingSafeEqual(signature(settings, subscription), Buffer.from(signed, 'base64url')) ? subscription : undefined
}
