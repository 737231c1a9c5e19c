/** What staff see of a run and its sessions, and what they may type. */
import { z } from 'zod'
import { Id, optional, Text, WholeNumber } from '../../api/fields.ts'
import { MAX_SESSIONS } from './sessions.ts'
import { DAY_WARNINGS } from './special-days.ts'

export const RUN_PHASES = ['coming', 'running', 'ended', 'cancelled'] as const
/**
 * Current: coming or running. Below its minimum: it has not begun, and fewer seats are paid for than the institute
 * wants.
 */
export const RUN_STATES = ['current', ...RUN_PHASES, 'below-minimum'] as const

export const Instant = z.iso.datetime()
export const Moment = z.iso
  .datetime({ offset: true, error: 'invalid' })
  .transform((text) => new Date(text))
  .pipe(z.date('invalid'))
/** A field that was left empty is missing, not wrong. */
const missingOr = (code: string) => ({
  error: ({ input }: { input?: unknown }) => (input === '' || input === undefined ? 'required' : code),
})
export const Day = z.iso.date(missingOr('invalid'))
export const Clock = z.string(missingOr('invalid')).regex(/^([01]\d|2[0-3]):[0-5]\d$/, missingOr('invalid'))
export const Names = z.object({ ar: Text(120), en: Text(120).optional() })
export const Link = Text(500).pipe(z.url({ protocol: /^https$/, error: 'invalid' }))
export const Person = z.object({ id: z.int(), name: z.string() })
export const Halalas = WholeNumber.pipe(
  z.number().min(0, 'numberBetween:0,100000000').max(100_000_000, 'numberBetween:0,100000000'),
)
export const Seats = WholeNumber.pipe(z.number().min(1, 'numberBetween:1,1000').max(1000, 'numberBetween:1,1000'))
export const Held = WholeNumber.pipe(z.number().min(0, 'numberBetween:0,1000').max(1000, 'numberBetween:0,1000'))
export const Weekday = z.enum(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], 'invalid')
/** Weekdays in an address: `sun,tue`. */
export const WeekdayList = z.preprocess(
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
export const Sessions = z.array(SessionInput).min(1, 'required').max(MAX_SESSIONS, `tooManyRows:${MAX_SESSIONS}`)

/** A word of the staff, by which they find runs again. */
export const Tag = Text(40)

export const Fingerprint = Text(64)
/** Ids of orders; in an address, with commas between them. */
export const OrderIds = z.preprocess(
  (ids) => (typeof ids === 'string' ? ids.split(',').filter(Boolean) : ids),
  z.array(z.uuid('invalid')).max(1000, 'tooManyRows:1000'),
)

export const Warnings = z.array(z.enum(DAY_WARNINGS))

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

export const RunItem = z.object({
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

export const RunDetails = RunItem.extend({
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
  /** Until when the caller can undo what they did last with it. */
  undoUntil: Instant.nullable(),
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
      purchases: z.int(),
      purchasesDone: z.int(),
    }),
  ),
})
export type RunDetails = z.output<typeof RunDetails>

export const ById = z.object({ id: Id })

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
