/** What a learner comes back for: the courses in which they are enrolled. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { PageIndex, PageOf, PageSize } from '../../api/fields.ts'
import { WaitsFor } from '../catalogue/course-contract.ts'
import { LeadStatus } from '../leads/enquiry-contract.ts'
import { Order } from '../orders/order-contract.ts'
import { calendarEndpoints } from './calendar-contract.ts'

const Instant = z.iso.datetime()

const NextSession = z.object({
  startsAt: Instant,
  endsAt: Instant,
  /** Null for an online session, and where no room is named. */
  room: z.string().nullable(),
  place: z.object({ city: z.string(), venue: z.string() }).nullable(),
  isOnline: z.boolean(),
  /** Only shortly before and during the session. */
  joinLink: z.string().nullable(),
  /** From when `joinLink` is given, if the institute has entered it by then; null in person, and while access is paused. */
  joinFrom: Instant.nullable(),
})

/** What the learner wrote to be moved to another date of the course. */
const MoveRequest = z.object({
  reference: z.string(),
  /** Opens, with the reference, the page on which the request is followed. */
  token: z.string(),
  status: LeadStatus,
  askedAt: Instant,
})

const Enrolment = z.object({
  order: Order,
  /** The session that is on, or the next one; null after the last one, and for a recorded course. */
  nextSession: NextSession.nullable(),
  /** Null for a recorded course. */
  sessions: z.object({ total: z.int(), ended: z.int(), attended: z.int() }).nullable(),
  /** Of a recorded course: how many lessons it has, and how many are done; null of others. */
  lessons: z.object({ total: z.int(), done: z.int() }).nullable(),
  /** What the trainer or the desk gave the learners, the oldest first; `Learning/materials/{id}` opens one. */
  materials: z.array(z.object({ id: z.int(), name: z.string(), size: z.int() })),
  /** The valid certificate. */
  certificate: z.object({ number: z.string(), code: z.string(), pdfUrl: z.string() }).nullable(),
  /** The newest one. */
  moveRequest: MoveRequest.nullable(),
  /** The course is over, or its lessons are all done, and the learner has not reviewed it yet. */
  awaitsReview: z.boolean(),
})
export type Enrolment = z.output<typeof Enrolment>

const Pending = z.object({
  orderId: z.uuid(),
  courseName: z.string(),
  waitsFor: WaitsFor,
})
export type Pending = z.output<typeof Pending>

export const learningEndpoints = {
  ...calendarEndpoints,
  myCourses: endpoint({
    method: 'GET',
    path: 'Learning/courses',
    summary:
      'The courses in which the learner is enrolled by a paid order: those with a session to come first, the soonest at the top, then recorded ones, then those that are over.',
    audience: 'signedIn',
    input: z.object({ PageIndex, PageSize }),
    output: PageOf(Enrolment).extend({
      /** On the first page: the newest orders that are not paid yet, and so no enrolments. */
      pending: z.array(Pending),
    }),
  }),
}
