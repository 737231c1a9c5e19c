/** The orders of a list as a file, which is made while it is sent. */
import type { Input } from '../../api/endpoint.ts'
import { orderExport as ar } from '../../locales/ar/desk/order-export.ts'
import { orderExport as en } from '../../locales/en/desk/order-export.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { dayOf } from '../../platform/days.ts'
import { writeAudit } from '../audit/queries.server.ts'
import type { Column } from '../lists/table.ts'
import { tableFile } from '../lists/table-file.server.ts'
import type { ordersEndpoints } from './contract.ts'
import { orderFilter } from './order-filter.server.ts'
import { countOrdersOf, findOrders, type OrderCardRow, type OrderFilter } from './staff-queries.server.ts'

const TEXTS = { ar, en }
const BATCH = 1000
/** Of an export, whose number of rows is written down. */
const MAX_COUNTED = 1_000_000_000

export async function exportOrders(
  ctx: Context,
  { format, ...asked }: Input<(typeof ordersEndpoints)['exportOrders']>,
) {
  const filter = await orderFilter(ctx, asked)
  const rows = await countOrdersOf(ctx.db, filter, MAX_COUNTED)
  await writeAudit(ctx.db, ctx, {
    action: 'order.export',
    reference: 'orders',
    detail: { rows, format, filter: asked },
  })
  const { fileName, title } = TEXTS[ctx.lang]
  return tableFile(format, {
    name: `${fileName}-${dayOf(ctx.now())}`,
    ...{ title, lang: ctx.lang, columns: columnsOf(ctx), batches: batches(ctx, filter) },
  })
}

async function* batches({ db }: Context, filter: OrderFilter): AsyncGenerator<OrderCardRow[]> {
  let after: OrderCardRow | undefined
  do {
    const rows = await findOrders(db, filter, { limit: BATCH, after })
    yield rows
    after = rows.length === BATCH ? rows.at(-1) : undefined
  } while (after)
}

function columnsOf({ lang }: Context): Column<OrderCardRow>[] {
  const { columns, statuses, methods, refunds, erased } = TEXTS[lang]
  return [
    { title: columns.reference, kind: 'text', of: ({ reference }) => reference },
    { title: columns.placed, kind: 'moment', of: ({ createdAt }) => createdAt },
    { title: columns.learner, kind: 'text', of: ({ learner }) => learner?.name ?? erased },
    { title: columns.email, kind: 'text', of: ({ learner }) => learner?.email },
    { title: columns.phone, kind: 'text', of: ({ learner }) => learner?.phone },
    { title: columns.course, kind: 'text', of: ({ courseName }) => inLang(courseName, lang) },
    { title: columns.status, kind: 'text', of: ({ status }) => statuses[status] },
    { title: columns.method, kind: 'text', of: ({ method }) => methods[method] },
    { title: columns.total, kind: 'halalas', of: ({ totalHalalas }) => totalHalalas },
    { title: columns.refunded, kind: 'halalas', of: ({ refundedHalalas }) => refundedHalalas },
    { title: columns.refund, kind: 'text', of: ({ refund }) => refund && refunds[refund] },
    { title: columns.paid, kind: 'moment', of: ({ paidAt }) => paidAt },
  ]
}
