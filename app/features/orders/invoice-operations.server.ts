/** What a learner keeps of an order: the invoice, its credit notes and the calendar file. */
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { calendarOf } from './calendar.server.ts'
import type { invoiceEndpoints } from './invoice-contract.ts'
import { creditNotesOf, findInvoice, type InvoiceRow, invoiceOfOrder } from './invoice-queries.server.ts'
import { invoiceView } from './invoice-views.server.ts'
import { findOrder } from './order-queries.server.ts'

type Calls = Operations<typeof invoiceEndpoints>

const calendar: Calls['calendar'] = async (ctx, { id, lang = ctx.lang }) => {
  const order = await findOrder(ctx.db, id, requireUser(ctx).id)
  if (!order) throw new Problem('orderNotFound')
  const file = calendarOf(order, lang, { publicUrl: ctx.settings.publicUrl, now: ctx.now() })
  if (!file) throw new Problem('notFound')
  return { name: file.name, body: new Blob([file.content]).stream() }
}

const invoice: Calls['invoice'] = async (ctx, { id }) => {
  const order = await findOrder(ctx.db, id, isStaff(ctx) ? undefined : requireUser(ctx).id)
  if (!order) throw new Problem('orderNotFound')
  return shown(ctx, await invoiceOfOrder(ctx.db, id))
}

const paper: Calls['paper'] = async (ctx, { number }) => shown(ctx, await findInvoice(ctx.db, number))

/** To its learner and to staff; to anybody else it is not there. */
async function shown(ctx: Context, row: InvoiceRow | undefined) {
  const isMine = row?.userId === requireUser(ctx).id
  if (!row || !(isMine || isStaff(ctx))) throw new Problem('notFound')
  const creditNotes = row.kind === 'invoice' ? await creditNotesOf(ctx.db, row.orderId) : []
  return { ...invoiceView(row, creditNotes, ctx.lang), isMine }
}

function isStaff(ctx: Context): boolean {
  return requireUser(ctx).roles.some((role) => role === 'Admin' || role === 'Owner')
}

export const invoiceOperations: Calls = { calendar, invoice, paper }
