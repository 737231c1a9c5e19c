/** The VAT return of a period, and its file. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { vatExport as ar } from '../../locales/ar/desk/exports/vat-export.ts'
import { vatExport as en } from '../../locales/en/desk/exports/vat-export.ts'
import type { Context } from '../../platform/context.server.ts'
import { daysBetween, instantOf, plusDays } from '../../platform/days.ts'
import { exportedTable } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import type { invoiceDeskEndpoints, VatReturn } from './desk-contract.ts'
import { countDocuments, sumVat } from './desk-queries.server.ts'
import { vatReturnOf } from './vat-return.ts'

type Calls = typeof invoiceDeskEndpoints
/** One of the return's, or their sum, which has neither treatment nor rate. */
type Row = VatReturn['total'] & Partial<Pick<VatReturn['rows'][number], 'treatment' | 'ratePercent'>>

const TEXTS = { ar, en }

/** VAT is returned by the month or the quarter; a year is looked at, too. */
const MAX_DAYS = 366

export async function vatReturn(ctx: Context, { from, to }: Input<Calls['vatReturn']>): Promise<VatReturn> {
  const days = daysBetween(from, to) + 1
  if (days < 1 || days > MAX_DAYS) throw new Problem('validation', {}, { to: ['invalid'] })
  const [start, end] = [instantOf(from), instantOf(plusDays(to, 1))]
  const [sums, counts] = await Promise.all([sumVat(ctx.db, start, end), countDocuments(ctx.db, start, end)])
  return { from, to, ...vatReturnOf(sums, counts) }
}

export async function exportVatReturn(ctx: Context, { format, ...asked }: Input<Calls['exportVatReturn']>) {
  const { rows: ofTreatments, total } = await vatReturn(ctx, asked)
  const rows: Row[] = [...ofTreatments, total]
  return exportedTable<Row>(ctx, {
    action: 'invoice.export',
    reference: 'vat',
    asked: { ...asked, format },
    rowCount: ofTreatments.length,
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx),
    read: async ({ after }) => (after ? [] : rows),
  })
}

function columnsOf({ lang }: Context): Column<Row>[] {
  const { columns, treatments, total } = TEXTS[lang]
  const amount = (title: string, of: (row: Row) => number): Column<Row> => ({ title, kind: 'halalas', of })
  return [
    { title: columns.treatment, kind: 'text', of: ({ treatment }) => (treatment ? treatments[treatment] : total) },
    {
      title: columns.rate,
      kind: 'text',
      of: ({ treatment, ratePercent }) => (treatment === 'standard' ? `${ratePercent}%` : ''),
    },
    amount(columns.sales, ({ invoices }) => invoices.netHalalas),
    amount(columns.salesVat, ({ invoices }) => invoices.vatHalalas),
    amount(columns.debited, ({ debitNotes }) => debitNotes.netHalalas),
    amount(columns.debitedVat, ({ debitNotes }) => debitNotes.vatHalalas),
    amount(columns.credited, ({ creditNotes }) => creditNotes.netHalalas),
    amount(columns.creditedVat, ({ creditNotes }) => creditNotes.vatHalalas),
    amount(columns.balance, ({ balance }) => balance.netHalalas),
    amount(columns.balanceVat, ({ balance }) => balance.vatHalalas),
  ]
}
