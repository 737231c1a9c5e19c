/** A quote becomes a purchase: its seats are taken, and its invoice is issued, all or nothing. */
import type { QuoteAnswer } from '../../../db/shapes.ts'
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { issueInvoiceOfQuote } from '../invoices/invoicing.server.ts'
import { lockPlace } from '../orders/queries.server.ts'
import { linesOf, type QuoteRow, saveAnswer } from './queries.server.ts'
import { invoiceDraft } from './quote-document.ts'
import { mailAccepted } from './quote-mails.server.ts'
import { newSeatCode } from './seats/seat-code.ts'
import { holdSeats, insertSeats } from './seats/seat-queries.server.ts'
import { releaseTo } from './seats/seats.server.ts'

/** @throws Problem quoteAnswered, quoteExpired */
export function requireOpen({ state, validUntil }: QuoteRow, now: Date): void {
  if (state !== 'sent') throw new Problem('quoteAnswered')
  if (validUntil < dayOf(now)) throw new Problem('quoteExpired')
}

/**
 * The caller holds the lock of the quote, and has called `requireOpen`.
 * @throws Problem enrolmentClosed, quoteSeatsGone
 */
export async function accept(tx: Tx, ctx: Context, quote: QuoteRow, answer: QuoteAnswer): Promise<void> {
  const now = ctx.now()
  const lines = await linesOf(tx, quote.id, now)
  const runs = new Map<number, { courseId: number; seats: number }>()
  for (const { courseId, run, seats } of lines) {
    if (run?.isCancelled || (run && new Date(run.startsAt) <= now)) throw new Problem('enrolmentClosed')
    if (run) runs.set(run.id, { courseId, seats: (runs.get(run.id)?.seats ?? 0) + seats })
  }
  // In the order of the runs' ids, so that two companies cannot wait for each other.
  for (const [runId, { courseId, seats }] of [...runs].sort(([one], [other]) => one - other)) {
    // Locked first: a statement that waits for the lock counts the orders of the time before it waited.
    await lockPlace(tx, courseId, runId)
    if (!(await holdSeats(tx, runId, seats, now))) throw new Problem('quoteSeatsGone')
  }
  await saveAnswer(tx, quote.id, 'accepted', answer, now)
  for (const line of lines) await insertSeats(tx, quote.id, line.id, Array.from({ length: line.seats }, newSeatCode))
  const document = quote.document!
  const invoice = await issueInvoiceOfQuote(tx, quote.id, invoiceDraft(quote.number, document, now), now)
  await mailAccepted(tx, ctx, quote, { document, invoice, answer })
  if (document.totals.totalHalalas === 0) await releaseTo(tx, ctx, quote)
}
