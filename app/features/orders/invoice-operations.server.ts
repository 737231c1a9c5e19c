/** What a learner keeps of an order: the calendar file. */
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { requireUser } from '../../platform/context.server.ts'
import { calendarOf } from './calendar.server.ts'
import type { invoiceEndpoints } from './invoice-contract.ts'
import { findOrder } from './order-queries.server.ts'

type Calls = Operations<typeof invoiceEndpoints>

const calendar: Calls['calendar'] = async (ctx, { id, lang = ctx.lang }) => {
  const order = await findOrder(ctx.db, id, requireUser(ctx).id)
  if (!order) throw new Problem('orderNotFound')
  const file = calendarOf(order, lang, { publicUrl: ctx.settings.publicUrl, now: ctx.now() })
  if (!file) throw new Problem('notFound')
  return { name: file.name, body: new Blob([file.content]).stream() }
}

export const invoiceOperations: Calls = { calendar }
