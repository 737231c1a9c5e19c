/** Closing the books of a month, with the totals that are signed off. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { FileAnswer, Flag, optional, Text, WholeNumber } from '../../api/fields.ts'
import { type COMPARISONS, type EXPLANATIONS, FIGURES, type OPEN_ITEMS } from './figures.ts'

/** Such as `2026-10`. */
const Month = z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, 'invalid')
const Instant = z.iso.datetime()
const DocumentKind = z.string()
const VatTreatment = z.enum(['standard', 'zero', 'exempt', 'none'])
const Amounts = { netHalalas: z.int(), vatHalalas: z.int(), totalHalalas: z.int() }

/** A newer version that closed the month, while versions are changed, may have more of them than this one. */
const Name = <One extends string>() => z.string() as unknown as z.ZodType<One>

const Figures = z.object({
  /** What the documents add up to, by kind, treatment and rate; all positive. */
  vat: z.array(
    z.object({
      kind: DocumentKind,
      treatment: VatTreatment,
      ratePercent: z.number(),
      documents: z.int(),
      ...Amounts,
    }),
  ),
  /** Consecutive numbers of each kind. */
  numbers: z.array(z.object({ kind: DocumentKind, first: z.string(), last: z.string(), count: z.int() })),
  money: z.array(
    z.object({
      provider: z.string(),
      currency: z.string(),
      ...{ payments: z.int(), inHalalas: z.int(), refunds: z.int(), backHalalas: z.int() },
    }),
  ),
})

const Total = z.object({
  documents: z.int(),
  /** Invoices and debit notes less credit notes. */
  ...Amounts,
  ...{ inHalalas: z.int(), backHalalas: z.int() },
})

const Comparison = z.object({
  of: Name<(typeof COMPARISONS)[number]>(),
  /** What the documents say. */
  documentsHalalas: z.int(),
  /** What orders, or the ledger, say. */
  booksHalalas: z.int(),
  /** Signed: what the documents have more than the orders and the ledger. */
  explained: z.array(z.object({ because: Name<(typeof EXPLANATIONS)[number]>(), count: z.int(), halalas: z.int() })),
  /** What nothing explains. */
  differenceHalalas: z.int(),
})

const State = z.enum(['closed', 'next', 'waiting', 'running'])

const Listed = z.object({
  month: z.string(),
  /** `next` can be closed now, `waiting` after the months before it, `running` has not ended. */
  state: State,
  closedAt: Instant.nullable(),
  closedBy: z.string().nullable(),
  /** As signed off. */
  total: Total.nullable(),
})

const MonthView = z.object({
  month: z.string(),
  state: State,
  ...{ from: z.string(), /** Including this day. */ to: z.string() },
  /** As signed off, of a closed month; otherwise what they are now. */
  figures: Figures,
  total: Total,
  comparisons: z.array(Comparison),
  /** What waits now; of a closed month, what waited when it was closed. */
  open: z.array(z.object({ what: Name<(typeof OPEN_ITEMS)[number]>(), count: z.int(), halalas: z.int() })),
  closed: z.object({ at: Instant, by: z.string().nullable(), note: z.string() }).nullable(),
  /** Figures of a closed month that are no longer what was signed off: there must be none. */
  changed: z.array(z.object({ figure: z.enum(FIGURES), signed: z.int(), now: z.int() })),
  /** How many files the documents are printed in; 0 where the server has no engine to print them. */
  pdfParts: z.int(),
  /** Of what is shown, for closing. */
  fingerprint: z.string(),
})
export type MonthView = z.output<typeof MonthView>
export type ListedMonth = z.output<typeof Listed>

const VIEW = { right: 'invoices.view' } as const

export const closingEndpoints = {
  closings: endpoint({
    method: 'GET',
    path: 'admin/closing',
    summary: 'The months of the books, the newest first: which are closed, and which one is next.',
    audience: VIEW,
    input: z.object({}),
    output: z.object({ months: z.array(Listed) }),
  }),
  closing: endpoint({
    method: 'GET',
    path: 'admin/closing/{month}',
    summary: 'A month of the books: its totals in two ways of adding up, what is open, and what was signed off.',
    audience: VIEW,
    input: z.object({ month: Month }),
    output: MonthView,
    problems: ['notFound'],
  }),
  monthPdf: endpoint({
    method: 'GET',
    path: 'admin/closing/{month}/pdf',
    summary:
      'The documents of a month with their sums as PDF; a long month in parts. Each download is in the audit log.',
    audience: VIEW,
    needsProof: true,
    input: z.object({
      month: Month,
      part: optional(WholeNumber.pipe(z.number().min(1, 'invalid'))).transform((part) => part ?? 1),
    }),
    output: FileAnswer,
    file: 'application/pdf',
    problems: ['notFound', 'tooManyRequests'],
    logs: 'export',
  }),
  closeMonth: endpoint({
    method: 'POST',
    path: 'admin/closing/{month}/close',
    summary: 'Closes a month for ever: nothing can be dated into it any more.',
    audience: { right: 'books.close' },
    needsProof: true,
    input: z.object({
      month: Month,
      /** Of the month's view: what is signed off is what was shown. */
      fingerprint: Text(64),
      note: Text(1000),
      /** Although something is open. */
      acceptOpen: Flag,
    }),
    output: MonthView,
    problems: ['notFound', 'previewStale', 'monthNotOver', 'monthClosed', 'monthBeforeOpen'],
    logs: 'approval',
  }),
}
