/** The orders of a list as a file. */
import type { Input } from '../../api/endpoint.ts'
import { orderExport as ar } from '../../locales/ar/desk/exports/order-export.ts'
import { orderExport as en } from '../../locales/en/desk/exports/order-export.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import type { ordersEndpoints } from './contract.ts'
import { orderFilter } from './order-filter.server.ts'
import { countOrdersOf, findOrders, type OrderCardRow, placeAfter } from './staff-queries.server.ts'

const TEXTS = { ar, en }

export async function exportOrders(
  ctx: Context,
  { format, Sort: sort = 'newest', ...asked }: Input<(typeof ordersEndpoints)['exportOrders']>,
) {
  const filter = await orderFilter(ctx, asked)
  return exportedTable<OrderCardRow>(ctx, {
    action: 'order.export',
    reference: 'orders',
    asked: { ...asked, ...(sort === 'newest' ? {} : { Sort: sort }), format },
    // A file is complete, also where a list shows only the newest.
    rowCount: await countOrdersOf(ctx.db, filter, MAX_EXPORTED_ROWS, null),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx),
    read: ({ limit, after }) =>
      findOrders(ctx.db, filter, { limit, sort, after: after && placeAfter(after, sort), lookedThrough: null }),
  })
}

function columnsOf({ lang }: Context): Column<OrderCardRow>[] {
  const { columns, statuses, endings, methods, sources, refunds, erased } = TEXTS[lang]
  return [
    { title: columns.reference, kind: 'text', of: ({ reference }) => reference },
    { title: columns.placed, kind: 'moment', of: ({ createdAt }) => createdAt },
    { title: columns.learner, kind: 'text', of: ({ learner }) => learner?.name ?? erased },
    { title: columns.email, kind: 'text', of: ({ learner }) => learner?.email },
    { title: columns.phone, kind: 'text', of: ({ learner }) => learner?.phone },
    { title: columns.course, kind: 'text', of: ({ courseName }) => inLang(courseName, lang) },
    {
      title: columns.status,
      kind: 'text',
      of: ({ status, isMoved, isChargedBack }) =>
        isMoved ? endings.moved : isChargedBack ? endings.chargedBack : statuses[status],
    },
    {
      title: columns.method,
      kind: 'text',
      of: ({ method, totalHalalas }) => (totalHalalas > 0 ? methods[method] : null),
    },
    { title: columns.source, kind: 'text', of: ({ source }) => sources[source] },
    { title: columns.total, kind: 'halalas', of: ({ totalHalalas }) => totalHalalas },
    { title: columns.refunded, kind: 'halalas', of: ({ refundedHalalas }) => refundedHalalas },
    { title: columns.refund, kind: 'text', of: ({ refund }) => refund && refunds[refund] },
    { title: columns.paid, kind: 'moment', of: ({ paidAt }) => paidAt },
  ]
}
