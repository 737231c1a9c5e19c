/** The payments of a list that bought no order, as a file. */
import type { Input } from '../../api/endpoint.ts'
import { paymentExport as ar } from '../../locales/ar/desk/exports/payment-export.ts'
import { paymentExport as en } from '../../locales/en/desk/exports/payment-export.ts'
import type { Context } from '../../platform/context.server.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import type { paymentsEndpoints } from './contract.ts'
import {
  countUnmatchedPayments,
  findUnmatchedPayments,
  type UnmatchedFilter,
  type UnmatchedRow,
} from './unmatched-queries.server.ts'

type Calls = typeof paymentsEndpoints

export const unmatchedFilterOf = ({
  Status,
  SearchTerm,
  AmountHalalas,
}: Pick<Input<Calls['unmatchedPayments']>, 'Status' | 'SearchTerm' | 'AmountHalalas'>): UnmatchedFilter => ({
  status: Status,
  term: SearchTerm?.trim(),
  amountHalalas: AmountHalalas,
})

const TEXTS = { ar, en }

export async function exportUnmatchedPayments(
  ctx: Context,
  { format, ...asked }: Input<Calls['exportUnmatchedPayments']>,
) {
  const filter = unmatchedFilterOf(asked)
  return exportedTable<UnmatchedRow>(ctx, {
    action: 'payment.export',
    reference: 'unmatched-payments',
    asked: { ...filter, format },
    rowCount: await countUnmatchedPayments(ctx.db, filter, MAX_EXPORTED_ROWS),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx),
    read: (page) => findUnmatchedPayments(ctx.db, filter, page),
  })
}

function columnsOf({ lang }: Context): Column<UnmatchedRow>[] {
  const { columns, kinds, statuses, providers } = TEXTS[lang]
  return [
    { title: columns.payment, kind: 'text', of: ({ reference }) => reference },
    { title: columns.kind, kind: 'text', of: ({ kind }) => kinds[kind] },
    {
      title: columns.provider,
      kind: 'text',
      of: ({ provider }) => (providers as Record<string, string>)[provider] ?? provider,
    },
    { title: columns.order, kind: 'text', of: ({ orderReference, quote }) => orderReference ?? quote?.number },
    { title: columns.learner, kind: 'text', of: ({ learner }) => learner?.name },
    { title: columns.seen, kind: 'moment', of: ({ seenAt }) => seenAt },
    { title: columns.status, kind: 'text', of: ({ status }) => statuses[status] },
    { title: columns.amount, kind: 'halalas', of: ({ amountHalalas }) => amountHalalas },
    { title: columns.currency, kind: 'text', of: ({ currency }) => currency },
  ]
}
