/** The chargebacks of a list as a file. */
import type { Input } from '../../api/endpoint.ts'
import { chargebackExport as ar } from '../../locales/ar/desk/exports/chargeback-export.ts'
import { chargebackExport as en } from '../../locales/en/desk/exports/chargeback-export.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import { numberOf } from './case-view.server.ts'
import type { chargebacksEndpoints } from './contract.ts'
import { type ChargebackRow, countChargebacks, findChargebacks } from './queries.server.ts'

const TEXTS = { ar, en }

export async function exportChargebacks(
  ctx: Context,
  { format, ...asked }: Input<(typeof chargebacksEndpoints)['exportChargebacks']>,
) {
  return exportedTable<ChargebackRow>(ctx, {
    action: 'payment.export-chargebacks',
    reference: 'chargebacks',
    asked: { ...asked, format },
    rowCount: await countChargebacks(ctx.db, asked.status, MAX_EXPORTED_ROWS),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx),
    read: ({ limit, after }) =>
      findChargebacks(ctx.db, asked.status, { limit, after: after && { at: after.createdAt, id: after.id } }),
  })
}

function columnsOf({ lang }: Context): Column<ChargebackRow>[] {
  const { columns, statuses, seats, erased } = TEXTS[lang]
  return [
    { title: columns.order, kind: 'text', of: numberOf },
    {
      title: columns.learner,
      kind: 'text',
      of: ({ learner, company }) => (company ? inLang(company, lang) : (learner ?? erased)),
    },
    { title: columns.reference, kind: 'text', of: ({ reference }) => reference },
    { title: columns.status, kind: 'text', of: ({ status }) => statuses[status] },
    { title: columns.due, kind: 'text', of: ({ dueOn }) => dueOn },
    { title: columns.reason, kind: 'text', of: ({ reason }) => reason },
    { title: columns.created, kind: 'moment', of: ({ createdAt }) => createdAt },
    { title: columns.amount, kind: 'halalas', of: ({ amountHalalas }) => amountHalalas },
    {
      title: columns.seat,
      kind: 'text',
      of: ({ keepsSeat }) => (keepsSeat === null ? null : keepsSeat ? seats.keep : seats.cancel),
    },
  ]
}
