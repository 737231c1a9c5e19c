/** Payouts of payment companies at the desk: their reports, compared with our payments, refunds and bank movements. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import {
  Cursor,
  CursorPage,
  FileAnswer,
  Id,
  optional,
  PageLimit,
  TABLE_FILES,
  TableFormat,
  Text,
  WholeNumber,
} from '../../api/fields.ts'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import { LINE_KINDS, REPORT_PROBLEMS, REPORT_ROLES } from './report.ts'

export const MAX_REPORT_BYTES = 10 * MEGABYTE
/** A payment that no report has after so many days is named. */
export const MISSING_AFTER_DAYS = 7

const MONEY = { right: 'payments.match' } as const
const ById = z.object({ id: z.uuid('invalid') })
const Instant = z.iso.datetime()

/**
 * `unknown`: no payment or refund of ours. `amountDiffers`: ours has another amount. `feeDiffers`: the fee is not what was
 * agreed. `other`: no payment, such as a charge for the account.
 */
export const LINE_STATES = ['matched', 'unknown', 'amountDiffers', 'feeDiffers', 'other'] as const

const Sums = z.object({
  lines: z.int(),
  /** Payments less refunds and chargebacks. */
  amountHalalas: z.int(),
  feeHalalas: z.int(),
  feeVatHalalas: z.int(),
  /** What has to arrive in the account. */
  netHalalas: z.int(),
})

const BankMovement = z.object({ id: z.int(), day: z.string(), amountHalalas: z.int(), description: z.string() })

const Payout = Sums.extend({
  id: z.uuid(),
  provider: z.string(),
  reference: z.string(),
  day: z.string(),
  counts: z.record(z.enum(LINE_STATES), z.int()),
  /** By which it arrived; null while nobody has said. */
  arrived: BankMovement.nullable(),
})
export type Payout = z.output<typeof Payout>

const PayoutLine = z.object({
  id: z.int(),
  kind: z.enum(LINE_KINDS),
  state: z.enum(LINE_STATES),
  day: z.string(),
  reference: z.string(),
  amountHalalas: z.int(),
  feeHalalas: z.int(),
  feeVatHalalas: z.int(),
  netHalalas: z.int(),
  /** What ours is, where it differs or is known. */
  ourHalalas: z.int().nullable(),
  expectedFeeHalalas: z.int().nullable(),
  order: z.object({ id: z.uuid(), reference: z.string() }).nullable(),
  /** The company's purchase that it paid. */
  quote: z.object({ id: z.int(), number: z.string() }).nullable(),
})
export type PayoutLine = z.output<typeof PayoutLine>

const PayoutFile = z.object({
  id: z.uuid(),
  provider: z.string(),
  fileName: z.string(),
  importedAt: Instant,
  importedBy: z.string().nullable(),
  lines: z.int(),
  knownLines: z.int(),
  errorCount: z.int(),
  errors: z.array(z.object({ place: z.int(), problem: z.enum(REPORT_PROBLEMS), text: z.string() })),
  payouts: z.array(z.object({ id: z.uuid(), reference: z.string() })),
  /** Of a file whose columns have to be named first. */
  unread: z
    .object({
      header: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      proposed: z.partialRecord(z.enum(REPORT_ROLES), z.string()),
    })
    .nullable(),
})
export type PayoutFile = z.output<typeof PayoutFile>

const Missing = z.object({
  order: z.object({ id: z.uuid(), reference: z.string() }).nullable(),
  quote: z.object({ id: z.int(), number: z.string() }).nullable(),
  provider: z.string(),
  reference: z.string().nullable(),
  amountHalalas: z.int(),
  at: Instant,
})

const Percent = z
  .string()
  .regex(/^\d{1,2}(?:\.\d{1,2})?$/, 'invalid')
  .transform((text) => Math.round(Number(text) * 100))

const Terms = z.array(
  z.object({
    provider: z.string(),
    scheme: z.enum(['mada', 'card']),
    basisPoints: z.int(),
    fixedHalalas: z.int(),
  }),
)

