/** The documents of an order: its invoice and credit notes. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { DocumentNumber, FileAnswer } from '../../api/fields.ts'
import { InvoiceLink } from '../orders/order-parts-contract.ts'
import { invoiceDeskEndpoints } from './desk-contract.ts'
import { invoiceNotesEndpoints } from './notes-contract.ts'

const OrderId = z.uuid('invalid')
const Instant = z.iso.datetime()

/** A document is always in both languages. */
const InBoth = z.object({ ar: z.string(), en: z.string().optional() })
const Amounts = z.object({
  /** With VAT, before the discount. */
  priceHalalas: z.int(),
  discountHalalas: z.int(),
  netHalalas: z.int(),
  vatHalalas: z.int(),
  totalHalalas: z.int(),
})

export const Invoice = z.object({
  id: z.uuid(),
  kind: z.enum(['invoice', 'credit-note', 'debit-note']),
  number: z.string(),
  /** Counts invoices and credit notes together. */
  counter: z.int(),
  /** Null for the purchase of a company. */
  orderId: z.uuid().nullable(),
  issuedAt: Instant,
  currency: z.literal('SAR'),
  /** Without a VAT number the institute is not registered, and the document is no tax invoice. */
  seller: z.object({
    name: InBoth,
    address: InBoth,
    vatNumber: z.string().nullable(),
    commercialRegistration: z.string(),
  }),
  buyer: z
    .object({
      name: z.string(),
      /** Of a standard tax invoice. */
      company: z
        .object({
          name: InBoth,
          vatNumber: z.string().nullable(),
          registerNumber: z.string().nullable(),
          address: InBoth.nullable(),
        })
        .optional(),
    })
    .nullable(),
  /** The order, or the quote that a company accepted; its invoice comes before the payment. */
  order: z.object({ reference: z.string(), placedAt: Instant, paidAt: Instant.nullable() }),
  original: z.object({ number: z.string(), issuedAt: Instant, url: z.string() }).nullable(),
  /** Of a debit note: the day in Riyadh on which what it adds was supplied. */
  suppliedOn: z.string().optional(),
  reason: z.string().nullable(),
  lines: z.array(
    Amounts.extend({
      description: InBoth,
      /** Of a line of several seats. */
      seats: z.int().optional(),
      /** Of an order that is paid in parts: which of them, and the total of all. */
      part: z.object({ number: z.int(), count: z.int(), ofHalalas: z.int() }).optional(),
      run: z.object({ startsAt: Instant, endsAt: Instant }).nullable(),
      couponCode: z.string().nullable(),
      vatTreatment: z.enum(['standard', 'zero', 'exempt', 'none']),
      vatRatePercent: z.number(),
      /** ZATCA's code of the reason. */
      vatReasonCode: z.string().nullish(),
      vatReason: InBoth.nullable(),
    }),
  ),
  totals: Amounts,
  /** The content of the QR code, in base64; null on what is no tax invoice. */
  qr: z.string().nullable(),
  /** Its credit and debit notes, the oldest first. */
  creditNotes: z.array(InvoiceLink),
  /** The path of its page. */
  url: z.string(),
  /** The path of the PDF. */
  pdfUrl: z.string(),
  /** False for staff who read another user's document. */
  isMine: z.boolean(),
})
export type Invoice = z.output<typeof Invoice>

export const invoicesEndpoints = {
  ...invoiceDeskEndpoints,
  ...invoiceNotesEndpoints,
  invoice: endpoint({
    method: 'GET',
    path: 'Orders/{id}/invoice',
    summary:
      'The invoice of a paid order, for its learner and for staff; a browser that asks for a page is led to its page.',
    audience: 'signedIn',
    input: z.object({ id: OrderId }),
    output: Invoice,
    page: ({ url }) => url,
    problems: ['orderNotFound', 'notFound'],
  }),
  invoicePdf: endpoint({
    method: 'GET',
    path: 'Orders/{id}/invoice.pdf',
    summary: 'The invoice of a paid order as PDF.',
    audience: 'signedIn',
    input: z.object({ id: OrderId }),
    output: FileAnswer,
    file: 'application/pdf',
    problems: ['orderNotFound', 'notFound', 'tooManyRequests'],
  }),
  paperPdf: endpoint({
    method: 'GET',
    path: 'Invoices/{number}/pdf',
    summary: 'An invoice or a credit note as PDF.',
    audience: 'signedIn',
    input: z.object({ number: DocumentNumber }),
    output: FileAnswer,
    file: 'application/pdf',
    problems: ['notFound', 'tooManyRequests'],
  }),
  paper: endpoint({
    method: 'GET',
    path: 'Invoices/{number}',
    summary: 'An invoice or a credit note by its number, for its learner and for staff.',
    audience: 'signedIn',
    input: z.object({ number: DocumentNumber }),
    output: Invoice,
    page: ({ url }) => url,
    problems: ['notFound'],
  }),
}
