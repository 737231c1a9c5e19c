/** The secret part of the address to which a learner's calendar application subscribes. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey, type Settings } from '../../platform/settings.server.ts'

type Keys = Pick<Settings, 'authSecret'>

const signature = (settings: Keys, feedId: string) =>
  createHmac('sha256', derivedKey(settings, 'calendar')).update(feedId).digest()

/**
 * Paths are matched without regard to letter case: only hexadecimal digits pass.
 * @param feedId of the row that a new address replaces
 */
export function calendarToken(settings: Keys, feedId: string): string {
  return `${feedId}.${signature(settings, feedId).toString('hex')}`
}

/** The row's id; undefined when the signature is not ours. */
export function readCalendarToken(settings: Keys, token: string): string | undefined {
  const [, feedId, signed] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{64})$/.exec(token) ?? []
  if (!feedId || !signed) return undefined
  return timingSafeEqual(signature(settings, feedId), Buffer.from(signed, 'hex')) ? feedId : undefined
}
