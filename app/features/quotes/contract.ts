/** Quotes to companies: at the desk, on the company's own page, and the seats that its employees use. */

import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import {
  Email,
  FileAnswer,
  Flag,
  MobilePhone,
  optional,
  PersonName,
  TABLE_FILES,
  TableFormat,
  Text,
  WholeNumber,
} from '../../api/fields.ts'
import { Schedule } from '../catalogue/course-contract.ts'
import { quoteCorrectionsEndpoints } from './corrections-contract.ts'
import { between, quotesDeskEndpoints } from './desk-contract.ts'
import { purchaseNotesEndpoints } from './notes-contract.ts'
import { companyEnrolEndpoints } from './seats/company-enrol-contract.ts'
import { MAX_SEATS, SHOWN_STATES } from './terms.ts'
import { MAX_NAMES_FILE_BYTES, Money, NamesFile, NamesText, QuoteDocumentView, SeatView } from './view-contract.ts'

const Instant = z.iso.datetime()

/** The number with the token of the company's link. */
const Link = z.object({ number: z.string().max(30, 'invalid'), token: z.string().max(100, 'invalid') })

export const ShownQuoteState = z.enum(SHOWN_STATES)

const Quotation = z.object({
  number: z.string(),
  state: ShownQuoteState,
  lang: z.enum(['ar', 'en']),
  /** Null while the institute revises it. */
  document: QuoteDocumentView.nullable(),
  answer: z.object({ name: z.string(), role: z.string(), at: Instant }).nullable(),
  money: Money.nullable(),
  /** Where to pay; null without a debt or bank account. */
  bank: z.object({ name: z.string(), beneficiary: z.string(), iban: z.string() }).nullable(),
  documents: z.array(
    z.object({
      ...{ kind: z.enum(['invoice', 'credit-note', 'debit-note']), number: z.string(), totalHalalas: z.int() },
      /** False while it waits for its clearance by the tax authority. */
      isReady: z.boolean(),
    }),
  ),
  /** The seats can be used. */
  isReleased: z.boolean(),
  lines: z.array(
    z.object({
      id: z.int(),
      course: z.string(),
      startsAt: Instant.nullable(),
      isOver: z.boolean(),
      /** Until when the company can give unused seats back; null when it cannot. */
      withdrawableUntil: Instant.nullable(),
    }),
  ),
  seats: z.array(SeatView.omit({ orderId: true })),
})
export type Quotation = z.output<typeof Quotation>

const Seat = z.object({
  company: z.string(),
  course: z.object({ name: z.string(), slug: z.string() }),
  run: Schedule.pick({
    id: true,
    startsAt: true,
    endsAt: true,
    weekdays: true,
    fromTime: true,
    toTime: true,
    place: true,
  })
    .extend({ city: z.string().nullable() })
    .nullable(),
  /** The address for which the seat is meant, with most letters hidden; null for anybody's. */
  meantFor: z.string().nullable(),
  state: z.enum(['free', 'used', 'notReleased', 'over']),
  /** The order by which the signed-in user has used it; null for others. */
  myOrderId: z.uuid().nullable(),
})
export type Seat = z.output<typeof Seat>

const Code = z.string().max(40, 'invalid')

