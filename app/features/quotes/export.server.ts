/** The quotes of a list as a file. */

import type { Input } from '../../api/endpoint.ts'
import { quoteExport as ar } from '../../locales/ar/desk/exports/quote-export.ts'
import { quoteExport as en } from '../../locales/en/desk/exports/quote-export.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { dayOf } from '../../platform/days.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import type { quotesEndpoints } from './contract.ts'
import { countQuotes, findQuotes, type QuoteItemRow } from './queries.server.ts'
import { shownState } from './terms.ts'

const TEXTS = { ar, en }

export async function exportQuotes(
  ctx: Context,
  { format, sort = 'newest', ...filter }: Input<(typeof quotesEndpoints)['exportQuotes']>,
) {
  const today = dayOf(ctx.now())
  return exportedTable<QuoteItemRow>(ctx, {
    action: 'quote.export',
    reference: 'quotes',
    asked: { ...filter, sort, format },
    rowCount: await countQuotes(ctx.db, filter, today, MAX_EXPORTED_ROWS),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx, today),
    read: (page) => findQuotes(ctx.db, filter, { ...page, sort, today }),
  })
}

function columnsOf({ lang }: Context, today: string): Column<QuoteItemRow>[] {
  const { columns, states } = TEXTS[lang]
  return [
    { title: columns.number, kind: 'text', of: ({ number }) => number },
    { title: columns.company, kind: 'text', of: ({ company }) => inLang(company, lang) },
    { title: columns.contact, kind: 'text', of: ({ contact }) => contact },
    { title: columns.state, kind: 'text', of: (row) => states[shownState(row, today)] },
    { title: columns.created, kind: 'moment', of: ({ createdAt }) => createdAt },
    { title: columns.validUntil, kind: 'text', of: ({ validUntil }) => validUntil },
    { title: columns.seats, kind: 'number', of: ({ seats }) => seats },
    { title: columns.total, kind: 'halalas', of: ({ totalHalalas }) => totalHalalas },
    { title: columns.due, kind: 'halalas', of: ({ dueHalalas }) => dueHalalas },
  ]
}
