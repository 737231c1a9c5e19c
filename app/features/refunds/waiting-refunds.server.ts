/** The refunds that wait for staff. */
import type { Input } from '../../api/endpoint.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { readRefundAccount } from '../orders/refund-account.server.ts'
import type { refundsEndpoints } from './contract.ts'
import { countWaitingRefunds, findWaitingRefunds, type WaitingRefundRow } from './waiting-queries.server.ts'

const CONFIRMED_WITHIN_MS = HOUR_MS

export async function waitingRefunds(
  ctx: Context,
  { WaitsFor, PageIndex, PageSize }: Input<(typeof refundsEndpoints)['waitingRefunds']>,
) {
  const filter = { waitsFor: WaitsFor, unconfirmedBefore: new Date(ctx.now().getTime() - CONFIRMED_WITHIN_MS) }
  const offset = (PageIndex - 1) * PageSize
  const [rows, count] = await Promise.all([
    offset < COUNT_CAP ? findWaitingRefunds(ctx.db, filter, { limit: PageSize, offset }) : [],
    countWaitingRefunds(ctx.db, filter, COUNT_CAP + 1),
  ])
  return {
    items: await Promise.all(rows.map((row) => viewOf(ctx, row))),
    pageIndex: PageIndex,
    pageSize: PageSize,
    ...cappedTotal(count),
  }
}

async function viewOf(ctx: Context, row: WaitingRefundRow) {
  const account = row.waitsFor === 'transfer' ? await readRefundAccount(ctx, row.orderId) : undefined
  const { id, waitsFor, orderId, reference, courseName, learner, since, failureReason } = row
  return {
    id,
    waitsFor,
    order: { id: orderId, reference, course: inLang(courseName, ctx.lang) },
    learner: learner ?? undefined,
    amountHalalas: row.amountHalalas,
    currency: row.currency,
    since: since.toISOString(),
    reason: row.reason,
    failureReason: failureReason ?? undefined,
    refundTo: account ? { ...account, givenAt: account.givenAt.toISOString() } : null,
  }
}
