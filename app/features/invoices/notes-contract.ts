/** An invoice at the desk with its notes, and adding an amount to it afterwards. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { DocumentNumber, Id, optional, Text, WholeNumber } from '../../api/fields.ts'

const Kind = z.enum(['invoice', 'credit-note', 'debit-note'])
const Amounts = z.object({ netHalalas: z.int(), vatHalalas: z.int(), totalHalalas: z.int() })
/** With VAT. */
export const Amount = WholeNumber.pipe(
  z.number().min(1, 'numberBetween:0.01,100000').max(100_000_00, 'numberBetween:0.01,100000'),
)

/** In Riyadh; today unless it is said. */
export const SuppliedOn = optional(z.iso.date('invalid'))

const DeskInvoice = z.object({
  number: z.string(),
  kind: Kind,
  issuedAt: z.iso.datetime(),
  /** What was sold by it: an order, or the purchase of a company. */
  sale: z.object({ orderId: z.uuid().nullable(), quoteId: z.int().nullable(), reference: z.string() }),
  /** Null when the account had been deleted. */
  buyer: z.string().nullable(),
  amounts: Amounts,
  lines: z.array(
    z.object({
      /** Of the quote that a company accepted; null of an order. */
      lineId: z.int().nullable(),
      description: z.string(),
      treatment: z.enum(['standard', 'zero', 'exempt', 'none']),
      ratePercent: z.number(),
      totalHalalas: z.int(),
    }),
  ),
  reason: z.string().nullable(),
  /** Of a debit note: the day on which what it adds was supplied. */
  suppliedOn: z.string().nullable(),
  /** Of a note: the document that it belongs to. */
  original: z.string().nullable(),
  /** The path of its page on the site. */
  url: z.string(),
  notes: z.array(
    z.object({
      number: z.string(),
      kind: Kind,
      issuedAt: z.iso.datetime(),
      reason: z.string().nullable(),
      totalHalalas: z.int(),
    }),
  ),
  /** The invoice, its debit notes and less its credit notes. */
  balanceHalalas: z.int(),
  /** What an added amount would come to; null unless one was asked about. */
  preview: Amounts.nullable(),
})
export type DeskInvoice = z.output<typeof DeskInvoice>

const ISSUE = { right: 'invoices.issue' } as const
/** How many notes the page showed: a second press of the same button issues nothing. */
export const Known = WholeNumber.pipe(z.number().min(0, 'invalid'))

export const invoiceNotesEndpoints = {
  deskInvoice: endpoint({
    method: 'GET',
    path: 'admin/invoices/{number}',
    summary:
      'An invoice or a note with its notes; with an amount (and the line of a company’s purchase), what a debit note over it would come to.',
    audience: { right: 'invoices.view' },
    input: z.object({ number: DocumentNumber, amountHalalas: optional(Amount), lineId: optional(Id) }),
    output: DeskInvoice,
    problems: ['notFound'],
  }),
  issueDebitNote: endpoint({
    method: 'POST',
    path: 'admin/invoices/{number}/debit-notes',
    summary: 'Adds an amount to the invoice of an order by a debit note, which its buyer gets by mail.',
    audience: ISSUE,
    needsProof: true,
    input: z.object({
      ...{ number: DocumentNumber, amountHalalas: Amount, reason: Text(500), known: Known },
      suppliedOn: SuppliedOn,
    }),
    output: DeskInvoice,
    problems: ['notFound', 'ownOrder', 'previewStale'],
    logs: 'approval',
  }),
  takeDebitNoteBack: endpoint({
    method: 'POST',
    path: 'admin/invoices/{number}/take-back',
    summary: 'Takes a debit note back, whole, by a credit note, which its buyer gets by mail.',
    audience: ISSUE,
    needsProof: true,
    input: z.object({ number: DocumentNumber, reason: Text(500), known: Known }),
    output: DeskInvoice,
    problems: ['notFound', 'ownOrder', 'previewStale'],
    logs: 'approval',
  }),
}
