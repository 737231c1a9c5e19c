/** An invoice with its notes at the desk, and debit notes by hand: nothing else in the product adds to an invoice. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { lockOrder } from '../orders/attempt-queries.server.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { refuseOwnOrder } from '../orders/own-order.ts'
import { debitAmounts } from './invoice-document.ts'
import { issueDebitNote as issue, takeDebitNoteBack as takeBack } from './invoicing.server.ts'
import { mailNote } from './note-mail.server.ts'
import type { DeskInvoice, invoiceNotesEndpoints } from './notes-contract.ts'
import { findInvoice, type InvoiceRow, notesOf } from './queries.server.ts'

/** Of an order: a company's purchase has calls of its own, which know its quote. */
type OrderDocument = InvoiceRow & { orderId: string }
type Calls = typeof invoiceNotesEndpoints

export const invoiceNotesOperations: Operations<Calls> = { deskInvoice, issueDebitNote, takeDebitNoteBack }

async function deskInvoice(
  ctx: Context,
  { number, amountHalalas, lineId }: Input<Calls['deskInvoice']>,
): Promise<DeskInvoice> {
  const row = await findInvoice(ctx.db, number)
  if (!row) throw new Problem('notFound')
  const notes = await notesOf(ctx.db, row.id)
  const { document } = row
  const [line] = document.lines
  // Of a company's purchase the amount is added to one of its lines.
  const debited = row.orderId === null ? document.lines.find(({ quoteLineId }) => quoteLineId === lineId) : line
  const preview =
    row.kind === 'invoice' && debited && amountHalalas !== undefined ? debitAmounts(debited, amountHalalas) : null
  return {
    ...{ number: row.number, kind: row.kind, issuedAt: row.issuedAt.toISOString() },
    sale: { orderId: row.orderId, quoteId: row.quoteId, reference: document.order.reference },
    buyer: document.buyer?.name ?? null,
    amounts: amountsOf(document.totals),
    lines: document.lines.map(({ quoteLineId, description, vatTreatment, vatRatePercent, totalHalalas }) => ({
      ...{ lineId: quoteLineId ?? null, description: inLang(description, ctx.lang) },
      ...{ treatment: vatTreatment, ratePercent: vatRatePercent, totalHalalas },
    })),
    reason: document.reason,
    suppliedOn: document.suppliedOn ?? null,
    ...{ original: document.original?.number ?? null, url: orderLinksFor(ctx.lang).invoice(row.number) },
    notes: notes.map((note) => ({
      ...{ number: note.number, kind: note.kind, issuedAt: note.issuedAt.toISOString() },
      ...{ reason: note.document.reason, totalHalalas: note.document.totals.totalHalalas },
    })),
    balanceHalalas: notes.reduce(
      (sum, { kind, document: { totals } }) => sum + (kind === 'debit-note' ? 1 : -1) * totals.totalHalalas,
      document.totals.totalHalalas,
    ),
    preview: preview && amountsOf(preview),
  }
}

const amountsOf = ({ netHalalas, vatHalalas, totalHalalas }: DeskInvoice['amounts']) => ({
  ...{ netHalalas, vatHalalas, totalHalalas },
})

async function issueDebitNote(
  ctx: Context,
  { number, amountHalalas, reason, suppliedOn, known }: Input<Calls['issueDebitNote']>,
): Promise<DeskInvoice> {
  await ctx.db.transaction().execute(async (tx) => {
    const invoice = await lockDocument(tx, ctx, { number, kind: 'invoice', known })
    const note = await issue(tx, invoice, { amountHalalas, reason, suppliedOn }, ctx.now())
    const after = { note: note.number, amountHalalas, reason, suppliedOn: note.suppliedOn }
    await writeAudit(tx, ctx, { action: 'invoice.debit', reference: number, after })
    await mailNote(
      tx,
      ctx.settings,
      { orderId: invoice.orderId, note, kind: 'debit-note', amountHalalas, reason },
      ctx.now(),
    )
  })
  return deskInvoice(ctx, { number })
}

async function takeDebitNoteBack(
  ctx: Context,
  { number, reason, known }: Input<Calls['takeDebitNoteBack']>,
): Promise<DeskInvoice> {
  await ctx.db.transaction().execute(async (tx) => {
    const debit = await lockDocument(tx, ctx, { number, kind: 'debit-note', known })
    // It is taken back whole, so once.
    if (known > 0) throw new Problem('previewStale')
    const amountHalalas = debit.document.totals.totalHalalas
    const note = await takeBack(tx, debit, reason, ctx.now())
    const after = { note: note.number, amountHalalas, reason }
    await writeAudit(tx, ctx, { action: 'invoice.debit-taken-back', reference: number, after })
    await mailNote(
      tx,
      ctx.settings,
      { orderId: debit.orderId, note, kind: 'credit-note', amountHalalas, reason },
      ctx.now(),
    )
  })
  return deskInvoice(ctx, { number })
}

/** @throws Problem notFound, ownOrder; previewStale when it has other notes than were shown */
async function lockDocument(
  tx: Tx,
  ctx: Context,
  { number, kind, known }: { number: string; kind: InvoiceRow['kind']; known: number },
): Promise<OrderDocument> {
  const row = await findInvoice(tx, number)
  const { orderId, userId } = row ?? {}
  if (row?.kind !== kind || !orderId || !userId) throw new Problem('notFound')
  refuseOwnOrder({ userId }, requireUser(ctx).id)
  await lockOrder(tx, orderId)
  if ((await notesOf(tx, row.id)).length !== known) throw new Problem('previewStale')
  return { ...row, orderId }
}
