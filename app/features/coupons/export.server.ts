/** The coupons of a list as a file, such as the codes of a series for those who hand them out. */
import type { Input } from '../../api/endpoint.ts'
import { couponExport as ar } from '../../locales/ar/desk/exports/coupon-export.ts'
import { couponExport as en } from '../../locales/en/desk/exports/coupon-export.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import type { couponsEndpoints } from './contract.ts'
import { type CouponRow, countCoupons, findCoupons } from './queries.server.ts'
import { daysOf, stateOf } from './terms.ts'

const TEXTS = { ar, en }

export async function exportCoupons(
  ctx: Context,
  { format, ...filter }: Input<(typeof couponsEndpoints)['exportCoupons']>,
) {
  const now = ctx.now()
  return exportedTable<CouponRow>(ctx, {
    action: 'coupon.export',
    reference: 'coupons',
    asked: { ...filter, format },
    rowCount: await countCoupons(ctx.db, filter, now, MAX_EXPORTED_ROWS),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx, now),
    read: ({ limit, after }) => findCoupons(ctx.db, filter, { limit, before: after?.id }, now),
  })
}

function columnsOf({ lang }: Context, now: Date): Column<CouponRow>[] {
  const { columns, states } = TEXTS[lang]
  return [
    { title: columns.code, kind: 'text', of: ({ code }) => code },
    { title: columns.series, kind: 'text', of: ({ series }) => series?.name },
    { title: columns.note, kind: 'text', of: ({ note }) => inLang(note, lang) },
    { title: columns.state, kind: 'text', of: (row) => states[stateOf(row, now)] },
    { title: columns.percent, kind: 'number', of: ({ percent }) => percent },
    { title: columns.amount, kind: 'halalas', of: ({ amountHalalas }) => amountHalalas },
    { title: columns.firstDay, kind: 'text', of: (row) => daysOf(row).firstDay },
    { title: columns.lastDay, kind: 'text', of: (row) => daysOf(row).lastDay },
    { title: columns.totalLimit, kind: 'number', of: ({ totalLimit }) => totalLimit },
    { title: columns.uses, kind: 'number', of: ({ uses }) => uses },
  ]
}
