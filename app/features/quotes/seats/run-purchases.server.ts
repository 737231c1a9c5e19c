/** What a moved or cancelled run means for the companies that have bought seats in it. */
import type { Localized } from '../../../../db/shapes.ts'
import type { Services } from '../../../platform/context.server.ts'
import type { Database, Tx } from '../../../platform/database/database.server.ts'
import { lockQuote, type QuoteRow } from '../queries.server.ts'
import { creditOfSeats } from '../quote-document.ts'
import { giveBack, releaseIfPaid } from './give-back.server.ts'
import { mailRunCancelled, mailRunMoved } from './run-purchase-mails.server.ts'
import { type LineInRun, linesInRun, movedSeats, timesOfRun } from './run-purchase-queries.server.ts'

export type PurchaseInRun = {
  quoteId: number
  number: string
  company: Localized
  /** Who is told. */
  contact: string
  /** Those that go back when the run is cancelled: unused ones, and those whose orders end. */
  seats: number
  /** The sum of their credit notes. */
  creditHalalas: number
  /** What is to be sent back to the company: the credit beyond what it still owes. */
  backHalalas: number
}

/** The purchases with seats in a run. @param staying orders that go to another run, with their seats */
export async function purchasesInRun(
  db: Database,
  runId: number,
  staying: ReadonlySet<string> = new Set(),
): Promise<PurchaseInRun[]> {
  const purchases = new Map<number, PurchaseInRun & { dueHalalas: number }>()
  for (const line of await linesInRun(db, runId)) {
    const { quoteId, number, company, contact, dueHalalas } = line
    const known = purchases.get(quoteId) ?? { seats: 0, creditHalalas: 0, backHalalas: 0 }
    const seats = line.unused + line.orderIds.filter((id) => !staying.has(id)).length
    const creditHalalas = known.creditHalalas + creditOfSeats(line, line.withdrawn, seats)
    const backHalalas = Math.max(0, creditHalalas - Math.max(0, dueHalalas))
    purchases.set(quoteId, {
      ...{ quoteId, number, company, contact, dueHalalas },
      ...{ seats: known.seats + seats, creditHalalas, backHalalas },
    })
  }
  return [...purchases.values()].map(({ dueHalalas: _, ...purchase }) => purchase)
}

/** A purchase that a moved or cancelled run concerns. */
export type PurchaseWork = {
  actionId: string
  /** Locked, before the run. */
  quote: QuoteRow
  runId: number
  reason: string
  formerStart: Date | null
}

/** Locks a purchase; its runs are locked after it. */
export const lockPurchaseOf = (tx: Tx, quoteId: number) => lockQuote(tx, quoteId)

type Sending = Pick<Services, 'settings' | 'now'>

/** The seats go back with credit notes, and the contact is told what was credited and what is on its way back. */
export async function settleCancelledPurchase(tx: Tx, ctx: Sending, work: PurchaseWork) {
  const { quote } = work
  const lines = (await linesInRun(tx, work.runId)).filter(({ quoteId }) => quoteId === quote.id)
  const creditNotes: string[] = []
  const done = { seats: 0, creditedHalalas: 0 }
  for (const { lineId, unused } of lines) {
    const back = { lineId, count: unused, runId: work.runId, reason: work.reason }
    const { seats, amountHalalas, creditNote } = await giveBack(tx, ctx, quote, back)
    if (creditNote) creditNotes.push(creditNote)
    done.seats += seats
    done.creditedHalalas += amountHalalas
  }
  const dueHalalas = await releaseIfPaid(tx, ctx, quote)
  const moved = await movedSeats(tx, work.actionId, quote.id)
  const run = await timesOfRun(tx, work.runId)
  await mailRunCancelled(tx, ctx, quote, { ...done, ...work, run, creditNotes, moved, dueHalalas })
  return done
}

/** The contact gets the new dates, and until when seats can be given back because of them. */
export async function mailCompanyOfMove(tx: Tx, ctx: Sending, work: PurchaseWork) {
  const { quote } = work
  const lines: LineInRun[] = (await linesInRun(tx, work.runId)).filter(({ quoteId }) => quoteId === quote.id)
  const seats = lines.reduce((sum, { unused, orderIds }) => sum + unused + orderIds.length, 0)
  if (seats > 0) await mailRunMoved(tx, ctx, quote, { ...work, run: await timesOfRun(tx, work.runId), seats })
  return { seats: 0, creditedHalalas: 0 }
}
