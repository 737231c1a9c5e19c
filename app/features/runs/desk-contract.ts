/** Runs as the institute's staff plan, list and edit them. */
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
} from '../../api/fields.ts'
import {
  ById,
  Clock,
  Day,
  Halalas,
  Held,
  Link,
  Moment,
  Names,
  RunDetails,
  RunFilters,
  RunItem,
  Seats,
  Sessions,
  Warnings,
  WeekdayList,
} from './run-fields-contract.ts'

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
      /** Public holidays on which there is no session. */
      leftOut: z.array(z.object({ day: z.string(), warnings: Warnings })),
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
}