export const payoutsEndpoints = {
  payouts: endpoint({
    method: 'GET',
    path: 'admin/payouts',
    summary: 'What payment companies paid out, the newest first, with how its lines agree with our payments.',
    audience: MONEY,
    input: z.object({ cursor: Cursor, limit: PageLimit }),
    output: CursorPage(Payout),
  }),
  payout: endpoint({
    method: 'GET',
    path: 'admin/payouts/{id}',
    summary: 'A payout, with the bank movements of its amount that may be its arrival.',
    audience: MONEY,
    input: ById,
    output: Payout.extend({ proposals: z.array(BankMovement) }),
    problems: ['notFound'],
  }),
  payoutLines: endpoint({
    method: 'GET',
    path: 'admin/payouts/{id}/lines',
    summary: 'The lines of a payout in the order of the report.',
    audience: MONEY,
    input: ById.extend({ state: optional(z.enum(LINE_STATES, 'invalid')), cursor: Cursor, limit: PageLimit }),
    output: CursorPage(PayoutLine),
    problems: ['notFound'],
  }),
  exportPayout: endpoint({
    method: 'GET',
    path: 'admin/payouts/{id}/export',
    summary: 'All lines of a payout for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: MONEY,
    input: ById.extend({ state: optional(z.enum(LINE_STATES, 'invalid')), format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    problems: ['notFound'],
    logs: 'export',
  }),
  missingPayments: endpoint({
    method: 'GET',
    path: 'admin/payouts/missing',
    summary: `Payments that no report names ${MISSING_AFTER_DAYS} days after they were made, since the first report: up to 200, the oldest first.`,
    audience: MONEY,
    input: z.object({}),
    output: z.object({ items: z.array(Missing) }),
  }),
  importPayouts: endpoint({
    method: 'POST',
    path: 'admin/payout-files',
    summary:
      'Reads the settlement report of a payment company (CSV in UTF-8 or windows-1256, 10 MB). Lines that an earlier file held are left out. No order is changed by it.',
    audience: MONEY,
    input: z.object({
      file: z
        .file('required')
        .min(1, 'required')
        .max(MAX_REPORT_BYTES, `fileTooLarge:${MAX_REPORT_BYTES / 1e6}`),
      /** The company: by default the one of new payments. */
      provider: optional(Text(40)),
      /** Of the payout, where the file does not name it: by default the name of the file. */
      reference: optional(Text(100)),
    }),
    output: PayoutFile,
    problems: ['statementUnreadable', 'statementTooLong', 'validation'],
    multipart: true,
    bodyLimit: MAX_REPORT_BYTES + 512 * 1024,
    status: 201,
  }),
  payoutFile: endpoint({
    method: 'GET',
    path: 'admin/payout-files/{id}',
    summary: 'A settlement report, with the rows that could not be read.',
    audience: MONEY,
    input: ById,
    output: PayoutFile,
    problems: ['notFound'],
  }),
  nameReportColumns: endpoint({
    method: 'POST',
    path: 'admin/payout-files/{id}/columns',
    summary: 'Names the columns of a settlement report, which are remembered for its header, and reads it.',
    audience: MONEY,
    input: ById.extend({ columns: z.record(z.enum(REPORT_ROLES), optional(z.string().max(200, 'tooLong:200'))) }),
    output: PayoutFile,
    problems: ['notFound', 'statementUnreadable', 'statementTooLong'],
  }),
  comparePayouts: endpoint({
    method: 'POST',
    path: 'admin/payouts/compare',
    summary: 'Compares the lines of unknown payments again with what is known now.',
    audience: MONEY,
    input: z.object({}),
    output: z.object({ found: z.int() }),
  }),
  matchPayout: endpoint({
    method: 'POST',
    path: 'admin/payouts/{id}/arrival',
    summary: 'Says by which bank movement of exactly its amount a payout arrived. The movement then pays no order.',
    audience: MONEY,
    needsProof: true,
    input: ById.extend({ lineId: Id }),
    output: Payout,
    problems: ['notFound', 'lineUsed', 'payoutMatched'],
  }),
  unmatchPayout: endpoint({
    method: 'POST',
    path: 'admin/payouts/{id}/arrival/undo',
    summary: 'Takes back by which bank movement a payout arrived; the movement is open again.',
    audience: MONEY,
    needsProof: true,
    input: ById,
    output: Payout,
    problems: ['notFound'],
  }),
  payoutTerms: endpoint({
    method: 'GET',
    path: 'admin/payout-terms',
    summary: 'The fees that were agreed with the payment companies.',
    audience: MONEY,
    input: z.object({}),
    /** `providers`: those whose payments may be in a report, the one of new payments first. */
    output: z.object({ provider: z.string(), providers: z.array(z.string()), terms: Terms }),
  }),
  setPayoutTerms: endpoint({
    method: 'POST',
    path: 'admin/payout-terms',
    summary: 'Changes the agreed fee of a company for mada or for other cards: percent and a fixed part, before VAT.',
    audience: MONEY,
    input: z.object({
      provider: Text(40),
      scheme: z.enum(['mada', 'card'], 'invalid'),
      percent: Percent,
      fixedHalalas: WholeNumber.pipe(z.number().min(0, 'invalid').max(100_000, 'invalid')),
    }),
    output: z.object({ provider: z.string(), providers: z.array(z.string()), terms: Terms }),
    problems: ['validation'],
  }),
}
