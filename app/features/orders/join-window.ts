/** When learners see how to join a session that is held online. No other page, mail or calendar holds the link. */
import { MINUTE_MS } from '../../platform/durations.ts'

/** How long before a session its link is shown: it is not spread, and one that changed meanwhile misleads nobody. */
export const JOIN_BEFORE_MINUTES = 15

type Times = { startsAt: Date; endsAt: Date }

export const joinFrom = ({ startsAt }: Pick<Times, 'startsAt'>) =>
  new Date(startsAt.getTime() - JOIN_BEFORE_MINUTES * MINUTE_MS)

export function mayJoin(session: Times, now: Date): boolean {
  return now >= joinFrom(session) && now < session.endsAt
}
