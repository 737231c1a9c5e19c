/** What waits for a decision of the staff, as a file. */
import type { Input } from '../../api/endpoint.ts'
import { caseExport as ar } from '../../locales/ar/desk/exports/case-export.ts'
import { caseExport as en } from '../../locales/en/desk/exports/case-export.ts'
import type { Context } from '../../platform/context.server.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from '../audit/exported-table.server.ts'
import { authorOf } from '../authors/authors.server.ts'
import type { Column } from '../lists/table.ts'
import type { moderationEndpoints } from './contract.ts'
import { type CaseRow, countCases, findCases } from './queries.server.ts'

const TEXTS = { ar, en }

export async function exportCases(ctx: Context, { format }: Input<(typeof moderationEndpoints)['exportCases']>) {
  return exportedTable<CaseRow>(ctx, {
    action: 'moderation.export',
    reference: 'moderation',
    asked: { format },
    rowCount: await countCases(ctx.db, MAX_EXPORTED_ROWS),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx),
    read: (page) => findCases(ctx.db, page),
  })
}

function columnsOf(ctx: Context): Column<CaseRow>[] {
  const { columns, kinds, causes, states, former } = TEXTS[ctx.lang]
  return [
    { title: columns.kind, kind: 'text', of: ({ kind }) => kinds[kind] },
    { title: columns.cause, kind: 'text', of: ({ cause }) => causes[cause] },
    { title: columns.author, kind: 'text', of: ({ author }) => authorOf(author, ctx.lang).name ?? former },
    { title: columns.state, kind: 'text', of: ({ state }) => states[state] },
    { title: columns.opened, kind: 'moment', of: ({ opened_at }) => opened_at },
    { title: columns.reports, kind: 'number', of: ({ reports }) => reports.length },
    { title: columns.text, kind: 'text', of: ({ title, text }) => [title, text].filter(Boolean).join('\n') },
  ]
}
