/** The sessions of a month and of a day, as staff look through them. */
import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { Id, optional, PageIndex, Text } from '../../../api/fields.ts'
import { Day, Person, Warnings } from '../run-fields-contract.ts'
import { GROUPINGS, WITHOUT } from './calendar-groups.ts'

const CalendarSession = z.object({
  id: z.int(),
  run: z.object({ id: z.int(), course: z.string() }),
  day: z.string(),
  from: z.string(),
  to: z.string(),
  room: z.string().nullable(),
  city: z.string().nullable(),
  trainers: z.array(Person),
  warnings: Warnings,
  /** The first of them. */
  clashes: z.array(
    z.object({ session: z.int(), run: z.int(), course: z.string(), because: z.enum(['room', 'trainer']) }),
  ),
  moreClashes: z.int(),
})
export type CalendarSession = z.output<typeof CalendarSession>

/** `WITHOUT` finds the sessions that have no trainer, or no room. */
const Filters = { trainerId: optional(z.union([z.literal(WITHOUT), Id])), room: optional(Text(120)), page: PageIndex }

/** The rooms and trainers of all sessions of the time, whatever is filtered. */
const Choices = z.object({ rooms: z.array(z.string()), trainers: z.array(Person) })

/** `clashing`: how many sessions need a room or a trainer that another one needs at the same time. */
const Counted = { total: z.int(), clashing: z.int(), hasMore: z.boolean(), choices: Choices }

const VIEW = { right: 'runs.view' } as const

export const calendarEndpoints = {
  calendar: endpoint({
    method: 'GET',
    path: 'admin/calendar',
    summary: 'The sessions of a month by days, rooms or trainers: of each their number and the first of them.',
    audience: VIEW,
    input: z.object({
      month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'invalid'),
      by: optional(z.enum(GROUPINGS, 'invalid')),
      ...Filters,
    }),
    output: z.object({
      ...Counted,
      groups: z.array(
        z.object({
          /** Of a room its name and its city; empty for the sessions that have none. */
          name: z.array(z.string()),
          /** What the calendar is filtered by to find the rest of the group. */
          value: z.string(),
          total: z.int(),
          clashing: z.int(),
          sessions: z.array(CalendarSession),
        }),
      ),
    }),
  }),
  calendarDay: endpoint({
    method: 'GET',
    path: 'admin/calendar/day',
    summary: 'All sessions that begin on a day, in pages.',
    audience: VIEW,
    input: z.object({ day: Day, ...Filters }),
    output: z.object({ ...Counted, warnings: Warnings, sessions: z.array(CalendarSession) }),
  }),
}
