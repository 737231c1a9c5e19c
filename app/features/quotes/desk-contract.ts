/** Quotes to companies and the purchases that follow, as staff handle them. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import {
  Cursor,
  CursorPage,
  EditOf,
  FileAnswer,
  Id,
  optional,
  PageLimit,
  TABLE_FILES,
  TableFormat,
  Text,
  WholeNumber,
} from '../../api/fields.ts'
import { blank, Phone } from '../../api/registration-fields.ts'
import { BALANCES, MAX_SEATS, MAX_TOTAL_HALALAS, QUOTE_SORTS, SHOWN_STATES } from './terms.ts'
import { MAX_NAMES_FILE_BYTES, Money, NamesFile, NamesText, QuoteDocumentView, SeatView } from './view-contract.ts'

const Instant = z.iso.datetime()
const Day = z.iso.date('invalid')
export const between = (min: number, max: number) => {
  const message = `numberBetween:${min},${max}`
  return WholeNumber.pipe(z.number().min(min, message).max(max, message))
}
const Halalas = between(0, MAX_TOTAL_HALALAS)

const QuoteFilter = z.object({
  query: optional(Text(100)),
  state: optional(z.enum(SHOWN_STATES, 'invalid')),
  companyId: optional(Id),
  /** Of accepted quotes. */
  balance: optional(z.enum(BALANCES, 'invalid')),
  /** `ending`: those that are valid no longer, or soonest not, come first. */
  sort: optional(z.enum(QUOTE_SORTS, 'invalid')),
})

const QuoteItem = z.object({
  id: z.int(),
  number: z.string(),
  state: z.enum(SHOWN_STATES),
  company: z.object({ id: z.int(), name: z.string() }),
  contact: z.string(),
  createdAt: Instant,
  validUntil: z.string(),
  seats: z.int(),
  totalHalalas: z.int(),
  /** Of an accepted quote: what the company still owes. */
  dueHalalas: z.int().nullable(),
})
export type QuoteItem = z.output<typeof QuoteItem>

const QuoteLine = z.object({
  id: z.int(),
  course: z.object({ id: z.int(), name: z.string() }),
  run: z
    .object({
      id: z.int(),
      startsAt: Instant,
      city: z.string().nullable(),
      /** Seats that nobody has taken yet. */
      seatsLeft: z.int(),
      isCancelled: z.boolean(),
    })
    .nullable(),
  seats: z.int(),
  unitHalalas: z.int(),
  discountHalalas: z.int(),
  netHalalas: z.int(),
  vatHalalas: z.int(),
  totalHalalas: z.int(),
  vatRatePercent: z.number(),
  /** Until when unused seats can be given back; null without a date. */
  withdrawableUntil: Instant.nullable(),
})
export type QuoteLineView = z.output<typeof QuoteLine>

export const Quote = z.object({
  id: z.int(),
  version: z.int(),
  number: z.string(),
  state: z.enum(SHOWN_STATES),
  lang: z.enum(['ar', 'en']),
  company: z.object({ id: z.int(), name: z.string(), vatNumber: z.string().nullable(), hasAddress: z.boolean() }),
  contact: z.object({ name: z.string(), email: z.string(), phone: z.string().nullable() }),
  enquiry: z.string().nullable(),
  validUntil: z.string(),
  paymentDays: z.int(),
  withdrawalDays: z.int(),
  terms: z.string(),
  lines: z.array(QuoteLine),
  totals: z.object({ netHalalas: z.int(), vatHalalas: z.int(), totalHalalas: z.int() }),
  /** What was sent; null for a draft. */
  document: QuoteDocumentView.nullable(),
  createdAt: Instant,
  createdBy: z.string().nullable(),
  sentAt: Instant.nullable(),
  answer: z
    .object({
      name: z.string(),
      role: z.string(),
      note: z.string(),
      ip: z.string().nullable(),
      at: Instant,
      /** Who recorded the answer, if it did not come by the link. */
      recordedBy: z.string().nullable(),
    })
    .nullable(),
  /** The company's own page; null for a draft. */
  link: z.string().nullable(),
  money: Money.nullable(),
  documents: z.array(
    z.object({
      kind: z.enum(['invoice', 'credit-note', 'debit-note']),
      number: z.string(),
      url: z.string(),
      totalHalalas: z.int(),
    }),
  ),
  payments: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(['received', 'returned']),
      /** `credit`: from, or to, another purchase of the company. */
      method: z.enum(['transfer', 'cash', 'card', 'credit']),
      amountHalalas: z.int(),
      reference: z.string(),
      receivedOn: z.string(),
      by: z.string().nullable(),
      /** Booked by staff in a month that is open. */
      canUndo: z.boolean(),
    }),
  ),
  releasedAt: Instant.nullable(),
  seats: z.array(SeatView),
})
export type Quote = z.output<typeof Quote>

