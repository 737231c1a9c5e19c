/** Invoices and credit notes as staff search them, and the VAT return that they add up to. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import {
  Cursor,
  CursorPage,
  FileAnswer,
  optional,
  PageLimit,
  TABLE_FILES,
  TableFormat,
  Text,
  TimeOrder,
} from '../../api/fields.ts'
import { foldDigits } from '../../locales/digits.ts'

const DOCUMENT_KINDS = ['invoice', 'credit-note', 'debit-note'] as const
const VAT_TREATMENTS = ['standard', 'zero', 'exempt', 'none'] as const
const Day = z.iso.date('invalid')

/** A period can have two rates of one treatment. */
const Rate = z
  .union([
    z.number(),
    z
      .string()
      .transform((text) =>
        foldDigits(text)
          .replace(/[%٪\s]/g, '')
          .replace('٫', '.'),
      )
      .pipe(z.string().regex(/^\d{1,3}(\.\d{1,2})?$/, 'number'))
      .transform(Number),
  ])
  .pipe(z.number().min(0, 'number').max(100, 'number'))

const InvoiceItem = z.object({
  id: z.uuid(),
  kind: z.enum(DOCUMENT_KINDS),
  number: z.string(),
  issuedAt: z.iso.datetime(),
  /** What was sold by it: an order, or the purchase of a company. */
  reference: z.string(),
  orderId: z.uuid().nullable(),
  quoteId: z.int().nullable(),
  /** Null when the account had been deleted. */
  buyer: z.string().nullable(),
  /** Of a company. */
  buyerVatNumber: z.string().nullable(),
  /** With a treatment or a rate in the filter: of that part of the document, so that the list adds up to a figure of the return. */
  netHalalas: z.int(),
  vatHalalas: z.int(),
  totalHalalas: z.int(),
  /** The total of the whole document. */
  documentHalalas: z.int(),
  /** The path of its page. */
  url: z.string(),
})
export type InvoiceItem = z.output<typeof InvoiceItem>

const Sums = z.object({ documents: z.int(), netHalalas: z.int(), vatHalalas: z.int(), totalHalalas: z.int() })

const VatReturn = z.object({
  from: z.string(),
  /** Including this day. */
  to: z.string(),
  rows: z.array(
    z.object({
      treatment: z.enum(VAT_TREATMENTS),
      ratePercent: z.number(),
      invoices: Sums,
      debitNotes: Sums,
      creditNotes: Sums,
      /** Invoices and debit notes less credit notes. */
      balance: Sums.omit({ documents: true }),
    }),
  ),
  total: z.object({ invoices: Sums, debitNotes: Sums, creditNotes: Sums, balance: Sums.omit({ documents: true }) }),
})
export type VatReturn = z.output<typeof VatReturn>

const VIEW = { right: 'invoices.view' } as const

const Filter = z.object({
  query: optional(Text(100)),
  kind: optional(z.enum(DOCUMENT_KINDS, 'invalid')),
  treatment: optional(z.enum(VAT_TREATMENTS, 'invalid')),
  /** In percent. */
  rate: optional(Rate),
  from: optional(Day),
  /** Including this day. */
  to: optional(Day),
})

export const invoiceDeskEndpoints = {
  invoiceList: endpoint({
    method: 'GET',
    path: 'admin/invoices',
    summary:
      'Invoices and their notes, by time; found by their number, the order, or who bought. Those of a treatment and rate have the amounts of that part.',
    audience: VIEW,
    input: Filter.extend({ sort: TimeOrder, cursor: Cursor, limit: PageLimit }),
    output: CursorPage(InvoiceItem),
  }),
  exportInvoices: endpoint({
    method: 'GET',
    path: 'admin/invoices/export',
    summary: 'Invoices and credit notes for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: VIEW,
    input: Filter.extend({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  vatReturn: endpoint({
    method: 'GET',
    path: 'admin/vat',
    summary: 'Sales and VAT of a period by treatment and rate: invoices, credit notes, and the difference.',
    audience: VIEW,
    input: z.object({ from: Day, to: Day }),
    output: VatReturn,
  }),
  exportVatReturn: endpoint({
    method: 'GET',
    path: 'admin/vat/export',
    summary: 'The same for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: VIEW,
    input: z.object({ from: Day, to: Day, format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
}
