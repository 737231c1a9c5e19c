/** Issues invoices and credit notes, in the transaction of the payment or refund. */
import { randomUUID } from 'node:crypto'
import type { Institute } from '../../../db/shapes.ts'
import { Problem } from '../../api/problem.ts'
import { invoice as ar } from '../../locales/ar/invoices.ts'
import { invoice as en } from '../../locales/en/invoices.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { forEachSettled } from '../../platform/for-each-settled.ts'
import { addToChain } from '../e-invoicing/chain.server.ts'
import { lockOrder } from '../orders/attempt-queries.server.ts'
import { findInstitute } from '../orders/queries.server.ts'
import { creditNoteOf, type Debited, type Draft, debitNoteOf, invoiceOf, sellerOf } from './invoice-document.ts'
import { GENESIS_HASH, hashOf } from './invoice-hash.server.ts'
import {
  creditableRefund,
  creditNotesOf,
  findSold,
  hashAt,
  type InvoiceKind,
  type InvoiceRow,
  insertInvoice,
  invoicedUnpaidParts,
  invoiceOfOrder,
  refundsWithoutCreditNote,
  takeNumber,
  withoutInvoice,
} from './queries.server.ts'
import { truncateToFit, zatcaQr } from './zatca-qr.ts'

/**
 * Issues the invoice of an order, or of one of its parts, that has just been paid; this transaction has locked the order. The number is taken
 * last, since it blocks other documents until this transaction ends. While the institute's settings are incomplete, no
 * invoice is issued: `issueMissing` does it later.
 */
export async function issueInvoice(tx: Tx, orderId: string, now: Date, part = 1): Promise<void> {
  const sold = await findSold(tx, orderId, part)
  const institute = await findInstitute(tx)
  const seller = sellerOf(institute)
  if (!sold || !seller) return
  const draft = invoiceOf(sold, seller, vatReasonsOf(institute))
  await writeDocument(tx, { kind: 'invoice', sale: { orderId, part }, draft, now })
}

/** The same of a later part, unless it was invoiced when its run was over. */
export async function issueInvoiceOfPart(tx: Tx, orderId: string, part: number, now: Date): Promise<void> {
  if (!(await invoiceOfOrder(tx, orderId, part))) await issueInvoice(tx, orderId, now, part)
}

/**
 * Issues the credit note of a refund that is done; this transaction has locked the order. There is none for a free order
 * or for a payment that bought no seat, since no invoice covers it.
 */
export async function issueCreditNote(tx: Tx, refundId: string, now: Date): Promise<void> {
  const refund = await creditableRefund(tx, refundId)
  const invoice = refund && (await invoiceOfOrder(tx, refund.orderId, refund.part))
  if (!refund || !invoice) return
  const before = { totalHalalas: 0, netHalalas: 0 }
  for (const { document } of await creditNotesOf(tx, invoice.id)) {
    before.totalHalalas += document.totals.totalHalalas
    before.netHalalas += document.totals.netHalalas
  }
  const draft = creditNoteOf(invoice, before, refund.amountHalalas, refund.reason)
  const { orderId, part } = refund
  await writeDocument(tx, {
    kind: 'credit-note',
    sale: { orderId, part },
    refundId,
    originalId: invoice.id,
    draft,
    now,
  })
}

/**
 * Credits the parts that were invoiced when the run was over and that nobody has paid: their order has just ended, so that
 * they are not owed any more. This transaction has locked the order.
 */
export async function creditUnpaidParts(tx: Tx, orderId: string, reason: string, now: Date): Promise<void> {
  for (const part of await invoicedUnpaidParts(tx, orderId)) {
    const invoice = (await invoiceOfOrder(tx, orderId, part))!
    const { totalHalalas } = invoice.document.totals
    const draft = creditNoteOf(invoice, { totalHalalas: 0, netHalalas: 0 }, totalHalalas, reason)
    await writeDocument(tx, { kind: 'credit-note', sale: { orderId, part }, originalId: invoice.id, draft, now })
  }
}

/** Issues the invoice of a company's purchase; this transaction has locked the quote. */
export async function issueInvoiceOfQuote(tx: Tx, quoteId: number, draft: Draft, now: Date): Promise<string> {
  return (await writeDocument(tx, { kind: 'invoice', sale: { quoteId }, draft, now })).number
}

/** Credits seats of one line of a company's invoice; this transaction has locked the quote. */
export async function issueCreditNoteOfQuote(
  tx: Tx,
  invoice: InvoiceRow & { quoteId: number },
  { lineId, seats, amountHalalas, reason }: { lineId: number; seats: number; amountHalalas: number; reason: string },
  now: Date,
): Promise<string> {
  const before = { totalHalalas: 0, netHalalas: 0 }
  for (const { document } of await creditNotesOf(tx, invoice.id))
    for (const line of document.lines)
      if (line.quoteLineId === lineId) {
        before.totalHalalas += line.totalHalalas
        before.netHalalas += line.netHalalas
      }
  const index = invoice.document.lines.findIndex(({ quoteLineId }) => quoteLineId === lineId)
  const { lines, ...draft } = creditNoteOf(invoice, before, amountHalalas, reason, index)
  const credited = { ...draft, lines: lines.map((line) => ({ ...line, seats })) }
  const sale = { quoteId: invoice.quoteId }
  return (await writeDocument(tx, { kind: 'credit-note', sale, originalId: invoice.id, draft: credited, now })).number
}

