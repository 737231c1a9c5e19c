/** The enquiries of a list as a file: who wrote and what became of it, without the text of the messages. */
import type { Input } from '../../api/endpoint.ts'
import { enquiryExport as ar } from '../../locales/ar/desk/exports/enquiry-export.ts'
import { enquiryExport as en } from '../../locales/en/desk/exports/enquiry-export.ts'
import type { Context } from '../../platform/context.server.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import type { leadsEndpoints } from './contract.ts'
import { leadFilter } from './lead-filter.server.ts'
import { countLeads, findLeads, type LeadRow } from './queries.server.ts'

const TEXTS = { ar, en }

export async function exportLeads(ctx: Context, { format, ...asked }: Input<(typeof leadsEndpoints)['exportLeads']>) {
  const filter = await leadFilter(ctx, asked)
  return exportedTable<LeadRow>(ctx, {
    action: 'lead.export',
    reference: 'enquiries',
    asked: { ...asked, format },
    rowCount: await countLeads(ctx.db, filter, MAX_EXPORTED_ROWS),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx),
    read: (page) => findLeads(ctx.db, filter, page),
  })
}

function columnsOf({ lang }: Context): Column<LeadRow>[] {
  const { columns, kinds, statuses, languages, erased } = TEXTS[lang]
  return [
    { title: columns.reference, kind: 'text', of: ({ reference }) => reference },
    { title: columns.received, kind: 'moment', of: ({ created_at }) => created_at },
    { title: columns.kind, kind: 'text', of: ({ kind }) => kinds[kind] },
    { title: columns.status, kind: 'text', of: ({ status }) => statuses[status] },
    { title: columns.sender, kind: 'text', of: ({ name }) => name ?? erased },
    { title: columns.email, kind: 'text', of: ({ email }) => email },
    { title: columns.phone, kind: 'text', of: ({ phone }) => phone },
    { title: columns.language, kind: 'text', of: (row) => languages[row.lang] },
    { title: columns.assignee, kind: 'text', of: ({ assignee }) => assignee?.name },
    { title: columns.changed, kind: 'moment', of: ({ updated_at }) => updated_at },
  ]
}
