/** The invoice and the credit notes of an order. */
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { hasRight } from '../../api/rights.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { printedOf } from '../e-invoicing/stamping.server.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { findOrder } from '../orders/order-queries.server.ts'
import type { invoicesEndpoints } from './contract.ts'
import { invoiceDeskOperations } from './invoice-desk.server.ts'
import { invoicePdf as pdfOf } from './invoice-pdf.server.ts'
import { invoiceView } from './invoice-views.server.ts'
import { invoiceNotesOperations } from './notes.server.ts'
import { findInvoice, type InvoiceRow, invoiceOfOrder, notesOf } from './queries.server.ts'

const MAX_PDFS_PER_HOUR = 30

type Calls = Operations<typeof invoicesEndpoints>

const mayReadAll = (ctx: Context) => hasRight(requireUser(ctx), 'invoices.view')

/** The invoice of the caller's own order; staff may read any. */
async function requireInvoiceOf(ctx: Context, id: string): Promise<InvoiceRow> {
  const order = await findOrder(ctx.db, id, mayReadAll(ctx) ? undefined : requireUser(ctx).id)
  if (!order) throw new Problem('orderNotFound')
  return requireAccess(ctx, await invoiceOfOrder(ctx.db, id))
}

/** Its learner and staff may read a document; to others it is reported as not found. */
function requireAccess(ctx: Context, row: InvoiceRow | undefined): InvoiceRow {
  if (!row || !(row.userId === requireUser(ctx).id || mayReadAll(ctx))) throw new Problem('notFound')
  return row
}

const invoice: Calls['invoice'] = async (ctx, { id }) => viewFor(ctx, await requireInvoiceOf(ctx, id))

const paper: Calls['paper'] = async (ctx, { number }) =>
  viewFor(ctx, requireAccess(ctx, await findInvoice(ctx.db, number)))

async function viewFor(ctx: Context, row: InvoiceRow) {
  const [notes, { qr }] = await Promise.all([notesOf(ctx.db, row.id), printedOf(ctx, row)])
  const pdfUrl = orderLinksFor(ctx.lang).invoicePdf(row.number)
  return { ...invoiceView(row, notes, { lang: ctx.lang, qr }), pdfUrl, isMine: row.userId === requireUser(ctx).id }
}

const invoicePdf: Calls['invoicePdf'] = async (ctx, { id }) => printPdf(ctx, await requireInvoiceOf(ctx, id))

const paperPdf: Calls['paperPdf'] = async (ctx, { number }) =>
  printPdf(ctx, requireAccess(ctx, await findInvoice(ctx.db, number)))

/** Limited, since a document takes about a tenth of a second of CPU. */
async function printPdf(ctx: Context, row: InvoiceRow) {
  await limit(ctx, `pdf:${requireUser(ctx).id}`, MAX_PDFS_PER_HOUR, HOUR_SECONDS)
  const file = await pdfOf(ctx, row)
  return { name: file.name, body: new Blob([new Uint8Array(file.content)]).stream() }
}

export const invoicesOperations: Calls = {
  ...invoiceDeskOperations,
  ...invoiceNotesOperations,
  invoice,
  invoicePdf,
  paper,
  paperPdf,
}