type AskedDebit = Omit<Debited, 'suppliedOn'> & { suppliedOn?: string | undefined }

/** Adds an amount to a line of an invoice; this transaction has locked its order or quote. Returns the note's id, number and day of supply. */
export async function issueDebitNote(tx: Tx, invoice: InvoiceRow, debited: AskedDebit, now: Date) {
  const { suppliedOn = dayOf(now), ...asked } = debited
  if (suppliedOn > dayOf(now)) throw new Problem('validation', {}, { suppliedOn: ['dayAhead'] })
  if (suppliedOn < dayOf(invoice.issuedAt)) throw new Problem('validation', {}, { suppliedOn: ['beforeInvoice'] })
  const draft = debitNoteOf(invoice, { ...asked, suppliedOn })
  const note = await writeDocument(tx, {
    kind: 'debit-note',
    sale: saleOf(invoice),
    originalId: invoice.id,
    draft,
    now,
  })
  return { ...note, suppliedOn }
}

/** Takes a debit note back, whole; this transaction has locked its order or quote. */
export async function takeDebitNoteBack(tx: Tx, note: InvoiceRow, reason: string, now: Date) {
  const draft = creditNoteOf(note, { totalHalalas: 0, netHalalas: 0 }, note.document.totals.totalHalalas, reason)
  return writeDocument(tx, { kind: 'credit-note', sale: saleOf(note), originalId: note.id, draft, now })
}

const saleOf = ({ orderId, quoteId, part }: InvoiceRow): NewDocument['sale'] =>
  orderId === null ? { quoteId: quoteId! } : { orderId, part }

type NewDocument = {
  kind: InvoiceKind
  sale: { orderId: string; part: number } | { quoteId: number }
  refundId?: string
  originalId?: string
  draft: Draft
  now: Date
}

const SERIES = { invoice: 'INV', 'credit-note': 'CN', 'debit-note': 'DN' } as const

async function writeDocument(tx: Tx, written: NewDocument): Promise<{ id: string; number: string }> {
  const { kind, sale, refundId, originalId, draft, now } = written
  const { seller, totals } = draft
  const { vatNumber } = seller
  const { counter, number, openFrom } = await takeNumber(tx, kind)
  // A month may have been closed since this request began.
  const issuedAt = openFrom && openFrom > now ? openFrom : now
  const qr = vatNumber && zatcaQr({ ...totals, sellerName: truncateToFit(seller.name.ar), vatNumber, issuedAt })
  const previousHash = counter === 1 ? GENESIS_HASH : await hashAt(tx, counter - 1)
  if (!previousHash) throw new Error(`The document ${counter - 1} is missing.`)
  const row = {
    ...{ id: randomUUID(), kind, counter, previousHash, orderId: null, quoteId: null, part: 1, ...sale, issuedAt },
    number: `${SERIES[kind]}-${String(number).padStart(6, '0')}`,
    document: { ...draft, qr },
  }
  await insertInvoice(tx, {
    ...row,
    hash: hashOf(row),
    refundId: refundId ?? null,
    originalId: originalId ?? null,
  })
  await addToChain(tx, row, now)
  return { id: row.id, number: row.number }
}

export function vatReasonsOf(institute: Institute | undefined) {
  const configured = institute?.vatReasons
  const defaultReason = (treatment: 'zero' | 'exempt') => ({
    ar: ar.vatReasons[treatment],
    en: en.vatReasons[treatment],
  })
  return { zero: configured?.zero ?? defaultReason('zero'), exempt: configured?.exempt ?? defaultReason('exempt') }
}

const NO_SELLER = "invoices wait for the institute's legal name, address and VAT number (content/institute.yaml)"

/** At the start: with incomplete settings the institute can sell, but issues no invoices. */
export async function warnOfMissingSeller({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  const institute = await findInstitute(db)
  if (institute && !sellerOf(institute)) log.error({ alert: 'invoicesWait' }, NO_SELLER)
}

const BATCH_SIZE = 1000

/**
 * The job: issues what is missing because the institute's settings were incomplete, in the order of the payments and
 * refunds.
 */
export async function issueMissing({ db, now, log }: Pick<Services, 'db' | 'now' | 'log'>): Promise<void> {
  const paid = await withoutInvoice(db, now(), BATCH_SIZE)
  if (paid.length > 0 && !sellerOf(await findInstitute(db))) {
    log.error({ alert: 'invoicesWait', orders: paid.length }, NO_SELLER)
    return
  }
  const invoices = () =>
    forEachSettled(paid, ({ orderId, part }) =>
      db.transaction().execute(async (tx) => {
        await lockOrder(tx, orderId)
        await issueInvoiceOfPart(tx, orderId, part, now())
      }),
    )
  const creditNotes = async () =>
    forEachSettled(await refundsWithoutCreditNote(db, BATCH_SIZE), ({ id, orderId }) =>
      db.transaction().execute(async (tx) => {
        await lockOrder(tx, orderId)
        await issueCreditNote(tx, id, now())
      }),
    )
  await forEachSettled([invoices, creditNotes], (issue) => issue())
}
