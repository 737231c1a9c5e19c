/** Chargebacks: payments that the payer's bank takes back, with their deadline and how they ended. */
import { z } from 'zod'
import { endpoint, type Quota } from '../../api/endpoint.ts'
import {
  Cursor,
  CursorPage,
  FileAnswer,
  FileField,
  Id,
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
const Facts = z.object({
  amountHalalas: optional(WholeNumber.pipe(z.number().min(1, 'invalid'))),
  reference: optional(Text(100)),
  reason: Text(500),
  dueOn: Day,
})
const Instant = z.iso.datetime()
const MONEY = { right: 'payments.match' } as const

export const EVIDENCE_QUOTAS: readonly Quota[] = [
  { key: 'evidence', of: 'account', seconds: HOUR_SECONDS, max: 60, unit: 'files' },
]

const Chargeback = z.object({
  id: z.uuid(),
  /** Of what the payment bought: a learner’s order, or the purchase of a company. */
  order: z.object({ id: z.uuid(), reference: z.string() }).nullable(),
  quote: z.object({ id: z.int(), number: z.string() }).nullable(),
  learner: z.string().nullable(),
  company: z.string().nullable(),
  provider: z.string(),
  reference: z.string(),
  amountHalalas: z.int(),
  reason: z.string(),
  dueOn: z.string().nullable(),
  status: Status,
  /** Of a lost one of an order. */
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
    input: ById.extend(Facts.shape),
    output: Chargeback,
    problems: ['orderNotFound', 'ownOrder', 'noCardPayment', 'chargebackOpen'],
    status: 201,
  }),
  chargebacksOfPurchase: endpoint({
    method: 'GET',
    path: 'admin/quotes/{id}/chargebacks',
    summary:
      'The chargebacks of a company’s purchase, the oldest first, and its card payments that may be disputed: money of them is left, and no open case is about them.',
    audience: MONEY,
    input: z.object({ id: Id }),
    output: z.object({
      items: z.array(Chargeback),
      payments: z.array(z.object({ attemptId: z.uuid(), reference: z.string(), leftHalalas: z.int() })),
    }),
    problems: ['notFound'],
  }),
  recordPurchaseChargeback: endpoint({
    method: 'POST',
    path: 'admin/quotes/{id}/chargebacks',
    summary: 'Records a chargeback of a company’s card payment. No money moves until it is lost.',
    audience: MONEY,
    input: Facts.extend({ id: Id, attemptId: z.uuid('invalid') }),
    output: Chargeback,
    problems: ['notFound', 'noCardPayment', 'chargebackOpen'],
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
      'Says how a chargeback ended. Won: nothing changes. Lost, of an order: the amount is booked as sent back by hand, with a credit note; the seat is kept or cancelled as staff decide. Lost, of a company: it owes the amount again.',
    audience: { right: 'refunds.send' },
    needsProof: true,
    input: ById.extend({
      outcome: z.enum(['won', 'lost'], 'invalid'),
      /** Of a lost one of an order. */
      seat: optional(z.enum(['keep', 'cancel'], 'invalid')),
      /** Of a lost one: who paid reads it. */
      reason: Text(500),
    }),
    output: Chargeback,
    problems: ['notFound', 'ownOrder', 'chargebackDecided', 'refundUnderWay', 'orderNotRefundable', 'refundAboveLimit'],
    logs: 'refund',
  }),
}
