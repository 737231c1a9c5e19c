/** A learner's orders, and their dates as a calendar file. */
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { requireUser } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import { calendarOf } from './calendar/calendar.server.ts'
import type { ordersEndpoints } from './contract.ts'
import { countOrders, findOrder, listOrders } from './order-queries.server.ts'
import { orderView } from './order-views.server.ts'
import { findInstitute } from './queries.server.ts'
import { orderStaffOperations } from './staff.server.ts'

type Calls = Operations<typeof ordersEndpoints>

const mine: Calls['mine'] = async (ctx, { PageIndex, PageSize }) => {
  const learner = requireUser(ctx)
  const offset = (PageIndex - 1) * PageSize
  const rows = offset < COUNT_CAP ? await listOrders(ctx.db, { userId: learner.id, offset, count: PageSize }) : []
  // The last page says how many there are, and only a paid order's row says something of the institute.
  const isLast = rows.length < PageSize && (rows.length > 0 || offset === 0)
  const [count, institute] = await Promise.all([
    isLast ? offset + rows.length : countOrders(ctx.db, learner.id, COUNT_CAP),
    rows.some(({ status }) => status === 'paid') ? findInstitute(ctx.db) : undefined,
  ])
  return {
    items: rows.map((row) => orderView(row, { ...ctx, institute })),
    pageIndex: PageIndex,
    pageSize: PageSize,
    ...cappedTotal(count),
  }
}

const calendar: Calls['calendar'] = async (ctx, { id, lang = ctx.lang }) => {
  const order = await findOrder(ctx.db, id, requireUser(ctx).id)
  if (!order) throw new Problem('orderNotFound')
  const file = await calendarOf(ctx.db, order, lang, { publicUrl: ctx.settings.publicUrl, now: ctx.now() })
  if (!file) throw new Problem('notFound')
  return { name: file.name, body: new Blob([file.content]).stream() }
}

export const ordersOperations: Calls = { mine, calendar, ...orderStaffOperations }
