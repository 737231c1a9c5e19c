/** Pays purchases of companies with movements of the bank account: all parts in one transaction, or none. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { bookTransfer, isBookedTwice } from '../quotes/booking.server.ts'
import type { bankStatementsEndpoints } from './contract.ts'
import { linesById, takeForPurchase } from './queries.server.ts'

type Decision = Input<(typeof bankStatementsEndpoints)['payPurchases']>

/** @throws Problem notFound, lineUsed, quoteNotAccepted, moreThanDue, moneyBookedBefore */
export async function payPurchases(ctx: Context, { lineIds, parts }: Decision) {
  const lines = await linesById(ctx.db, lineIds)
  if (lines.length !== new Set(lineIds).size) throw new Problem('notFound')
  const left = new Map(lines.map(({ id, amountHalalas, usedHalalas }) => [id, amountHalalas - usedHalalas]))
  // In the order of the quotes' ids, so that two decisions cannot wait for each other.
  const ordered = parts.toSorted((one, other) => one.quoteId - other.quoteId)
  try {
    const purchases = await ctx.db.transaction().execute(async (tx) => {
      const paid: { quoteId: number; number: string }[] = []
      for (const { quoteId, amountHalalas } of ordered) {
        let missing = amountHalalas
        let number = ''
        for (const { id, day, bankReference } of lines) {
          const share = Math.min(left.get(id)!, missing)
          if (share <= 0) continue
          const transfer = { amountHalalas: share, reference: bankReference || `BANK-${id}`, receivedOn: day }
          number = await bookTransfer(tx, ctx, { quoteId, ...transfer })
          const use = { lineId: id, quoteId, amountHalalas: share, now: ctx.now(), by: requireUser(ctx).id }
          if (!(await takeForPurchase(tx, use))) throw new Problem('lineUsed')
          left.set(id, left.get(id)! - share)
          missing -= share
        }
        if (missing > 0) throw new Problem('lineUsed')
        paid.push({ quoteId, number })
      }
      return paid
    })
    return { purchases }
  } catch (error) {
    throw isBookedTwice(error) ? new Problem('moneyBookedBefore') : error
  }
}
