/** Electronic invoicing with the tax authority at the desk: the connection, and what became of each document. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Cursor, CursorPage, DocumentNumber, FileAnswer, optional, PageLimit, Text } from '../../api/fields.ts'
import { foldDigits } from '../../locales/digits.ts'
import { MISSING_FACTS } from './readiness.ts'

const Instant = z.iso.datetime()
const Environment = z.enum(['sandbox', 'simulation', 'production'], 'invalid')
const State = z.enum(['waiting', 'accepted', 'warned', 'refused'], 'invalid')
const Message = z.object({
  /** The authority's code; of our own reasons one that the desk has words for. */
  code: z.string(),
  message: z.string(),
  /** `own` where the document was never sent. */
  category: z.string(),
})

const Connection = z.object({
  environment: Environment,
  name: z.string(),
  vatNumber: z.string(),
  activatedAt: Instant,
  expiresAt: Instant,
  /** Less than a month is left. */
  endsSoon: z.boolean(),
  /** Since when the authority has not accepted its credentials; nothing is sent meanwhile. */
  blockedAt: Instant.nullable(),
  /** How many documents its chain holds; each once, however often it was tried. */
  documents: z.int(),
})

const EInvoicing = z.object({
  /** Whether documents are reported at all. */
  connection: Connection.nullable(),
  /** A connection that is being made, or that could not be. */
  attempt: z
    .object({
      state: z.enum(['connecting', 'failed']),
      environment: Environment,
      startedAt: Instant,
      /** In the authority's words. */
      problem: z.string().nullable(),
    })
    .nullable(),
  environments: z.array(Environment),
  /** What has to stand in the settings of the institute before it can be connected. */
  missing: z.array(z.enum(MISSING_FACTS)),
  /** The values with which the form begins. */
  suggested: z.object({ name: z.string(), branch: z.string() }),
  open: z.object({
    waiting: z.int(),
    /** Longer than documents usually wait; they have to be sent within 24 hours. */
    late: z.boolean(),
    oldestWaitingAt: Instant.nullable(),
    warned: z.int(),
    refused: z.int(),
  }),
  /** Up to the cap of counts. */
  accepted: z.int(),
})
export type EInvoicing = z.output<typeof EInvoicing>

const EInvoice = z.object({
  number: z.string(),
  kind: z.enum(['invoice', 'credit-note', 'debit-note']),
  buyer: z.string().nullable(),
  totalHalalas: z.int(),
  issuedAt: Instant,
  /** Counts from 1; another one follows when a document was refused. */
  attempt: z.int(),
  isLatest: z.boolean(),
  isStandard: z.boolean(),
  state: State,
  /** Its place in the chain; null of a document that could not be written. */
  counter: z.int().nullable(),
  /** A standard document while clearance was switched off. */
  wasReported: z.boolean(),
  warnings: z.array(Message),
  errors: z.array(Message),
  tries: z.int(),
  /** Why the last sending led to no decision. */
  lastFailure: z.string().nullable(),
  nextTryAt: Instant.nullable(),
  isSeen: z.boolean(),
  decidedAt: Instant.nullable(),
  hasXml: z.boolean(),
})
export type EInvoice = z.output<typeof EInvoice>

const VIEW = { right: 'invoices.view' } as const
const SEND = { right: 'invoices.issue' } as const
const Otp = z
  .string()
  .transform((text) => foldDigits(text).replace(/\s/g, ''))
  .pipe(
    z
      .string()
      .min(1, 'required')
      .regex(/^\d{6}$/, 'sixDigits'),
  )

export const eInvoicingEndpoints = {
  eInvoicing: endpoint({
    method: 'GET',
    path: 'admin/e-invoicing',
    summary: 'The connection to the tax authority, and how many documents wait, were warned of, or were refused.',
    audience: VIEW,
    input: z.object({}),
    output: EInvoicing,
  }),
  connect: endpoint({
    method: 'POST',
    path: 'admin/e-invoicing/connect',
    summary:
      'Connects the institute with a one-time password from the authority’s portal, or renews the connection. New documents belong to it as soon as the authority has checked one of each kind.',
    needsProof: true,
    audience: { right: 'institute.change' },
    input: z.object({
      environment: Environment,
      otp: Otp,
      /** As the authority’s portal lists the unit. */
      name: Text(60),
      /** Of a VAT group: the ten digits of the member. */
      branch: Text(60),
      /** The line of business. */
      industry: Text(60),
    }),
    output: EInvoicing,
    problems: ['eInvoicingNotReady', 'eInvoicingConnecting', 'eInvoicingRefused', 'eInvoicingUnavailable'],
  }),
  eInvoices: endpoint({
    method: 'GET',
    path: 'admin/e-invoicing/documents',
    summary: 'Documents for the tax authority by state, the newest first: of each invoice or note the latest attempt.',
    audience: VIEW,
    input: z.object({ state: optional(State), cursor: Cursor, limit: PageLimit }),
    output: CursorPage(EInvoice),
  }),
  eInvoice: endpoint({
    method: 'GET',
    path: 'admin/e-invoicing/documents/{number}',
    summary: 'What became of an invoice or note at the tax authority: all attempts, the latest first.',
    audience: VIEW,
    input: z.object({ number: DocumentNumber }),
    output: z.object({ attempts: z.array(EInvoice) }),
  }),
  eInvoiceXml: endpoint({
    method: 'GET',
    path: 'admin/e-invoicing/documents/{number}/xml',
    summary: 'The XML of an invoice or note: with the authority’s stamp, or as it was sent.',
    audience: VIEW,
    input: z.object({ number: DocumentNumber }),
    output: FileAnswer,
    file: 'application/xml; charset=utf-8',
    problems: ['notFound'],
  }),
  sendEInvoice: endpoint({
    method: 'POST',
    path: 'admin/e-invoicing/documents/{number}/send',
    summary:
      'Writes and sends a refused document again, with what the settings say now; or sends a waiting one at once.',
    audience: SEND,
    input: z.object({ number: DocumentNumber }),
    output: z.object({ attempts: z.array(EInvoice) }),
    problems: ['notFound', 'eInvoiceDecided', 'notConnected'],
  }),
  seeEInvoice: endpoint({
    method: 'POST',
    path: 'admin/e-invoicing/documents/{number}/seen',
    summary: 'Says that somebody has looked at the authority’s warnings about a document.',
    audience: SEND,
    input: z.object({ number: DocumentNumber }),
    output: z.object({ attempts: z.array(EInvoice) }),
    problems: ['notFound'],
  }),
  sendWaiting: endpoint({
    method: 'POST',
    path: 'admin/e-invoicing/send',
    summary: 'Sends all that waits at once, also after the authority had not accepted the credentials.',
    audience: SEND,
    input: z.object({}),
    output: EInvoicing,
  }),
}