const terms = {
  lang: z.enum(['ar', 'en'], 'invalid'),
  validUntil: Day,
  paymentDays: between(0, 180),
  withdrawalDays: between(0, 365),
  terms: z.union([Text(4000), z.literal('')]),
}

const line = {
  courseId: Id,
  scheduleId: optional(Id),
  seats: between(1, MAX_SEATS),
  /** The list price without it. */
  unitHalalas: optional(Halalas),
  /** Of the whole line. */
  discountHalalas: Halalas.default(0),
}

const MANAGE = { right: 'quotes.manage' } as const
const ById = z.object({ id: Id })
const PROBLEMS = ['notFound', 'quoteNotDraft', 'quoteAnswered', 'quoteNotAccepted'] as const

export const quotesDeskEndpoints = {
  quotes: endpoint({
    method: 'GET',
    path: 'admin/quotes',
    summary:
      'The quotes, the newest first unless another order is asked for; by a number or a part of a company’s name, by state and by company.',
    audience: MANAGE,
    input: QuoteFilter.extend({ cursor: Cursor, limit: PageLimit }),
    output: CursorPage(QuoteItem),
  }),
  // Stands before the call whose path is an id, which would match it too.
  exportQuotes: endpoint({
    method: 'GET',
    path: 'admin/quotes/export',
    summary: 'The quotes of a list, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: MANAGE,
    input: QuoteFilter.extend({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  quote: endpoint({
    method: 'GET',
    path: 'admin/quotes/{id}',
    summary: 'A quote with its lines, and what followed: answer, documents, money, seats.',
    audience: MANAGE,
    input: ById,
    output: Quote,
    problems: ['notFound'],
  }),
  createQuote: endpoint({
    method: 'POST',
    path: 'admin/quotes',
    summary: 'Begins a quote to a contact of a company; an enquiry that it answers is named by its reference.',
    audience: MANAGE,
    input: z.object({
      companyId: Id,
      contactId: Id,
      /** Of the contact, for this quote. */
      phone: blank(Phone).optional(),
      enquiry: optional(Text(40)),
      lang: z.enum(['ar', 'en'], 'invalid').default('ar'),
    }),
    output: Quote,
    problems: ['notFound'],
    creates: true,
    status: 201,
  }),
  changeQuote: endpoint({
    method: 'PATCH',
    path: 'admin/quotes/{id}',
    summary: 'Changes the terms of a draft.',
    audience: MANAGE,
    input: EditOf(terms).extend({ id: Id }),
    output: Quote,
    problems: ['notFound', 'quoteNotDraft', 'changedMeanwhile'],
  }),
  addQuoteLine: endpoint({
    method: 'POST',
    path: 'admin/quotes/{id}/lines',
    summary: 'Adds seats in a run, or of a recorded course, to a draft.',
    audience: MANAGE,
    input: ById.extend(line),
    output: Quote,
    problems: ['notFound', 'quoteNotDraft', 'courseNotFound', 'scheduleRequired', 'enrolmentClosed'],
    creates: true,
    status: 201,
  }),
  removeQuoteLine: endpoint({
    method: 'DELETE',
    path: 'admin/quotes/{id}/lines/{lineId}',
    summary: 'Removes a line of a draft.',
    audience: MANAGE,
    input: ById.extend({ lineId: Id }),
    output: Quote,
    problems: ['notFound', 'quoteNotDraft'],
  }),
  sendQuote: endpoint({
    method: 'POST',
    path: 'admin/quotes/{id}/send',
    summary: 'Sends a draft to its contact, as it was shown: with another total nothing is sent.',
    audience: MANAGE,
    input: ById.extend({ totalHalalas: WholeNumber }),
    output: Quote,
    problems: [
      ...([
        'notFound',
        'quoteNotDraft',
        'quoteEmpty',
        'previewStale',
        'sellerIncomplete',
        'companyIncomplete',
      ] as const),
      ...(['enrolmentClosed', 'validation'] as const),
    ],
  }),
  reviseQuote: endpoint({
    method: 'POST',
    path: 'admin/quotes/{id}/revise',
    summary: 'Makes a draft again of a quote that nobody accepted.',
    audience: MANAGE,
    input: ById,
    output: Quote,
    problems: ['notFound', 'quoteAnswered'],
  }),
  withdrawQuote: endpoint({
    method: 'POST',
    path: 'admin/quotes/{id}/withdraw',
    summary: 'Withdraws a quote that was sent: it cannot be accepted any more.',
    audience: MANAGE,
    input: ById.extend({ reason: Text(500) }),
    output: Quote,
    problems: ['notFound', 'quoteAnswered'],
  }),
  recordAcceptance: endpoint({
    method: 'POST',
    path: 'admin/quotes/{id}/accept',
    summary: 'Records that a company accepted outside of its link, for example by a purchase order.',
    audience: MANAGE,
    needsProof: true,
    input: ById.extend({ name: Text(100), role: Text(100), note: Text(500), totalHalalas: WholeNumber }),
    output: Quote,
    problems: ['notFound', 'quoteAnswered', 'quoteExpired', 'quoteSeatsGone', 'enrolmentClosed', 'previewStale'],
  }),
  recordCompanyPayment: endpoint({
    method: 'POST',
    path: 'admin/quotes/{id}/payments',
    summary: 'Books money of a purchase that arrived or was sent back. Paid in full, its seats can be used.',
    audience: MANAGE,
    needsProof: true,
    creates: true,
    status: 201,
    input: ById.extend({
      kind: z.enum(['received', 'returned'], 'invalid'),
      method: z.enum(['transfer', 'cash', 'card'], 'invalid'),
      amountHalalas: between(1, MAX_TOTAL_HALALAS),
      reference: Text(100),
      receivedOn: Day,
    }),
    output: Quote,
    problems: [...PROBLEMS, 'validation'],
  }),
  releaseSeats: endpoint({
    method: 'POST',
    path: 'admin/quotes/{id}/release',
    summary: 'Lets a company use its seats before it has paid.',
    audience: MANAGE,
    needsProof: true,
    input: ById.extend({ reason: Text(500) }),
    output: Quote,
    problems: [...PROBLEMS],
  }),
  withdrawSeats: endpoint({
    method: 'POST',
    path: 'admin/quotes/{id}/lines/{lineId}/withdraw',
    summary: 'Takes unused seats back, with a credit note; until the day that the quote’s terms name.',
    audience: MANAGE,
    needsProof: true,
    input: ById.extend({ lineId: Id, seats: between(1, MAX_SEATS), reason: Text(500) }),
    output: Quote,
    problems: [...PROBLEMS, 'withdrawalOver', 'validation'],
  }),
  nameQuoteSeats: endpoint({
    method: 'POST',
    path: 'admin/quotes/{id}/lines/{lineId}/names',
    summary: 'Names the people for whom seats are meant; all rows or none. Each is invited when the seats can be used.',
    audience: MANAGE,
    input: ById.extend({ lineId: Id, names: NamesText }),
    output: Quote,
    problems: [...PROBLEMS, 'validation'],
    bodyLimit: 2_000_000,
  }),
  nameQuoteSeatsByFile: endpoint({
    method: 'POST',
    path: 'admin/quotes/{id}/lines/{lineId}/names-file',
    summary: 'Names people by the first sheet of a workbook (XLSX), or a CSV file; all rows or none.',
    audience: MANAGE,
    input: ById.extend({ lineId: Id, file: NamesFile }),
    output: Quote,
    problems: [...PROBLEMS, 'validation'],
    multipart: true,
    bodyLimit: MAX_NAMES_FILE_BYTES + 64_000,
  }),
  quotePdf: endpoint({
    method: 'GET',
    path: 'admin/quotes/{id}/pdf',
    summary: 'The quote as PDF; a draft as it would be sent.',
    audience: MANAGE,
    input: ById.extend({ lang: optional(z.enum(['ar', 'en'], 'invalid')) }),
    output: FileAnswer,
    file: ['application/pdf'],
    problems: ['notFound', 'quoteEmpty', 'sellerIncomplete', 'tooManyRequests'],
  }),
}
