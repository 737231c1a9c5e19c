/** The waiting list of a run as a file, in its order. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { waitingExport as ar } from '../../locales/ar/desk/exports/waiting-export.ts'
import { waitingExport as en } from '../../locales/en/desk/exports/waiting-export.ts'
import type { Context } from '../../platform/context.server.ts'
import { exportedTable } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import { findRun } from './listing-queries.server.ts'
import { courseOfRun } from './queries.server.ts'
import type { waitingDeskEndpoints } from './waiting-desk-contract.ts'
import { countLine, type LineRow, lineOf } from './waiting-queries.server.ts'

const TEXTS = { ar, en }

export async function exportWaiting(
  ctx: Context,
  { id, format }: Input<(typeof waitingDeskEndpoints)['exportWaiting']>,
) {
  const run = await findRun(ctx.db, id, null, ctx.now())
  if (!run) throw new Problem('runNotFound')
  const course = await courseOfRun(ctx.db, run.course.id)
  return exportedTable<LineRow>(ctx, {
    action: 'waiting-list.export',
    reference: `${course?.key}/${run.key}`,
    asked: { format },
    rowCount: await countLine(ctx.db, id),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx),
    read: ({ limit, after }) => lineOf(ctx.db, id, { limit, after: after?.id }),
  })
}

function columnsOf({ lang }: Context): Column<LineRow>[] {
  const { columns, states } = TEXTS[lang]
  return [
    { title: columns.name, kind: 'text', of: ({ name }) => name },
    { title: columns.email, kind: 'text', of: ({ email }) => email },
    { title: columns.joined, kind: 'moment', of: ({ joinedAt }) => joinedAt },
    { title: columns.state, kind: 'text', of: (row) => stateOf(row, states) },
    { title: columns.order, kind: 'text', of: ({ order }) => order?.reference },
  ]
}

function stateOf({ order, leftAt, removedBecause }: LineRow, states: (typeof ar)['states']): string {
  if (removedBecause !== null) return states.removed(removedBecause)
  if (leftAt) return states.left
  if (!order) return states.waiting
  if (order.status === 'paid') return states.taken
  return order.status === 'pending' ? states.offered : states.passed
}
