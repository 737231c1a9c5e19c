/** What staff and the company both see of a quote and its purchase. */
import { z } from 'zod'

const InBoth = z.object({ ar: z.string(), en: z.string().optional() })
const Instant = z.iso.datetime()
const Amounts = z.object({
  priceHalalas: z.int(),
  discountHalalas: z.int(),
  netHalalas: z.int(),
  vatHalalas: z.int(),
  totalHalalas: z.int(),
})
const CompanyFacts = z.object({
  name: InBoth,
  vatNumber: z.string().nullable(),
  registerNumber: z.string().nullable(),
  address: InBoth.nullable(),
})

export const QuoteDocumentView = z.object({
  seller: z.object({
    name: InBoth,
    address: InBoth,
    vatNumber: z.string().nullable(),
    commercialRegistration: z.string(),
  }),
  buyer: z.object({ name: z.string(), company: CompanyFacts }),
  contact: z.object({ name: z.string(), email: z.string() }),
  sentAt: Instant,
  validUntil: z.string(),
  paymentDays: z.int(),
  withdrawalDays: z.int(),
  terms: z.string(),
  lines: z.array(
    Amounts.extend({
      description: InBoth,
      run: z.object({ startsAt: Instant, endsAt: Instant }).nullable(),
      seats: z.int().optional(),
      vatTreatment: z.enum(['standard', 'zero', 'exempt', 'none']),
      vatRatePercent: z.number(),
      vatReason: InBoth.nullable(),
    }),
  ),
  totals: Amounts,
})

export const Money = z.object({
  invoicedHalalas: z.int(),
  /** Added by debit notes. */
  debitedHalalas: z.int(),
  creditedHalalas: z.int(),
  receivedHalalas: z.int(),
  returnedHalalas: z.int(),
  /** What other purchases of the company had too much, and paid for this one. */
  fromCreditHalalas: z.int(),
  /** What this one had too much, and another used. */
  toCreditHalalas: z.int(),
  /** What the company still owes; below zero its credit: sent back, or used for another purchase. */
  dueHalalas: z.int(),
  /** The last day on which it should be paid. */
  dueOn: z.string(),
})
export type Money = z.output<typeof Money>

export const SEAT_STATES = ['open', 'named', 'used', 'withdrawn'] as const

export const SeatView = z.object({
  id: z.int(),
  lineId: z.int(),
  course: z.string(),
  code: z.string(),
  state: z.enum(SEAT_STATES),
  /** Whom the company named, or who used it. */
  person: z.object({ name: z.string(), email: z.string() }).nullable(),
  usedAt: Instant.nullable(),
  /** How many of the sessions held so far the person attended. */
  attended: z.int(),
  sessions: z.int(),
  /** The number and the address of the check page of a certificate. */
  certificate: z.object({ number: z.string(), url: z.string() }).nullable(),
  /** For staff; null without an order. */
  orderId: z.uuid().nullable(),
})
export type SeatView = z.output<typeof SeatView>

/** A row for each person: name, then mail address, separated by a comma, a semicolon or a tab. */
export const NamesText = z.string().max(2_000_000, 'tooLong:2000000')

/** A workbook of 20,000 names, and less than forms of guests may have. */
export const MAX_NAMES_FILE_BYTES = 900_000

/** The names as a workbook (XLSX) or CSV file. */
export const NamesFile = z
  .file('required')
  .min(1, 'required')
  .max(MAX_NAMES_FILE_BYTES, `fileTooLarge:${MAX_NAMES_FILE_BYTES / 1e6}`)
