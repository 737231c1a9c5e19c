/** The accounts of a list, or those that were chosen in it, as a file. */
import type { Input } from '../../api/endpoint.ts'
import { learnerExport as ar } from '../../locales/ar/desk/exports/learner-export.ts'
import { learnerExport as en } from '../../locales/en/desk/exports/learner-export.ts'
import type { Context } from '../../platform/context.server.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import type { learnersEndpoints } from './contract.ts'
import { learnerFilter } from './learner-filter.server.ts'
import { countLearners, findLearners, type ListedLearner } from './queries.server.ts'

const TEXTS = { ar, en }

export async function exportLearners(
  ctx: Context,
  { format, ...asked }: Input<(typeof learnersEndpoints)['exportLearners']>,
) {
  // A file is complete, also where a list shows only the newest.
  const filter = { ...(await learnerFilter(ctx, asked)), lookedThrough: null }
  return exportedTable<ListedLearner>(ctx, {
    action: 'learner.export',
    reference: 'learners',
    asked: { ...asked, format },
    rowCount: await countLearners(ctx.db, filter, MAX_EXPORTED_ROWS),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx),
    read: ({ limit, after }) =>
      findLearners(ctx.db, filter, { sort: 'newest', limit, after: after && [after.place, after.id] }),
  })
}

function columnsOf({ lang }: Context): Column<ListedLearner>[] {
  const { columns, statuses } = TEXTS[lang]
  return [
    { title: columns.name, kind: 'text', of: ({ name }) => name },
    { title: columns.email, kind: 'text', of: ({ email }) => email },
    { title: columns.phone, kind: 'text', of: ({ phone }) => phone },
    { title: columns.status, kind: 'text', of: ({ status }) => statuses[status] },
    { title: columns.orders, kind: 'number', of: ({ orderCount }) => orderCount },
    { title: columns.joined, kind: 'moment', of: ({ joinedAt }) => joinedAt },
    { title: columns.lastSeen, kind: 'moment', of: ({ lastSeenAt }) => lastSeenAt },
  ]
}
