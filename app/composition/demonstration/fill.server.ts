/** Fills a new demonstration with what a busy institute has: orders, attendance, certificates, enquiries, an audit log. */
import { isProblem } from '../../api/problem.ts'
import { addPeople, databaseTime, dateMails } from '../../features/demonstration/queries.server.ts'
import { addVisits } from '../../features/demonstration/visits-queries.server.ts'
import { expireOverdue } from '../../features/orders/transition-queries.server.ts'
import type { Services } from '../../platform/context.server.ts'
import { dayOf, instantOf, plusDays } from '../../platform/days.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { books } from './books.server.ts'
import { companies } from './companies.server.ts'
import { office } from './office.server.ts'
import { LEARNERS } from './people.ts'
import { openSales, paidInParts } from './sales.server.ts'
import { createStage } from './stage.server.ts'
import { Story, type StoryEvent } from './story.ts'
import { teaching } from './teaching.server.ts'

/**
 * Tells the story by the product's own calls, each at its time, so that numbers, seats, ledger and audit log are as in
 * production. Whoever has the people has the story: it is told once, and not continued when it was interrupted.
 * @returns the events that failed, with their reason
 */
export async function fillDemonstration(services: Services): Promise<string[]> {
  if (!services.settings.demo) throw new Error('Only a demonstration is filled.')
  const today = dayOf(services.now())
  const people = LEARNERS.map((person, index) => ({
    ...person,
    joinedAt: instantOf(plusDays(today, -100 + index), '12:00'),
  }))
  if ((await addPeople(services.db, people)) === 0) return []
  const story = new Story()
  teaching(story)
  openSales(story)
  paidInParts(story)
  office(story)
  companies(story)
  books(story)
  const failures = await tell(story, services)
  await addVisits(services.db, today)
  return failures
}

/** The job of every minute may expire an order of the past between its placing and its payment. */
async function toldAgainIfExpired(tell: () => unknown): Promise<void> {
  try {
    await tell()
  } catch (error) {
    if (!isProblem(error, 'orderNotPayable')) throw error
    await tell()
  }
}

async function tell(story: Story, services: Services): Promise<string[]> {
  const stage = await createStage(services)
  const failures: string[] = []
  const now = services.now()
  const timeOf = ({ when }: StoryEvent) =>
    'minutesAgo' in when ? new Date(+now - when.minutesAgo * MINUTE_MS) : stage.at(when.days, when.clock)
  const inOrder = story.events
    .map((event, place) => ({ ...event, place, time: timeOf(event) }))
    .sort((one, other) => +one.time - +other.time || one.place - other.place)
  for (const { time, tell } of inOrder) {
    const since = await databaseTime(services.db)
    await expireOverdue(services.db, time)
    try {
      await toldAgainIfExpired(() => tell(stage, time))
    } catch (error) {
      const reason = isProblem(error) ? `${error.code} ${JSON.stringify(error.fields ?? {})}` : String(error)
      failures.push(`${time.toISOString()}: ${reason}`)
      services.log.warn({ err: error, time }, 'an event of the demonstration failed')
    }
    await dateMails(services.db, since, time)
  }
  return failures
}
