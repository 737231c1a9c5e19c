/** A chargeback as staff see it. */
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { evidenceAddress } from './evidence.server.ts'
import type { ChargebackRow } from './queries.server.ts'

export function viewOf(
  ctx: Context,
  { orderId: _, userId: __, attemptId: ___, quoteId: ____, company, createdAt, ...row }: ChargebackRow,
) {
  const notes = row.notes.map(({ file, ...note }) => ({
    ...note,
    file: file && { name: file.name, size: file.size, address: evidenceAddress(ctx, file.id, file.name) },
  }))
  return { ...row, company: company && inLang(company, ctx.lang), notes, createdAt: createdAt.toISOString() }
}

/** The number that staff know it by: of the order, or of the company's quote. */
export const numberOf = ({ order, quote }: ChargebackRow): string => order?.reference ?? quote?.number ?? ''
