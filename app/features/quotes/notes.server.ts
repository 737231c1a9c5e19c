/** Staff add an amount to a company's invoice afterwards, and take it back. What the company owes follows. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { issueDebitNote, takeDebitNoteBack } from '../invoices/invoicing.server.ts'
import { findInvoice, invoiceOfQuote, notesOf } from '../invoices/queries.server.ts'
import type { purchaseNotesEndpoints } from './notes-contract.ts'
import { lockQuote, type QuoteRow } from './queries.server.ts'
import { mailNote } from './quote-mails.server.ts'
import { purchaseOf } from './quote-views.server.ts'
import { releaseIfPaid } from './seats/give-back.server.ts'

type Calls = typeof purchaseNotesEndpoints

export async function debitPurchase(
  ctx: Context,
  { id, lineId, amountHalalas, reason, suppliedOn, known }: Input<Calls['debitPurchase']>,
): Promise<{ number: string }> {
  return ctx.db.transaction().execute(async (tx) => {
    const quote = await requirePurchase(tx, id)
    const invoice = await invoiceOfQuote(tx, id)
    const lineIndex = invoice?.document.lines.findIndex(({ quoteLineId }) => quoteLineId === lineId) ?? -1
    if (!invoice || lineIndex < 0) throw new Problem('notFound')
    if ((await notesOf(tx, invoice.id)).length !== known) throw new Problem('previewStale')
    const asked = { amountHalalas, reason, suppliedOn, lineIndex }
    const { number, ...issued } = await issueDebitNote(tx, invoice, asked, ctx.now())
    const after = { note: number, amountHalalas, reason, suppliedOn: issued.suppliedOn }
    await writeAudit(tx, ctx, { action: 'invoice.debit', reference: invoice.number, after })
    const { money } = await purchaseOf(tx, quote)
    await mailNote(tx, ctx, quote, { kind: 'debited', number, amountHalalas, reason }, money ?? undefined)
    return { number }
  })
}

export async function takePurchaseDebitBack(
  ctx: Context,
  { id, number, reason, known }: Input<Calls['takePurchaseDebitBack']>,
): Promise<{ number: string }> {
  return ctx.db.transaction().execute(async (tx) => {
    const quote = await requirePurchase(tx, id)
    const debit = await findInvoice(tx, number)
    if (debit?.kind !== 'debit-note' || debit.quoteId !== id) throw new Problem('notFound')
    // It is taken back whole, so once.
    if (known > 0 || (await notesOf(tx, debit.id)).length > 0) throw new Problem('previewStale')
    const note = await takeDebitNoteBack(tx, debit, reason, ctx.now())
    const amountHalalas = debit.document.totals.totalHalalas
    const after = { note: note.number, amountHalalas, reason }
    await writeAudit(tx, ctx, { action: 'invoice.debit-taken-back', reference: number, after })
    await mailNote(tx, ctx, quote, { kind: 'debitTakenBack', number: note.number, amountHalalas, reason })
    // What was paid may be all that is left to pay.
    await releaseIfPaid(tx, ctx, quote)
    return { number: note.number }
  })
}

/** @throws Problem notFound, quoteNotAccepted */
async function requirePurchase(tx: Tx, id: number): Promise<QuoteRow> {
  const quote = await lockQuote(tx, id)
  if (!quote) throw new Problem('notFound')
  if (quote.state !== 'accepted') throw new Problem('quoteNotAccepted')
  return quote
}
