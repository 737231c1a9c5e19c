/** Who is enrolled in a run, and who was there. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { FileAnswer, Flag, Id, optional, TABLE_FILES, TableFormat } from '../../api/fields.ts'

const Instant = z.iso.datetime()
/** By the clock of the device. */
const Moment = z.iso
  .datetime({ offset: true, error: 'invalid' })
  .transform((text) => new Date(text))
  .pipe(z.date('invalid'))
const MarkState = z.enum(['present', 'late', 'absent'], 'invalid')
export type MarkState = z.output<typeof MarkState>

export const MAX_SCANS = 200
/** Until so long before a session nobody is asked whether they mean it: people come early. */
export const EARLY_MINUTES = 60

const Session = z.object({
  id: z.int(),
  runId: z.int(),
  course: z.string(),
  startsAt: Instant,
  endsAt: Instant,
  room: z.string().nullable(),
  enrolled: z.int(),
  /** Present or late. */
  attended: z.int(),
})
export type AttendanceSession = z.output<typeof Session>

const Attendee = z.object({
  orderId: z.uuid(),
  reference: z.string(),
  name: z.string(),
  state: MarkState.nullable(),
})

const Verdict = z.enum(['present', 'duplicate', 'otherRun', 'notEnrolled', 'unknown'])
export type Verdict = z.output<typeof Verdict>

const RunAttendee = z.object({
  orderId: z.uuid(),
  reference: z.string(),
  name: z.string(),
  /** Only for those who may see all learners. */
  email: z.string().optional(),
  phone: z.string().optional(),
  attended: z.int(),
  /** Of the sessions that have ended. */
  percent: z.int().nullable(),
  certificate: z.object({ number: z.string(), code: z.string() }).nullable(),
  /** They had a certificate, which was revoked, and have none now. */
  isRevoked: z.boolean(),
})
export type RunAttendee = z.output<typeof RunAttendee>

export const attendanceEndpoints = {
  sessionsOfDay: endpoint({
    method: 'GET',
    path: 'admin/attendance',
    summary: 'The sessions of a day in Riyadh, today by default; a trainer sees those of their own runs.',
    audience: { right: 'attendance.take' },
    input: z.object({ day: optional(z.iso.date('invalid')) }),
    output: z.object({ day: z.string(), sessions: z.array(Session) }),
  }),
  session: endpoint({
    method: 'GET',
    path: 'admin/attendance/{id}',
    summary: 'Everybody who is enrolled in a session, with whether they were there.',
    audience: { right: 'attendance.take' },
    input: z.object({ id: Id }),
    output: Session.extend({ attendees: z.array(Attendee) }),
    problems: ['runNotFound'],
  }),
  mark: endpoint({
    method: 'POST',
    path: 'admin/attendance/{id}/marks',
    summary: `Says whether somebody was there, and answers what is in force: the same again changes nothing, nor does a mark that was made (\`at\`, now by default) before the one that is saved. More than ${EARLY_MINUTES} minutes before the session it is refused without \`early\`.`,
    audience: { right: 'attendance.take' },
    input: z.object({ id: Id, orderId: z.uuid('invalid'), state: MarkState, at: optional(Moment), early: Flag }),
    output: z.object({ state: MarkState }),
    problems: ['runNotFound', 'orderNotFound', 'sessionNotBegun'],
  }),
  scan: endpoint({
    method: 'POST',
    path: 'admin/attendance/{id}/scans',
    summary: `Up to ${MAX_SCANS} scanned badges, each with a number of the device: one that is sent again gets the same verdict. More than ${EARLY_MINUTES} minutes before the session they are refused without \`early\`.`,
    audience: { right: 'attendance.take' },
    input: z.object({
      id: Id,
      scans: z
        .array(z.object({ id: z.uuid('invalid'), code: z.string().max(500, 'invalid'), at: Moment }))
        .min(1, 'required')
        .max(MAX_SCANS, `tooManyRows:${MAX_SCANS}`),
      early: Flag,
    }),
    output: z.object({
      verdicts: z.array(z.object({ id: z.uuid(), verdict: Verdict, name: z.string().nullable() })),
    }),
    problems: ['runNotFound', 'sessionNotBegun'],
  }),
  attendees: endpoint({
    method: 'GET',
    path: 'admin/runs/{id}/attendees',
    summary: 'Everybody with a paid seat in a run: how often they were there, and their certificate.',
    audience: { right: 'attendance.take' },
    input: z.object({ id: Id }),
    output: z.object({
      run: z.object({
        ...{ id: z.int(), course: z.string(), startsAt: Instant, endsAt: Instant },
        /** Where it is; null online. */
        place: z.string().nullable(),
      }),
      /** The share of a run's sessions that a certificate needs. */
      minPercent: z.int(),
      /**
       * When the trainer proposed to issue the certificates; null without a proposal, or when they were issued since.
       */
      proposal: z.object({ at: Instant, by: z.string().nullable() }).nullable(),
      attendees: z.array(RunAttendee),
    }),
    problems: ['runNotFound'],
  }),
  badges: endpoint({
    method: 'GET',
    path: 'admin/runs/{id}/badges',
    summary: 'The badges of a run: a name, and a QR code that says nothing to others.',
    audience: { right: 'attendance.take' },
    input: z.object({ id: Id }),
    output: z.object({
      course: z.string(),
      badges: z.array(
        z.object({ orderId: z.uuid(), name: z.string(), qr: z.object({ size: z.int(), path: z.string() }) }),
      ),
    }),
    problems: ['runNotFound'],
  }),
  exportAttendees: endpoint({
    method: 'GET',
    path: 'admin/runs/{id}/attendees/export',
    summary: 'The attendees of a run with email and phone, for spreadsheets. Each export is in the audit log.',
    audience: { right: 'learners.export' },
    input: z.object({ id: Id, format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    problems: ['runNotFound'],
    needsProof: true,
    logs: 'export',
  }),
}
