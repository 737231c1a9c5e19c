/** Issues invoices and credit notes, in the transaction of the fact that they are about. */
import { randomUUID } from 'node:crypto'
import type { Institute } from '../../../db/shapes.ts'
import { invoice as ar } from '../../locales/ar/invoices.ts'
import { invoice as en } from '../../locales/en/invoices.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { forEachSettled } from '../../platform/for-each-settled.ts'
import { lockOrder } from '../orders/attempt-queries.server.ts'
import { findInstitute } from '../orders/queries.server.ts'
import { creditNoteOf, type Draft, invoiceOf, sellerOf } from './invoice-document.ts'
import { GENESIS_HASH, hashOf } from './invoice-hash.server.ts'
import {
  creditableRefund,
  creditNotesOf,
  findSold,
  hashAt,
  type InvoiceKind,
  insertInvoice,
  invoiceOfOrder,
  paidWithoutInvoice,
  refundsWithoutCreditNote,
  takeNumber,
} from './queries.server.ts'
import { fitted, zatcaQr } from './zatca-qr.ts'

/**
 * The invoice of an order that has just been paid; the order is locked by this transaction. Its number is taken last:
 * from then on everybody else who issues waits for this transaction's end. Without an institute that may issue any,
 * there is none yet: `issueMissing` brings it.
 */
export async function issueInvoice(tx: Tx, orderId: string, now: Date): Promise<void> {
  const sold = await findSold(tx, orderId)
  const institute = await findInstitute(tx)
  const seller = sellerOf(institute)
  if (!sold || !seller) return
  await write(tx, { kind: 'invoice', orderId, draft: invoiceOf(sold, seller, reasonsOf(institute)), now })
}

/**
 * The credit note of a refund that is done; the order is locked by this transaction. There is none where nothing was
 * paid, and none for a payment that bought no seat: no invoice speaks of it.
 */
export async function issueCreditNote(tx: Tx, refundId: string, now: Date): Promise<void> {
  const refund = await creditableRefund(tx, refundId)
  const invoice = refund && (await invoiceOfOrder(tx, refund.orderId))
  if (!refund || !invoice) return
  const before = { totalHalalas: 0, netHalalas: 0 }
  for (const { document } of await creditNotesOf(tx, refund.orderId)) {
    before.totalHalalas += document.totals.totalHalalas
    before.netHalalas += document.totals.netHalalas
  }
  const draft = creditNoteOf(invoice, before, refund.amountHalalas, refund.reason)
  const { orderId } = refund
  await write(tx, { kind: 'credit-note', orderId, refundId, originalId: invoice.id, draft, now })
}

type NewDocument = {
  kind: InvoiceKind
  orderId: string
  refundId?: string
  originalId?: string
  draft: Draft
  now: Date
}

const SERIES = { invoice: 'INV', 'credit-note': 'CN' } as const

async function write(tx: Tx, { kind, orderId, refundId, originalId, draft, now }: NewDocument): Promise<void> {
  const { seller, totals } = draft
  const qr = zatcaQr({ ...totals, sellerName: fitted(seller.name.ar), vatNumber: seller.vatNumber, issuedAt: now })
  const { counter, number } = await takeNumber(tx, kind)
  const previousHash = counter === 1 ? GENESIS_HASH : await hashAt(tx, counter - 1)
  if (!previousHash) throw new Error(`The document ${counter - 1} is missing.`)
  const row = {
    ...{ id: randomUUID(), kind, counter, previousHash, orderId, issuedAt: now },
    number: `${SERIES[kind]}-${String(number).padStart(6, '0')}`,
    document: { ...draft, qr },
  }
  await insertInvoice(tx, {
    ...row,
    hash: hashOf(row),
    refundId: refundId ?? null,
    originalId: originalId ?? null,
  })
}

function reasonsOf(institute: Institute | undefined) {
  const own = institute?.vatReasons
  const ours = (treatment: 'zero' | 'exempt') => ({ ar: ar.vatReasons[treatment], en: en.vatReasons[treatment] })
  return { zero: own?.zero ?? ours('zero'), exempt: own?.exempt ?? ours('exempt') }
}

const NO_SELLER = "invoices wait for the institute's legal name, address and VAT number (content/institute.yaml)"

/** At a start: an institute that lacks what every invoice must say sells, but issues none. */
export async function warnOfMissingSeller({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  const institute = await findInstitute(db)
  if (institute && !sellerOf(institute)) log.error({ alert: 'invoicesWait' }, NO_SELLER)
}

const AT_ONCE = 1000

/**
 * The job: what was paid or returned before there were invoices, or while the institute's settings lacked something,
 * in the order in which it happened.
 */
export async function issueMissing({ db, now, log }: Pick<Services, 'db' | 'now' | 'log'>): Promise<void> {
  const paid = await paidWithoutInvoice(db, AT_ONCE)
  if (paid.length > 0 && !sellerOf(await findInstitute(db))) {
    log.error({ alert: 'invoicesWait', orders: paid.length }, NO_SELLER)
    return
  }
  const invoices = () =>
    forEachSettled(paid, (orderId) =>
      db.transaction().execute(async (tx) => {
        await lockOrder(tx, orderId)
        if (!(await invoiceOfOrder(tx, orderId))) await issueInvoice(tx, orderId, now())
      }),
    )
  const creditNotes = async () =>
    forEachSettled(await refundsWithoutCreditNote(db, AT_ONCE), ({ id, orderId }) =>
      db.transaction().execute(async (tx) => {
        await lockOrder(tx, orderId)
        await issueCreditNote(tx, id, now())
      }),
    )
  await forEachSettled([invoices, creditNotes], (issue) => issue())
}
