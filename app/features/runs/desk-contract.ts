/** Runs as the institute's staff plan, list and change them. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import {
  Cursor,
  CursorPage,
  EditOf,
  FileAnswer,
  Id,
  optional,
  PageLimit,
  TABLE_FILES,
  TableFormat,
  Text,
  WholeNumber,
} from '../../api/fields.ts'
import { MAX_SESSIONS } from './sessions.ts'
import { DAY_WARNINGS } from './special-days.ts'

export const RUN_PHASES = ['coming', 'running', 'ended', 'cancelled'] as const
/** Below its minimum: it has not begun, and fewer seats are paid for than the institute wants. */
export const RUN_STATES = [...RUN_PHASES, 'below-minimum'] as const

const Instant = z.iso.datetime()
const Moment = z.iso
  .datetime({ offset: true, error: 'invalid' })
  .transform((text) => new Date(text))
  .pipe(z.date('invalid'))
const Day = z.iso.date('invalid')
const Clock = z.string('invalid').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalid')
const Names = z.object({ ar: Text(120), en: Text(120).optional() })
const Link = Text(500).pipe(z.url({ protocol: /^https$/, error: 'invalid' }))
const Person = z.object({ id: z.int(), name: z.string() })
const Halalas = WholeNumber.pipe(
  z.number().min(0, 'numberBetween:0,100000000').max(100_000_000, 'numberBetween:0,100000000'),
)
const Seats = WholeNumber.pipe(z.number().min(1, 'numberBetween:1,1000').max(1000, 'numberBetween:1,1000'))
const Held = WholeNumber.pipe(z.number().min(0, 'numberBetween:0,1000').max(1000, 'numberBetween:0,1000'))
const Weekday = z.enum(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], 'invalid')
/** Weekdays in an address: `sun,tue`. */
const WeekdayList = z.preprocess(
  (days) => (typeof days === 'string' ? days.split(',').filter(Boolean) : days),
  z.array(Weekday).min(1, 'required').max(7, 'invalid'),
)

const SessionInput = z.object({
  day: Day,
  from: Clock,
  to: Clock,
  room: optional(Text(120)),
  joinLink: optional(Link),
  trainerId: optional(Id),
})
export type SessionInput = z.output<typeof SessionInput>
const Sessions = z.array(SessionInput).min(1, 'required').max(MAX_SESSIONS, `tooManyRows:${MAX_SESSIONS}`)

/** A word of the staff, by which they find runs again. */
export const Tag = Text(40)

const Fingerprint = Text(64)
/** Ids of orders; in an address, with commas between them. */
const OrderIds = z.preprocess(
  (ids) => (typeof ids === 'string' ? ids.split(',').filter(Boolean) : ids),
  z.array(z.uuid('invalid')).max(1000, 'tooManyRows:1000'),
)

const Warnings = z.array(z.enum(DAY_WARNINGS))

const Session = z.object({
  id: z.int(),
  day: z.string(),
  from: z.string(),
  to: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  room: z.string().nullable(),
  joinLink: z.string().nullable(),
  trainer: Person.nullable(),
  warnings: Warnings,
})

const RunItem = z.object({
  id: z.int(),
  key: z.string(),
  version: z.int(),
  course: z.object({ id: z.int(), slug: z.string(), name: z.string() }),
  phase: z.enum(RUN_PHASES),
  startsAt: Instant,
  endsAt: Instant,
  city: z.string().nullable(),
  sessionCount: z.int(),
  seats: z.int(),
  /** Sold outside of this site. */
  heldSeats: z.int(),
  /** Bought by companies and not used yet. */
  companySeats: z.int(),
  paid: z.int(),
  /** Orders that wait for their payment and hold a seat. */
  pending: z.int(),
  waiting: z.int(),
  minimum: z.int().nullable(),
  /** Of those who plan runs. */
  tags: z.array(z.string()),
})
export type RunItem = z.output<typeof RunItem>

const RunDetails = RunItem.extend({
  courseDelivery: z.int(),
  cityNames: z.object({ ar: z.string(), en: z.string().optional() }).nullable(),
  venueNames: z.object({ ar: z.string(), en: z.string().optional() }).nullable(),
  enrolmentOpensAt: Instant.nullable(),
  enrolmentClosesAt: Instant,
  /** Null: the course's own price. */
  priceHalalas: z.int().nullable(),
  coursePriceHalalas: z.int(),
  trainers: z.array(Person),
  sessions: z.array(Session),
  movedAt: Instant.nullable(),
  cancelledAt: Instant.nullable(),
  /** Only for those who may see orders. */
  money: z.object({ paidHalalas: z.int(), refundedHalalas: z.int() }).nullable(),
  /** What is being done, or was done, with the orders of a moved or cancelled run; the newest first. */
  actions: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(['move', 'cancel']),
      reason: z.string(),
      by: z.string().nullable(),
      at: Instant,
      doneAt: Instant.nullable(),
      orders: z.int(),
      ordersDone: z.int(),
    }),
  ),
})
export type RunDetails = z.output<typeof RunDetails>

