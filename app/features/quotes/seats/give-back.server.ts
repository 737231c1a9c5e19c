/** Seats that nobody uses go back to the institute, with a credit note of their share of the invoice. */
import { Problem } from '../../../api/problem.ts'
import type { Services } from '../../../platform/context.server.ts'
import type { Tx } from '../../../platform/database/database.server.ts'
import { issueCreditNoteOfQuote } from '../../invoices/invoicing.server.ts'
import { invoiceOfQuote } from '../../invoices/queries.server.ts'
import { documentsOf, dueOf, paymentsOf, sumsOf } from '../money-queries.server.ts'
import { linesOf, type QuoteRow } from '../queries.server.ts'
import { creditOfSeats } from '../quote-document.ts'
import { mailCreditNote, mailSeatsGivenBack } from '../quote-mails.server.ts'
import { requireWithdrawable } from '../quote-views.server.ts'
import { countWithdrawn, lockRunsOfLine, openSeatsLeft, withdrawUnused } from './seat-queries.server.ts'
import { releaseTo } from './seats.server.ts'

type Sending = Pick<Services, 'settings' | 'now'>
type Back = { lineId: number; count: number; runId?: number; reason: string }

export type GivenBack = { seats: number; amountHalalas: number; creditNote: string | null }

/** The caller holds the locks of the quote and then of the seats' runs. Gives back as many as are there, up to `count`. */
export async function giveBack(
  tx: Tx,
  ctx: Sending,
  quote: QuoteRow,
  { lineId, count, runId, reason }: Back,
): Promise<GivenBack> {
  const now = ctx.now()
  const before = await countWithdrawn(tx, lineId)
  const { seats, invited } = await withdrawUnused(tx, lineId, { count, runId, now })
  await mailSeatsGivenBack(tx, ctx, quote, invited)
  const invoice = seats > 0 ? await invoiceOfQuote(tx, quote.id) : undefined
  const printed = invoice?.document.lines.find(({ quoteLineId }) => quoteLineId === lineId)
  const bought = { totalHalalas: printed?.totalHalalas ?? 0, seats: printed?.seats ?? 1 }
  const amountHalalas = creditOfSeats(bought, before, seats)
  if (!invoice || amountHalalas === 0) return { seats, amountHalalas, creditNote: null }
  const credit = { lineId, seats, amountHalalas, reason }
  const creditNote = await issueCreditNoteOfQuote(tx, { ...invoice, quoteId: quote.id }, credit, now)
  return { seats, amountHalalas, creditNote }
}

/** What is left of a purchase may be paid in full by now: then its seats can be used. */
export async function releaseIfPaid(tx: Tx, ctx: Sending, quote: QuoteRow): Promise<number> {
  const due = dueOf(sumsOf(await documentsOf(tx, quote.id), await paymentsOf(tx, quote.id)))
  if (due <= 0 && quote.releasedAt === null && (await openSeatsLeft(tx, quote.id))) await releaseTo(tx, ctx, quote)
  return due
}

type Withdrawal = { lineId: number; seats: number; reason: string }

/**
 * Withdraws unused seats of a line by the terms of the quote; the contact gets the credit note. The caller holds the lock
 * of the quote.
 * @throws Problem quoteNotAccepted, notFound, withdrawalOver, validation
 */
export async function withdraw(tx: Tx, ctx: Sending, quote: QuoteRow, { lineId, seats, reason }: Withdrawal) {
  if (quote.state !== 'accepted') throw new Problem('quoteNotAccepted')
  const now = ctx.now()
  const line = (await linesOf(tx, quote.id, now)).find((one) => one.id === lineId)
  if (!line) throw new Problem('notFound')
  requireWithdrawable(line, quote, now)
  await lockRunsOfLine(tx, lineId)
  const back = await giveBack(tx, ctx, quote, { lineId, count: seats, reason })
  if (back.seats < seats) throw new Problem('validation', {}, { seats: ['seatsInUse'] })
  const { amountHalalas, creditNote } = back
  if (creditNote) await mailCreditNote(tx, ctx, quote, { number: creditNote, seats, amountHalalas })
  await releaseIfPaid(tx, ctx, quote)
  return { amountHalalas }
}
