/** The refunds that wait for staff. */
import type { Input } from '../../api/endpoint.ts'
import { refundExport as ar } from '../../locales/ar/desk/exports/refund-export.ts'
import { refundExport as en } from '../../locales/en/desk/exports/refund-export.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import { foundLearners } from '../orders/order-filter.server.ts'
import { readRefundAccount } from '../orders/refund-account/refund-account.server.ts'
import type { refundsEndpoints } from './contract.ts'
import {
  countsOfWaiting,
  countWaitingRefunds,
  findWaitingRefunds,
  type PayerAccount,
  payerAccountsOf,
  type RefundWaits,
  type WaitingRefundFilter,
  type WaitingRefundRow,
} from './waiting-queries.server.ts'

const CONFIRMED_WITHIN_MS = HOUR_MS
const TEXTS = { ar, en }

export async function waitingRefunds(
  ctx: Context,
  { WaitsFor, SearchTerm, PageIndex, PageSize }: Input<(typeof refundsEndpoints)['waitingRefunds']>,
) {
  const filter = await filterOf(ctx, WaitsFor, SearchTerm)
  const offset = (PageIndex - 1) * PageSize
  const [rows, count, counts] = await Promise.all([
    offset < COUNT_CAP ? findWaitingRefunds(ctx.db, filter, { limit: PageSize, offset }) : [],
    countWaitingRefunds(ctx.db, filter, COUNT_CAP + 1),
    countsOfWaiting(ctx.db, filter.unconfirmedBefore),
  ])
  const toSend = rows.filter((row) => row.waitsFor === 'transfer').map(({ orderId }) => orderId)
  const paidFrom = await payerAccountsOf(ctx.db, toSend)
  return {
    items: await Promise.all(rows.map((row) => viewOf(ctx, row, paidFrom.get(row.orderId)))),
    pageIndex: PageIndex,
    pageSize: PageSize,
    counts,
    ...cappedTotal(count),
  }
}

async function filterOf(
  { db, now }: Context,
  waitsFor: RefundWaits | undefined,
  search: string | undefined,
): Promise<WaitingRefundFilter> {
  const unconfirmedBefore = new Date(now().getTime() - CONFIRMED_WITHIN_MS)
  return { found: await foundLearners(db, search), waitsFor, unconfirmedBefore }
}

async function viewOf(ctx: Context, row: WaitingRefundRow, paidFrom: PayerAccount[] = []) {
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
    paidFrom,
  }
}

/** Without the accounts to which money goes back: they are shown one by one, and every look at one is for a refund. */
export async function exportRefunds(
  ctx: Context,
  { format, ...asked }: Input<(typeof refundsEndpoints)['exportRefunds']>,
) {
  const filter = await filterOf(ctx, asked.WaitsFor, asked.SearchTerm)
  return exportedTable<WaitingRefundRow>(ctx, {
    action: 'refund.export',
    reference: 'refunds',
    asked: { ...asked, format },
    rowCount: await countWaitingRefunds(ctx.db, filter, MAX_EXPORTED_ROWS),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx),
    read: (page) => findWaitingRefunds(ctx.db, filter, page),
  })
}

function columnsOf({ lang }: Context): Column<WaitingRefundRow>[] {
  const { columns, waits, erased } = TEXTS[lang]
  return [
    { title: columns.reference, kind: 'text', of: ({ reference }) => reference },
    { title: columns.learner, kind: 'text', of: ({ learner }) => learner?.name ?? erased },
    { title: columns.email, kind: 'text', of: ({ learner }) => learner?.email },
    { title: columns.phone, kind: 'text', of: ({ learner }) => learner?.phone },
    { title: columns.course, kind: 'text', of: ({ courseName }) => inLang(courseName, lang) },
    { title: columns.waitsFor, kind: 'text', of: ({ waitsFor }) => waits[waitsFor] },
    { title: columns.reason, kind: 'text', of: ({ reason }) => reason },
    { title: columns.failure, kind: 'text', of: ({ failureReason }) => failureReason },
    { title: columns.since, kind: 'moment', of: ({ since }) => since },
    { title: columns.amount, kind: 'halalas', of: ({ amountHalalas }) => amountHalalas },
    { title: columns.currency, kind: 'text', of: ({ currency }) => currency },
  ]
}
