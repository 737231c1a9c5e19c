/** The runs of a list as a file. */
import type { Input } from '../../api/endpoint.ts'
import { hasRight } from '../../api/rights.ts'
import { runExport as ar } from '../../locales/ar/desk/exports/run-export.ts'
import { runExport as en } from '../../locales/en/desk/exports/run-export.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { exportedTable, MAX_EXPORTED_ROWS } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import type { runDeskEndpoints } from './desk-contract.ts'
import { countRuns, findRuns, placeOfRun, type RunRow } from './listing-queries.server.ts'
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
      const place = after && placeOfRun(after, 'first')
      return findRuns(ctx.db, filter, { limit, after: place, sort: 'first' }, now)
    },
  })
}

function columnsOf({ lang, user }: Context, now: Date): Column<RunRow>[] {
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
    ...(hasRight(user, 'runs.plan')
      ? [
          {
            title: columns.tags,
            kind: 'text',
            of: ({ tags }: RunRow) => tags.join(lang === 'ar' ? '، ' : ', '),
          } as const,
        ]
      : []),
  ]
}
