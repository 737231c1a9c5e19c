/** The token by which a sender follows an enquiry: derived from its reference, so that no secret is stored. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../platform/context.server.ts'
import { derivedKey } from '../../platform/settings.server.ts'

type Asking = Pick<Context, 'settings'>

export function followToken({ settings }: Asking, reference: string): string {
  return createHmac('sha256', derivedKey(settings, 'follow-lead')).update(reference).digest('base64url').slice(0, 32)
}

export function isFollowToken(ctx: Asking, reference: string, token: string): boolean {
  const [actual, expected] = [Buffer.from(token), Buffer.from(followToken(ctx, reference))]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
