/** The secret part of the address to which a learner's calendar application subscribes. */
import { isMac, macOf, type Secrets } from '../../platform/secrets.server.ts'

const PURPOSE = 'calendar'

/**
 * Paths are matched without regard to letter case: only hexadecimal digits pass.
 * @param feedId of the row that a new address replaces
 */
export function calendarToken(secrets: Secrets, feedId: string): string {
  return `${feedId}.${macOf(secrets, PURPOSE, feedId).toString('hex')}`
}

/** The row's id; undefined when the signature is not ours. */
export function readCalendarToken(secrets: Secrets, token: string): string | undefined {
  const [, feedId, signed] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{64})$/.exec(token) ?? []
  if (!feedId || !signed) return undefined
  return isMac(secrets, PURPOSE, feedId, Buffer.from(signed, 'hex')) ? feedId : undefined
}