export const quotesEndpoints = {
  ...quotesDeskEndpoints,
  ...quoteCorrectionsEndpoints,
  ...companyEnrolEndpoints,
  ...purchaseNotesEndpoints,
  quotation: endpoint({
    method: 'GET',
    path: 'Quotations/{number}',
    summary: 'A quote as the company sees it by its link, and what followed: invoice, money, seats and their use.',
    audience: 'everyone',
    input: Link,
    output: Quotation,
    problems: ['notFound'],
  }),
  acceptQuotation: endpoint({
    method: 'POST',
    path: 'Quotations/{number}/accept',
    summary: 'A company accepts its quote: the seats are its own, and the invoice is issued.',
    audience: 'everyone',
    input: Link.extend({
      name: Text(100),
      role: Text(100),
      /** A form sends a checked box as `on`. */
      hasAgreed: z.preprocess((sent) => sent === true || sent === 'true' || sent === 'on', z.literal(true, 'required')),
      totalHalalas: WholeNumber,
    }),
    output: Quotation,
    problems: [
      ...(['notFound', 'quoteAnswered', 'quoteExpired', 'quoteSeatsGone', 'enrolmentClosed'] as const),
      ...(['previewStale', 'tooManyRequests'] as const),
    ],
  }),
  declineQuotation: endpoint({
    method: 'POST',
    path: 'Quotations/{number}/decline',
    summary: 'A company declines its quote.',
    audience: 'everyone',
    input: Link.extend({ name: Text(100), role: Text(100), note: optional(Text(500)) }),
    output: Quotation,
    problems: ['notFound', 'quoteAnswered', 'quoteExpired', 'tooManyRequests'],
  }),
  nameSeats: endpoint({
    method: 'POST',
    path: 'Quotations/{number}/names',
    summary: 'Names the employees for whom seats of a line are meant; all rows or none.',
    audience: 'everyone',
    input: Link.extend({ lineId: WholeNumber, names: NamesText }),
    output: Quotation,
    problems: ['notFound', 'quoteNotAccepted', 'validation', 'tooManyRequests'],
    bodyLimit: 2_000_000,
  }),
  nameSeatsByFile: endpoint({
    method: 'POST',
    path: 'Quotations/{number}/names-file',
    summary: 'Names employees by the first sheet of a workbook (XLSX), or a CSV file; all rows or none.',
    audience: 'everyone',
    input: Link.extend({ lineId: WholeNumber, file: NamesFile }),
    output: Quotation,
    problems: ['notFound', 'quoteNotAccepted', 'validation', 'tooManyRequests'],
    multipart: true,
    bodyLimit: MAX_NAMES_FILE_BYTES + 64_000,
  }),
  giveSeatsBack: endpoint({
    method: 'POST',
    path: 'Quotations/{number}/give-back',
    summary: 'A company gives unused seats of a run back by the terms of its quote, and gets a credit note.',
    audience: 'everyone',
    input: Link.extend({ lineId: WholeNumber, seats: between(1, MAX_SEATS) }),
    output: Quotation,
    problems: ['notFound', 'quoteNotAccepted', 'withdrawalOver', 'validation', 'tooManyRequests'],
  }),
  quotationFile: endpoint({
    method: 'GET',
    path: 'Quotations/{number}/files/{file}',
    summary: 'The quote (`quote`), or one of its documents by number, as PDF; as HTML where nothing prints PDF.',
    audience: 'everyone',
    input: Link.extend({ file: Text(30), lang: optional(z.enum(['ar', 'en'], 'invalid')) }),
    output: FileAnswer,
    file: ['application/pdf', 'text/html; charset=utf-8'],
    problems: ['notFound', 'tooManyRequests'],
  }),
  quotationReport: endpoint({
    method: 'GET',
    path: 'Quotations/{number}/report',
    summary: 'Who uses the seats of a purchase, with attendance and certificates, for the company’s spreadsheets.',
    audience: 'everyone',
    input: Link.extend({ format: TableFormat, lang: optional(z.enum(['ar', 'en'], 'invalid')) }),
    output: FileAnswer,
    file: TABLE_FILES,
    problems: ['notFound', 'quoteNotAccepted', 'tooManyRequests'],
  }),
  seat: endpoint({
    method: 'GET',
    path: 'Seats/{code}',
    summary: 'What a seat code that a company gave to its employee is for.',
    audience: 'everyone',
    input: z.object({ code: Code }),
    output: Seat,
    problems: ['seatUnknown', 'seatGone', 'tooManyRequests'],
  }),
  redeemSeat: endpoint({
    method: 'POST',
    path: 'Seats/{code}/redeem',
    summary:
      'Enrols the holder of a seat code: the signed-in user, or the person who is named, with or without an account.',
    audience: 'everyone',
    creates: true,
    status: 201,
    input: z.object({
      code: Code,
      /** Without a session. */
      firstName: optional(PersonName),
      lastName: optional(PersonName),
      email: optional(Email),
      phone: optional(MobilePhone),
      hasAgreed: Flag,
    }),
    output: z.object({ reference: z.string(), orderId: z.uuid(), email: z.string(), isMine: z.boolean() }),
    problems: [
      ...([
        'seatUnknown',
        'seatGone',
        'seatUsed',
        'seatNotReleased',
        'seatOfOther',
        'enrolmentClosed',
        'courseNotFound',
      ] as const),
      ...(['alreadyEnrolled', 'paymentUnderWay', 'tooManyRequests', 'validation'] as const),
    ],
  }),
}
