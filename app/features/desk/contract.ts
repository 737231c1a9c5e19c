/** The frame of the desk: who works there, and finding any record. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Id, Text } from '../../api/fields.ts'

const FoundRecord = z.object({
  kind: z.enum([
    ...(['course', 'article', 'sitePage', 'run', 'order', 'person', 'enquiry', 'certificate', 'company'] as const),
    ...(['trainer', 'specialization', 'question', 'coupon', 'invoice', 'quote'] as const),
  ]),
  title: z.string(),
  /** Distinguishes it from others of the same name: a number, an address, a state. */
  note: z.string(),
  /** Its page below the desk, such as `orders/…`, with a query where it stands in a list. */
  path: z.string(),
})
export type FoundRecord = z.output<typeof FoundRecord>

const TodayItem = z.object({
  kind: z.enum([
    'transfer',
    'refund',
    'unmatched',
    'missedPart',
    'chargeback',
    'eInvoicing',
    'purchase',
    'enquiry',
    'enquiryClose',
    'enquiryLate',
    'review',
    'heldReview',
    'appeal',
    'report',
    'failedMessages',
    'failedJobs',
    'session',
    'certificates',
    'proposal',
    'draft',
    'missedDraft',
    'run',
    'missingLink',
  ]),
  reference: z.string().optional(),
  /** A person, or what kind of enquiry, refund or matter of e-invoicing it is. */
  subject: z.string().optional(),
  amountHalalas: z.int().optional(),
  /** Paid and held seats of a run, and how many it needs. */
  paid: z.int().optional(),
  minimum: z.int().optional(),
  /** Of several that are worked through together. */
  count: z.int().optional(),
  since: z.iso.datetime(),
  /** Where it is dealt with, below the desk. */
  path: z.string(),
})
export type TodayItem = z.output<typeof TodayItem>

const FailedMessage = z.object({
  id: z.int(),
  channel: z.enum(['email', 'sms']),
  recipient: z.string(),
  subject: z.string().nullable(),
  /** Why no further attempt is made. */
  because: z.string(),
  error: z.string().nullable(),
  at: z.iso.datetime(),
  /** Its content has expired, like a code: it cannot be sent again. */
  isExpired: z.boolean(),
})
const FailedJob = z.object({
  id: z.string(),
  task: z.string(),
  error: z.string().nullable(),
  attempts: z.int(),
  at: z.iso.datetime(),
})

const WATCH = { right: 'system.watch' } as const

export const deskEndpoints = {
  failures: endpoint({
    method: 'GET',
    path: 'admin/failures',
    summary: 'Messages of the last week and jobs that failed as often as they may, the newest first.',
    audience: WATCH,
    input: z.object({}),
    output: z.object({ messages: z.array(FailedMessage), jobs: z.array(FailedJob) }),
  }),
  retryMessage: endpoint({
    method: 'POST',
    path: 'admin/failures/messages/{id}/retry',
    summary: 'Sends a failed message again.',
    audience: WATCH,
    input: z.object({ id: Id }),
    output: z.object({}),
    problems: ['notFound'],
  }),
  dismissFailure: endpoint({
    method: 'POST',
    path: 'admin/failures/messages/{id}/dismiss',
    summary: 'Says that a failed message is not sent again.',
    audience: WATCH,
    input: z.object({ id: Id }),
    output: z.object({}),
    problems: ['notFound'],
  }),
  retryJob: endpoint({
    method: 'POST',
    path: 'admin/failures/jobs/{id}/retry',
    summary: 'Runs a failed job again.',
    audience: WATCH,
    input: z.object({ id: z.string().regex(/^\d{1,18}$/, 'invalid') }),
    output: z.object({}),
    problems: ['notFound'],
  }),
  today: endpoint({
    method: 'GET',
    path: 'admin/today',
    summary: 'What waits for the caller, the oldest first: up to twenty of each kind. For Owners also figures.',
    audience: { right: 'desk.open' },
    input: z.object({}),
    output: z.object({
      items: z.array(TodayItem),
      /** Money since the first of the month, and the seats of the runs to come. */
      figures: z.object({ inHalalas: z.int(), backHalalas: z.int(), sold: z.int(), seats: z.int() }).optional(),
    }),
  }),
  me: endpoint({
    method: 'GET',
    path: 'admin/me',
    summary: 'The name and the rights of the member of staff who asks.',
    audience: { right: 'desk.open' },
    input: z.object({}),
    output: z.object({
      ...{ id: Id, name: z.string(), picture: z.string().nullable(), rights: z.array(z.string()) },
      /** False in the demonstration: the desk opens without one. */
      needsSecondFactor: z.boolean(),
    }),
  }),
  find: endpoint({
    method: 'GET',
    path: 'admin/find',
    summary: 'Records by a part of their name, number, email or phone: only those that the caller may open.',
    audience: { right: 'desk.open' },
    input: z.object({ query: Text(100) }),
    output: z.object({ found: z.array(FoundRecord) }),
  }),
}
