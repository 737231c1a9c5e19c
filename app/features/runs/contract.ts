/** Runs: waiting for a seat as learners do, and what staff plan and change. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Id } from '../../api/fields.ts'
import { runBulkEndpoints } from './bulk-contract.ts'
import { calendarEndpoints } from './calendar/calendar-contract.ts'
import { runDeskEndpoints } from './desk-contract.ts'
import { enrolmentMoveEndpoints } from './moves/enrolment-move-contract.ts'
import { orderMoveEndpoints } from './moves/order-move-contract.ts'
import { runActionEndpoints } from './run-action-contract.ts'
import { waitingDeskEndpoints } from './waiting-desk-contract.ts'

const ById = z.object({ id: Id })

/** `position` is the place in line, from 1 on; `offeredUntil` is there while a seat is held for the learner. */
const Place = z.object({ position: z.int().nullable(), offeredUntil: z.iso.datetime().nullable() })
export type WaitingPlace = z.output<typeof Place>

export const runsEndpoints = {
  joinWaiting: endpoint({
    method: 'POST',
    path: 'Runs/{id}/waiting',
    summary: 'Waits for a seat in a full run; the first in line is offered a freed seat by mail.',
    audience: 'signedIn',
    input: ById,
    output: Place,
    problems: ['runNotFound', 'runNotFull', 'alreadyEnrolled', 'enrolmentClosed', 'tooManyRequests'],
  }),
  waitingPlace: endpoint({
    method: 'GET',
    path: 'Runs/{id}/waiting',
    summary: 'One’s own place in line.',
    audience: 'signedIn',
    input: ById,
    output: Place,
  }),
  leaveWaiting: endpoint({
    method: 'DELETE',
    path: 'Runs/{id}/waiting',
    summary: 'Waits no longer.',
    audience: 'signedIn',
    input: ById,
    output: z.object({}),
    problems: ['notWaiting'],
  }),
  myWaiting: endpoint({
    method: 'GET',
    path: 'Profile/waiting',
    summary: 'The runs for which one waits, or for which a seat is held for one, the soonest first.',
    audience: 'signedIn',
    input: z.object({}),
    output: z.object({
      places: z.array(
        Place.extend({
          runId: z.int(),
          course: z.object({ id: z.int(), slug: z.string(), name: z.string() }),
          startsAt: z.iso.datetime(),
        }),
      ),
    }),
  }),
  ...runBulkEndpoints,
  ...runDeskEndpoints,
  ...calendarEndpoints,
  ...runActionEndpoints,
  ...waitingDeskEndpoints,
  ...orderMoveEndpoints,
  ...enrolmentMoveEndpoints,
}
