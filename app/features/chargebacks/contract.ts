/** Chargebacks: payments that the payer's bank takes back, with their deadline and how they ended. */
import { z } from 'zod'
import { endpoint, type Quota } from '../../api/endpoint.ts'
import {
  Cursor,
  CursorPage,
  FileAnswer,
  FileField,
  optional,
  PageLimit,
  TABLE_FILES,
  TableFormat,
  Text,
  WholeNumber,
} from '../../api/fields.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { MAX_PAPER_FORM_BYTES } from '../uploads/contract.ts'

export const CHARGEBACK_STATUSES = ['open', 'answered', 'won', 'lost'] as const
const Status = z.enum(CHARGEBACK_STATUSES, 'invalid')
const ById = z.object({ id: z.uuid('invalid') })
const Day = z.iso.date('invalid')
const Instant = z.iso.datetime()
const MONEY = { right: 'payments.match' } as const

export const EVIDENCE_QUOTAS: readonly Quota[] = [
  { key: 'evidence', of: 'account', seconds: HOUR_SECONDS, max: 60, unit: 'files' },
]

const Chargeback = z.object({
  id: z.uuid(),
  order: z.object({ id: z.uuid(), reference: z.string() }),
  learner: z.string().nullable(),
  provider: z.string(),
  reference: z.string(),
  amountHalalas: z.int(),
  reason: z.string(),
  dueOn: z.string().nullable(),
  status: Status,
  keepsSeat: z.boolean().nullable(),
  /** `report`: found in a settlement report. */
  source: z.enum(['staff', 'report']),
  createdAt: Instant,
  notes: z.array(
    z.object({
      kind: z.enum(['note', 'evidence', 'won', 'lost']),
      note: z.string(),
      by: z.string().nullable(),
      at: Instant,
      /** Its address opens it for ten minutes. */
      file: z.object({ name: z.string(), size: z.int(), address: z.url() }).nullable(),
    }),
  ),
})
export type Chargeback = z.output<typeof Chargeback>

export const chargebacksEndpoints = {
  chargebacks: endpoint({
    method: 'GET',
    path: 'admin/chargebacks',
    summary: 'Chargebacks, the newest first, and how many are in each state.',
    audience: MONEY,
    input: z.object({ status: optional(Status), cursor: Cursor, limit: PageLimit }),
    output: CursorPage(Chargeback).extend({ counts: z.record(Status, z.int()) }),
  }),
  exportChargebacks: endpoint({
    method: 'GET',
    path: 'admin/chargebacks/export',
    summary: 'Chargebacks of a list, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: MONEY,
    input: z.object({ status: optional(Status), format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  chargebacksOfOrder: endpoint({
    method: 'GET',
    path: 'admin/orders/{id}/chargebacks',
    summary: 'The chargebacks of an order, the oldest first, and what of its card payment one may be about.',
    audience: MONEY,
    input: ById,
    output: z.object({ items: z.array(Chargeback), leftHalalas: z.int() }),
    problems: ['orderNotFound'],
  }),
  recordChargeback: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/chargebacks',
    summary: 'Records a chargeback of the order’s card payment. No money moves until it is lost.',
    audience: MONEY,
    input: ById.extend({
      amountHalalas: optional(WholeNumber.pipe(z.number().min(1, 'invalid'))),
      reference: optional(Text(100)),
      reason: Text(500),
      dueOn: Day,
    }),
    output: Chargeback,
    problems: ['orderNotFound', 'ownOrder', 'noCardPayment', 'chargebackOpen'],
    status: 201,
  }),
  noteChargeback: endpoint({
    method: 'POST',
    path: 'admin/chargebacks/{id}/notes',
    summary:
      'Writes down what was done about an open chargeback, or the evidence that was sent, with a file (PDF, JPG or PNG; 10 MB); changes its deadline.',
    audience: MONEY,
    input: ById.extend({
      kind: z.enum(['note', 'evidence'], 'invalid'),
      note: Text(2000),
      dueOn: optional(Day),
      file: optional(FileField),
    }),
    output: Chargeback,
    problems: [
      'notFound',
      'ownOrder',
      'chargebackDecided',
      'tooLarge',
      'unsupportedType',
      'tooManyRequests',
      'storageDown',
      'uploadTooSlow',
    ],
    files: { maxBytes: MAX_PAPER_FORM_BYTES, field: 'file' },
    quotas: EVIDENCE_QUOTAS,
  }),
  decideChargeback: endpoint({
    method: 'POST',
    path: 'admin/chargebacks/{id}/decision',
    summary:
      'Says how a chargeback ended. Won: nothing changes. Lost: the amount is booked as sent back by hand, with a credit note; the seat is kept or cancelled as staff decide.',
    audience: { right: 'refunds.send' },
    needsProof: true,
    input: ById.extend({
      outcome: z.enum(['won', 'lost'], 'invalid'),
      /** Of a lost one. */
      seat: optional(z.enum(['keep', 'cancel'], 'invalid')),
      /** Of a lost one: the learner reads it. */
      reason: Text(500),
    }),
    output: Chargeback,
    problems: ['notFound', 'ownOrder', 'chargebackDecided', 'refundUnderWay', 'orderNotRefundable', 'refundAboveLimit'],
    logs: 'refund',
  }),
}
