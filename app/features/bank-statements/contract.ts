/** Bank statements at the desk: reading them, and deciding which orders their movements pay. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Cursor, CursorPage, Id, optional, PageLimit, Text, WholeNumber } from '../../api/fields.ts'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import { OrderStatus } from '../orders/order-contract.ts'
import { ShownQuoteState } from '../quotes/contract.ts'
import { COLUMN_ROLES } from './formats/csv.ts'
import { MATCH_REASONS } from './matching.ts'
import { LINE_PROBLEMS } from './statement.ts'

export const MAX_STATEMENT_BYTES = 10 * MEGABYTE
/** Of the movements that one decision is about. */
const MAX_TOGETHER = 10

const Instant = z.iso.datetime()
const LINE_STATES = ['open', 'used', 'setAside', 'outgoing'] as const

const StatementView = z.object({
  id: z.uuid(),
  fileName: z.string(),
  format: z.enum(['csv', 'mt940', 'camt']),
  account: z.string(),
  importedAt: Instant,
  importedBy: z.string().nullable(),
  /** Movements that this file brought. */
  lines: z.int(),
  /** Movements that an earlier file held already. */
  knownLines: z.int(),
  /** Incoming ones that nobody has decided about. */
  open: z.int(),
  /** Incoming ones that were used whole. */
  used: z.int(),
  setAside: z.int(),
  /** Those that left the account, and those of zero. */
  outgoing: z.int(),
  /** All rows that could not be read; `errors` names the first of them. */
  errorCount: z.int(),
  errors: z.array(
    z.object({
      place: z.int(),
      problem: z.enum(LINE_PROBLEMS),
      text: z.string(),
    }),
  ),
  /** Why the file may not hold all movements of its time: it is cut, or its balances and its movements disagree. */
  balanceDoubt: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('cut') }),
      z.object({ kind: z.literal('differs'), countedHalalas: z.int(), statedHalalas: z.int() }),
    ])
    .nullable(),
  /** Of a CSV file whose columns have to be named first: its header and first rows. */
  unread: z
    .object({
      header: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      /** What is known of its columns, by their names. */
      proposed: z.partialRecord(z.enum(COLUMN_ROLES), z.string()),
      dayOrder: z.enum(['day-first', 'month-first']),
      /** Columns of an earlier file like this one that it has no more: the bank renamed them. */
      missing: z.array(z.string()),
    })
    .nullable(),
})
export type StatementView = z.output<typeof StatementView>

const OrderShort = z.object({
  id: z.uuid(),
  reference: z.string(),
  learner: z.string(),
  course: z.string(),
  missingHalalas: z.int(),
})

/** Another open movement that a proposal takes together with the one that it stands at. */
const OtherLine = z.object({
  id: z.int(),
  day: z.string(),
  /** What of it is not used yet. */
  leftHalalas: z.int(),
  bankReference: z.string(),
  payerName: z.string(),
})

const BankLine = z.object({
  id: z.int(),
  day: z.string(),
  amountHalalas: z.int(),
  usedHalalas: z.int(),
  bankReference: z.string(),
  description: z.string(),
  payerName: z.string(),
  state: z.enum(LINE_STATES),
  setAside: z.string().nullable(),
  /** What it paid: orders, or purchases of companies by the number of their quote. */
  uses: z.array(
    z.object({
      ...{ id: z.int(), orderId: z.uuid().nullable(), quoteId: z.int().nullable() },
      ...{ reference: z.string(), amountHalalas: z.int() },
      /** Where the caller joined it to money that was booked before: until when that can be undone. */
      undoUntil: Instant.nullable(),
    }),
  ),
  /** The payout of a payment company that arrived by it. */
  payout: z.object({ id: z.uuid(), reference: z.string() }).nullable(),
  /** What may belong to it, the most likely first; only of open ones. */
  proposals: z.array(
    z.object({
      lineIds: z.array(z.int()),
      otherLines: z.array(OtherLine),
      orders: z.array(OrderShort),
      reasons: z.array(z.enum(MATCH_REASONS)),
    }),
  ),
  /**
   * Orders that it names exactly and that wait for no transfer, or whose transfer was booked before its movement came; only
   * of open ones.
   */
  named: z.array(
    z.object({
      ...{ id: z.uuid(), reference: z.string(), status: OrderStatus, learner: z.string(), course: z.string() },
      /** Of its money by transfer, what no movement was used for: this may be its movement. */
      bookedHalalas: z.int(),
    }),
  ),
  /** Quotes that it names exactly and that owe nothing, or whose money was booked before its movement came. */
  namedPurchases: z.array(
    z.object({
      ...{ quoteId: z.int(), number: z.string(), state: ShownQuoteState, company: z.string() },
      /** Of its money by transfer, what no movement was used for: this may be its movement. */
      bookedHalalas: z.int(),
    }),
  ),
  /**
   * Where it names none: orders and purchases whose transfer was booked some weeks before or after, of the same amount and
   * of a payer whom it names; the nearest day first.
   */
  booked: z.array(
    z.object({
      ...{ orderId: z.uuid().nullable(), quoteId: z.int().nullable(), reference: z.string() },
      /** The learner or the company. */
      ...{ payer: z.string(), course: z.string().nullable() },
      /** Of its money by transfer, what no movement was used for. */
      bookedHalalas: z.int(),
      bookedOn: z.string(),
    }),
  ),
  /** Purchases of companies that may belong to it, the most likely first. */
  purchaseProposals: z.array(
    z.object({
      lineIds: z.array(z.int()),
      otherLines: z.array(OtherLine),
      purchases: z.array(z.object({ quoteId: z.int(), number: z.string(), company: z.string(), dueHalalas: z.int() })),
      reasons: z.array(z.enum(MATCH_REASONS)),
    }),
  ),
})
export type BankLine = z.output<typeof BankLine>

