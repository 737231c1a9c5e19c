/** The runs of a list as a file. */
import type { Input } from '../../api/endpoint.ts'
import { runExport as ar } from '../../locales/ar/desk/run-export.ts'
import { runExport as en } from '../../locales/en/desk/run-export.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import type { runDeskEndpoints } from './desk-contract.ts'
import { countRuns, findRuns, type RunRow } from './queries.server.ts'
import { phaseOf, runFilter } from './run-views.server.ts'

const TEXTS = { ar, en }

export async function exportRuns(ctx: Context, { format, ...asked }: Input<(typeof runDeskEndpoints)['exportRuns']>) {
  const [filter, now] = [runFilter(ctx, asked), ctx.now()]
  return exportedTable<RunRow>(ctx, {
    action: 'run.export',
    reference: 'runs',
    asked: { ...asked, format },
    rowCount: await countRuns(ctx.db, filter, MAX_EXPORTED_ROWS, now),
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx, now),
    read: ({ limit, after }) => {
      const place = after && { at: after.startsAt, id: after.id }
      return findRuns(ctx.db, filter, { limit, after: place, isLastFirst: false }, now)
    },
  })
}

function columnsOf({ lang }: Context, now: Date): Column<RunRow>[] {
  const { columns, states, online } = TEXTS[lang]
  return [
    { title: columns.course, kind: 'text', of: ({ course }) => inLang(course.name, lang) },
    { title: columns.starts, kind: 'moment', of: ({ startsAt }) => startsAt },
    { title: columns.ends, kind: 'moment', of: ({ endsAt }) => endsAt },
    { title: columns.state, kind: 'text', of: (row) => states[phaseOf(row, now)] },
    { title: columns.place, kind: 'text', of: ({ city }) => (city ? inLang(city, lang) : online) },
    { title: columns.sessions, kind: 'number', of: ({ sessionCount }) => sessionCount },
    { title: columns.seats, kind: 'number', of: ({ seats }) => seats },
    { title: columns.paid, kind: 'number', of: ({ paid }) => paid },
    { title: columns.pending, kind: 'number', of: ({ pending }) => pending },
    { title: columns.held, kind: 'number', of: ({ heldSeats }) => heldSeats },
    { title: columns.waiting, kind: 'number', of: ({ waiting }) => waiting },
    { title: columns.minimum, kind: 'number', of: ({ minimum }) => minimum },
  ]
}
