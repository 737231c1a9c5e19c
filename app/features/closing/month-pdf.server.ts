/** The documents of a month as PDF. A long month is printed in parts: that bounds the time and the memory of each. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { findSeller } from '../invoices/invoice-desk.server.ts'
import { pdfAnswer } from '../printed-documents/printed-documents.server.ts'
import type { closingEndpoints, MonthView } from './contract.ts'
import { spanOf } from './month-figures.server.ts'
import { monthPaper } from './month-paper.server.ts'
import { monthDocuments } from './queries.server.ts'

/** A row takes 2 to 8 ms of CPU, by the machine, and 0.2 MB until the file is written. */
const DOCUMENTS_A_PART = 300
const MAX_PARTS_PER_HOUR = 60

export const partsOf = ({ total }: Pick<MonthView, 'total'>) =>
  Math.max(1, Math.ceil(total.documents / DOCUMENTS_A_PART))

export async function printMonth(
  ctx: Context,
  month: MonthView,
  { part }: Pick<Input<(typeof closingEndpoints)['monthPdf']>, 'part'>,
) {
  const parts = partsOf(month)
  if (part > parts) throw new Problem('notFound')
  await limit(ctx, `month-pdf:${requireUser(ctx).id}`, MAX_PARTS_PER_HOUR, HOUR_SECONDS)
  const rows = { limit: DOCUMENTS_A_PART, offset: (part - 1) * DOCUMENTS_A_PART }
  const documents = await monthDocuments(ctx.db, spanOf(month.month), rows)
  const seller = (await findSeller(ctx.db)) ?? { name: { ar: '' }, vatNumber: null }
  const { closed, figures, total } = month
  const content = await monthPaper(
    {
      ...{ month: month.month, figures, total, documents, part, parts, seller, now: ctx.now() },
      closed: closed && { at: new Date(closed.at), by: closed.by },
    },
    ctx.lang,
  )
  const detail = { rows: documents.length, format: 'pdf', filter: { month: month.month, part } }
  await writeAudit(ctx.db, ctx, { action: 'invoice.export', reference: 'month', detail })
  const name = `documents-${month.month}${parts > 1 ? `-${part}` : ''}`
  return pdfAnswer(name, content)
}
