/** The calendar to which a learner's application subscribes. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { FileAnswer, optional } from '../../api/fields.ts'

export const calendarEndpoints = {
  calendarAddress: endpoint({
    method: 'GET',
    path: 'Learning/calendar',
    summary: 'The secret address of the learner’s calendar; null until they make one.',
    audience: 'signedIn',
    input: z.object({}),
    output: z.object({ address: z.string().nullable() }),
  }),
  renewCalendarAddress: endpoint({
    method: 'POST',
    path: 'Learning/calendar',
    summary: 'Makes the secret address of the learner’s calendar; a former one stops working.',
    audience: 'signedIn',
    input: z.object({}),
    output: z.object({ address: z.string() }),
  }),
  endCalendarAddress: endpoint({
    method: 'DELETE',
    path: 'Learning/calendar',
    summary: 'Ends the secret address of the learner’s calendar.',
    audience: 'signedIn',
    input: z.object({}),
    output: z.object({}),
  }),
  calendarFeed: endpoint({
    method: 'GET',
    path: 'Learning/calendar/{token}/courses.ics',
    summary:
      'All seats of a learner as a calendar, as they are now, by the secret address; without links to join. Not found when the address was replaced.',
    audience: 'everyone',
    input: z.object({ token: z.string().max(200, 'invalid'), lang: optional(z.enum(['ar', 'en'], 'invalid')) }),
    output: FileAnswer,
    file: 'text/calendar; charset=utf-8',
    problems: ['notFound'],
  }),
}
