/** The calendar to which a learner's application subscribes: all their seats, by an address with a secret. */
import { randomUUID } from 'node:crypto'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { instituteName } from '../messages/institute-contacts.server.ts'
import { calendarOfSeats } from '../orders/calendar/calendar.server.ts'
import type { calendarEndpoints } from './calendar-contract.ts'
import { deleteFeed, findFeed, ownerOfFeed, saveFeed } from './calendar-queries.server.ts'
import { calendarToken, readCalendarToken } from './calendar-token.server.ts'

type Calls = Operations<typeof calendarEndpoints>

/** Absolute: it is typed into another application. */
const addressOf = ({ settings, lang }: Context, feedId: string) =>
  `${settings.publicUrl}/api/Learning/calendar/${calendarToken(settings, feedId)}/courses.ics?lang=${lang}`

const calendarAddress: Calls['calendarAddress'] = async (ctx) => {
  const feedId = await findFeed(ctx.db, requireUser(ctx).id)
  return { address: feedId === undefined ? null : addressOf(ctx, feedId) }
}

const renewCalendarAddress: Calls['renewCalendarAddress'] = async (ctx) => {
  const id = randomUUID()
  await saveFeed(ctx.db, { userId: requireUser(ctx).id, id, now: ctx.now() })
  return { address: addressOf(ctx, id) }
}

const endCalendarAddress: Calls['endCalendarAddress'] = async (ctx) => {
  await deleteFeed(ctx.db, requireUser(ctx).id)
  return {}
}

const calendarFeed: Calls['calendarFeed'] = async (ctx, { token, lang = ctx.lang }) => {
  const feedId = readCalendarToken(ctx.settings, token)
  const userId = feedId && (await ownerOfFeed(ctx.db, feedId))
  if (!userId) throw new Problem('notFound')
  const institute = await instituteName(ctx.db, lang)
  const about = { publicUrl: ctx.settings.publicUrl, now: ctx.now(), institute }
  const content = await calendarOfSeats(ctx.db, userId, lang, about)
  return { name: 'courses.ics', body: new Blob([content]).stream() }
}

export const calendarOperations: Calls = { calendarAddress, renewCalendarAddress, endCalendarAddress, calendarFeed }