const DECIDE = { right: 'transfers.decide' } as const

export const bankStatementsEndpoints = {
  bankStatements: endpoint({
    method: 'GET',
    path: 'admin/bank-statements',
    summary: 'The bank statements that were read, the newest first.',
    audience: DECIDE,
    input: z.object({ cursor: Cursor, limit: PageLimit }),
    output: CursorPage(StatementView),
  }),
  bankStatement: endpoint({
    method: 'GET',
    path: 'admin/bank-statements/{id}',
    summary: 'A bank statement, with the rows that could not be read.',
    audience: DECIDE,
    input: z.object({ id: z.uuid('invalid') }),
    output: StatementView,
    problems: ['notFound'],
  }),
  importStatement: endpoint({
    method: 'POST',
    path: 'admin/bank-statements',
    summary:
      'Reads a bank statement (CSV in UTF-8 or windows-1256, MT940, CAMT.053; 10 MB). Movements that an earlier file held are left out. No order is paid by it.',
    audience: DECIDE,
    input: z.object({
      file: z
        .file('required')
        .min(1, 'required')
        .max(MAX_STATEMENT_BYTES, `fileTooLarge:${MAX_STATEMENT_BYTES / 1e6}`),
    }),
    output: StatementView,
    problems: ['statementUnreadable', 'statementTooLong'],
    multipart: true,
    bodyLimit: MAX_STATEMENT_BYTES + 512 * 1024,
    status: 201,
  }),
  nameColumns: endpoint({
    method: 'POST',
    path: 'admin/bank-statements/{id}/columns',
    summary: 'Names the columns of a CSV file, which are remembered for files with the same header, and reads it.',
    audience: DECIDE,
    input: z.object({
      id: z.uuid('invalid'),
      columns: z.record(z.enum(COLUMN_ROLES), optional(z.string().max(200, 'tooLong:200'))),
      dayOrder: z.enum(['day-first', 'month-first'], 'invalid'),
    }),
    output: StatementView,
    problems: ['notFound', 'statementUnreadable', 'statementTooLong'],
  }),
  takeStatementBack: endpoint({
    method: 'DELETE',
    path: 'admin/bank-statements/{id}',
    summary:
      'Takes back a file that was read by mistake or by wrong columns, with its movements, as long as none of them was used. The same file can be read again; the columns of its header are asked for anew.',
    audience: DECIDE,
    input: z.object({ id: z.uuid('invalid') }),
    output: z.object({ lines: z.int() }),
    problems: ['notFound', 'statementUsed'],
  }),
  bankLines: endpoint({
    method: 'GET',
    path: 'admin/bank-lines',
    summary:
      'Movements of the account: open ones, the oldest first, with the orders that they may pay; others, the newest first.',
    audience: DECIDE,
    input: z.object({
      state: z.enum(LINE_STATES, 'invalid').default('open'),
      statementId: optional(z.uuid('invalid')),
      /** Words of the movement, of the payer’s name, or the bank’s number of it. */
      query: optional(Text(100)),
      /** Whichever way the money went. */
      amountHalalas: optional(WholeNumber),
      /** Days of booking, both of them included. */
      from: optional(z.iso.date('invalid')),
      to: optional(z.iso.date('invalid')),
      cursor: Cursor,
      limit: PageLimit,
    }),
    output: CursorPage(BankLine),
  }),
  payWithBankLines: endpoint({
    method: 'POST',
    path: 'admin/bank-lines/pay',
    summary:
      'Pays orders with movements: the parts come to at most what is left of them. Each part is approved as a transfer of its order is; the answer names what became of each.',
    audience: DECIDE,
    needsProof: true,
    input: z.object({
      lineIds: z.array(Id).min(1, 'required').max(MAX_TOGETHER, `tooManyRows:${MAX_TOGETHER}`),
      parts: z
        .array(
          z.object({
            orderId: z.uuid('invalid'),
            amountHalalas: WholeNumber.pipe(z.number().min(1, 'invalid')),
            difference: optional(z.enum(['accept', 'askRest', 'refund'], 'invalid')),
          }),
        )
        .min(1, 'required')
        .max(MAX_TOGETHER, `tooManyRows:${MAX_TOGETHER}`),
      note: optional(Text(500)),
    }),
    output: z.object({
      parts: z.array(
        z.object({
          orderId: z.uuid(),
          /** Null when there is no such order. */
          reference: z.string().nullable(),
          outcome: z.enum(['paid', 'refundDue', 'restAsked', 'refused']),
          /** Why it was refused; its money is open again. */
          reason: z.string().optional(),
        }),
      ),
    }),
    problems: ['notFound', 'lineUsed'],
  }),
  useForBooked: endpoint({
    method: 'POST',
    path: 'admin/bank-lines/{id}/use-for-booked',
    summary:
      'Uses a movement for money of an order, or of a purchase by its quote, that was booked as transferred before its movement came, at most as much as that. No money is booked.',
    audience: DECIDE,
    needsProof: true,
    input: z
      .object({
        id: Id,
        orderId: optional(z.uuid('invalid')),
        quoteId: optional(Id),
        amountHalalas: WholeNumber.pipe(z.number().min(1, 'invalid')),
      })
      .refine(({ orderId, quoteId }) => (orderId === undefined) !== (quoteId === undefined), {
        message: 'required',
        path: ['orderId'],
      }),
    output: z.object({
      ...{ orderId: z.uuid().nullable(), quoteId: z.int().nullable(), reference: z.string() },
      /** By which it can be undone. */
      useId: z.int(),
    }),
    problems: ['orderNotFound', 'notFound', 'ownOrder', 'moneyHasMovement', 'lineUsed'],
  }),
  undoUseForBooked: endpoint({
    method: 'POST',
    path: 'admin/bank-lines/{id}/undo-use-for-booked',
    summary:
      'Opens a movement again that the caller joined to booked money, for ten minutes and where that money has not been asked back or sent back since. No money is moved.',
    audience: DECIDE,
    input: z.object({ id: Id, useId: Id }),
    output: z.object({ id: z.int() }),
    problems: ['nothingToUndo'],
  }),
  payPurchases: endpoint({
    method: 'POST',
    path: 'admin/bank-lines/pay-purchases',
    summary:
      'Pays purchases of companies with movements: the parts come to at most what is left of them, and to what each company owes; all or none. Paid in full, the seats can be used.',
    audience: DECIDE,
    needsProof: true,
    input: z.object({
      lineIds: z.array(Id).min(1, 'required').max(MAX_TOGETHER, `tooManyRows:${MAX_TOGETHER}`),
      parts: z
        .array(z.object({ quoteId: Id, amountHalalas: WholeNumber.pipe(z.number().min(1, 'invalid')) }))
        .min(1, 'required')
        .max(MAX_TOGETHER, `tooManyRows:${MAX_TOGETHER}`),
    }),
    output: z.object({ purchases: z.array(z.object({ quoteId: z.int(), number: z.string() })) }),
    problems: ['notFound', 'lineUsed', 'quoteNotAccepted', 'moreThanDue', 'moneyBookedBefore'],
  }),
  setLineAside: endpoint({
    method: 'POST',
    path: 'admin/bank-lines/{id}/set-aside',
    summary: 'Sets a movement aside that pays no order, with the reason.',
    audience: DECIDE,
    input: z.object({ id: Id, reason: Text(300) }),
    output: z.object({ id: z.int() }),
    problems: ['notFound', 'lineUsed'],
  }),
  reopenLine: endpoint({
    method: 'POST',
    path: 'admin/bank-lines/{id}/reopen',
    summary: 'Opens a movement again that was set aside.',
    audience: DECIDE,
    input: z.object({ id: Id }),
    output: z.object({ id: z.int() }),
    problems: ['notFound'],
  }),
}