const ById = z.object({ id: Id })

/** Which runs a list is of. */
export const RunFilters = z.object({
  courseId: optional(Id),
  trainerId: optional(Id),
  room: optional(Text(120)),
  state: optional(z.enum(RUN_STATES, 'invalid')),
  tag: optional(Tag),
  from: optional(Day),
  to: optional(Day),
})

const EDITABLE = {
  minimum: Seats.nullable(),
  enrolmentOpensAt: Moment.nullable(),
  enrolmentClosesAt: Moment,
  city: Names.nullable(),
  venue: Names.nullable(),
}
const EDITABLE_SESSION = { room: Text(120).nullable(), joinLink: Link.nullable(), trainerId: Id.nullable() }

const VIEW = { right: 'runs.view' } as const
const PLAN = { right: 'runs.plan' } as const

export const runDeskEndpoints = {
  runs: endpoint({
    method: 'GET',
    path: 'admin/runs',
    summary: 'Runs by their first day or their free seats; filtered by course, trainer, room, state, tag and days.',
    audience: VIEW,
    input: RunFilters.extend({
      sort: optional(z.enum(['first', 'last', 'full', 'free'], 'invalid')),
      cursor: Cursor,
      limit: PageLimit,
    }),
    output: CursorPage(RunItem),
  }),
  // Stands before the call whose path is an id, which would match it too.
  exportRuns: endpoint({
    method: 'GET',
    path: 'admin/runs/export',
    summary: 'The runs of a list that the caller may see, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: VIEW,
    input: RunFilters.extend({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  run: endpoint({
    method: 'GET',
    path: 'admin/runs/{id}',
    summary: 'A run with its sessions, its seats and its money.',
    audience: VIEW,
    input: ById,
    output: RunDetails,
    problems: ['runNotFound'],
  }),
  planRun: endpoint({
    method: 'POST',
    path: 'admin/runs',
    summary: 'Plans a run of a course with its sessions.',
    audience: PLAN,
    creates: true,
    status: 201,
    input: z.object({
      courseId: Id,
      sessions: Sessions,
      seats: Seats,
      heldSeats: optional(Held),
      minimum: optional(Seats),
      enrolmentOpensAt: optional(Moment),
      /** The beginning of the first session when missing. */
      enrolmentClosesAt: optional(Moment),
      priceHalalas: optional(Halalas),
      city: optional(Names),
      venue: optional(Names),
    }),
    output: RunDetails,
    problems: ['courseNotFound', 'trainerNotFound', 'sessionsOverlap', 'runBegun', 'enrolmentClosesLate'],
  }),
  sessionPattern: endpoint({
    method: 'GET',
    path: 'admin/session-pattern',
    summary: 'The sessions of weekdays between two days, with what is special about each day.',
    audience: PLAN,
    input: z.object({
      weekdays: WeekdayList,
      firstDay: Day,
      lastDay: Day,
      from: Clock,
      to: Clock,
      ramadanFrom: optional(Clock),
      ramadanTo: optional(Clock),
      skipsHolidays: optional(z.enum(['true', 'false', 'on']).transform((value) => value !== 'false')),
    }),
    output: z.object({
      sessions: z.array(z.object({ day: z.string(), from: z.string(), to: z.string(), warnings: Warnings })),
    }),
    problems: ['validation'],
  }),
  editRun: endpoint({
    method: 'PATCH',
    path: 'admin/runs/{id}',
    summary: 'Changes the minimum, the enrolment window and the place of a run.',
    audience: PLAN,
    input: ById.extend(EditOf(EDITABLE).shape),
    output: RunDetails,
    problems: ['runNotFound', 'runCancelled', 'changedMeanwhile', 'enrolmentClosesLate'],
  }),
  editSession: endpoint({
    method: 'PATCH',
    path: 'admin/sessions/{id}',
    summary: 'Changes the room, the link or the trainer of a session; its time is changed by rescheduling the run.',
    audience: PLAN,
    input: ById.extend(EditOf(EDITABLE_SESSION).shape),
    output: RunDetails,
    problems: ['runNotFound', 'runCancelled', 'trainerNotFound', 'changedMeanwhile'],
  }),
  setRunCapacity: endpoint({
    method: 'PUT',
    path: 'admin/runs/{id}/capacity',
    summary: 'Sets how many seats a run has, never fewer than are sold or held.',
    audience: PLAN,
    input: ById.extend({ seats: Seats, heldSeats: optional(Held) }),
    output: RunDetails,
    problems: ['runNotFound', 'runCancelled', 'seatsSold'],
  }),
  setRunPrice: endpoint({
    method: 'PUT',
    path: 'admin/runs/{id}/price',
    summary: 'Sets the price of a run, or leaves it to the course; orders that were placed keep theirs.',
    audience: { right: 'prices.change' },
    input: ById.extend({ priceHalalas: optional(Halalas) }),
    output: RunDetails,
    problems: ['runNotFound', 'runCancelled'],
  }),
  reschedulePreview: endpoint({
    method: 'GET',
    path: 'admin/runs/{id}/reschedule',
    summary: 'Whom a change of the dates concerns, and how long they may leave.',
    audience: PLAN,
    input: ById,
    output: z.object({
      paid: z.int(),
      pending: z.int(),
      mails: z.int(),
      /** For so many days learners may leave and get everything back. */
      leaveDays: z.int(),
      fingerprint: z.string(),
    }),
    problems: ['runNotFound', 'runCancelled'],
  }),
  rescheduleRun: endpoint({
    method: 'POST',
    path: 'admin/runs/{id}/reschedule',
    summary: 'Gives a run other sessions; every learner gets one mail with the new entry for the calendar.',
    audience: PLAN,
    input: ById.extend({
      /** Of the preview: what is done is what was shown. */
      fingerprint: Fingerprint,
      sessions: Sessions,
      /** As long before the first session as until now when missing. */
      enrolmentClosesAt: optional(Moment),
      /** Learners read it. */
      reason: Text(500),
    }),
    output: RunDetails,
    problems: [
      ...['runNotFound', 'runCancelled', 'runEnded', 'runBegun', 'previewStale'],
      ...['trainerNotFound', 'sessionsOverlap', 'sessionAttended', 'enrolmentClosesLate'],
    ] as const,
  }),
  cancelPreview: endpoint({
    method: 'GET',
    path: 'admin/runs/{id}/cancel',
    summary: 'What cancelling the run means: people, money and mails.',
    audience: { right: 'runs.cancel' },
    input: ById.extend({ moveTo: optional(Id), refund: optional(OrderIds) }),
    output: z.object({
      /** With a seat in the run: who they are, and whether they are moved to the other run. */
      orders: z.array(
        z.object({
          id: z.uuid(),
          reference: z.string(),
          name: z.string(),
          status: z.enum(['pending', 'paid']),
          leftHalalas: z.int(),
          isTransfer: z.boolean(),
          isMoved: z.boolean(),
        }),
      ),
      /** The runs of the course to which learners could be moved. */
      targets: z.array(
        z.object({
          id: z.int(),
          startsAt: Instant,
          city: z.string().nullable(),
          seatsLeft: z.int(),
          priceHalalas: z.int(),
        }),
      ),
      /** How much more the other run costs, or less; nobody pays it or gets it back. */
      differenceHalalas: z.int(),
      paid: z.int(),
      pending: z.int(),
      waiting: z.int(),
      /** Into the other run, as far as it has seats. */
      moved: z.int(),
      /** Whoever finds no seat there gets the money back. */
      notMoved: z.int(),
      refundHalalas: z.int(),
      /** Refunds of bank transfers, which staff send themselves. */
      byHand: z.int(),
      mails: z.int(),
      fingerprint: z.string(),
    }),
    problems: ['runNotFound', 'runCancelled', 'targetRunUnfit'],
  }),
  cancelRun: endpoint({
    method: 'POST',
    path: 'admin/runs/{id}/cancel',
    summary: 'Cancels a run; learners get their money back, or a seat in another run of the course.',
    audience: { right: 'runs.cancel' },
    needsProof: true,
    input: ById.extend({
      /** Of the preview: what is done is what was shown. */
      fingerprint: Fingerprint,
      /** Learners read it, also on their credit notes. */
      reason: Text(500),
      moveTo: optional(Id),
      /** Of those who are moved otherwise: these get their money back. */
      refund: optional(OrderIds),
    }),
    output: RunDetails,
    problems: ['runNotFound', 'runCancelled', 'runEnded', 'previewStale', 'targetRunUnfit'],
  }),
  calendar: endpoint({
    method: 'GET',
    path: 'admin/calendar',
    summary: 'All sessions of a month with their rooms and trainers; those that clash name each other.',
    audience: VIEW,
    input: z.object({
      month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'invalid'),
      trainerId: optional(Id),
      room: optional(Text(120)),
    }),
    output: z.object({
      sessions: z.array(
        z.object({
          id: z.int(),
          run: z.object({ id: z.int(), course: z.string() }),
          day: z.string(),
          from: z.string(),
          to: z.string(),
          room: z.string().nullable(),
          city: z.string().nullable(),
          trainers: z.array(Person),
          warnings: Warnings,
          clashes: z.array(
            z.object({ session: z.int(), run: z.int(), course: z.string(), because: z.enum(['room', 'trainer']) }),
          ),
        }),
      ),
    }),
  }),
}
