/** The report of runs: a trainer reads that of their own. */
import type { Input, Output } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { scopesOf } from '../../api/rights.ts'
import { teachingFile as ar } from '../../locales/ar/desk/exports/teaching-file.ts'
import { teachingFile as en } from '../../locales/en/desk/exports/teaching-file.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { daysBetween, instantOf, plusDays } from '../../platform/days.ts'
import { exportedTable, rowsRead } from '../audit/exported-table.server.ts'
import { minAttendedPercent } from '../certificates/certificates.server.ts'
import type { Column } from '../lists/table.ts'
import type { reportsEndpoints } from './contract.ts'
import { type TaughtRow, taughtRuns } from './teaching-queries.server.ts'

type Calls = typeof reportsEndpoints

/** Three years and a day. */
const MAX_DAYS = 1100
const MAX_RUNS = 200
/** Far more than an institute begins in three years. */
const MAX_EXPORTED_RUNS = 20_000
const TEXTS = { ar, en }

const percentOf = (part: number, of: number) => (of === 0 ? null : Math.round((part * 100) / of))

type Asked = Input<Calls['teachingReport']>
type Run = Output<Calls['teachingReport']>['runs'][number]

export async function teachingReport(ctx: Context, asked: Asked): Promise<Output<Calls['teachingReport']>> {
  const { isOwn, minPercent, rows } = await runsOf(ctx, asked, MAX_RUNS + 1)
  const { from, to } = asked
  return {
    ...{ from, to, isOwn, minPercent, hasMore: rows.length > MAX_RUNS },
    runs: rows.slice(0, MAX_RUNS),
  }
}

export async function exportTeaching(ctx: Context, { format, ...asked }: Input<Calls['exportTeaching']>) {
  const { rows } = await runsOf(ctx, asked, MAX_EXPORTED_RUNS)
  return exportedTable<Run>(ctx, {
    action: 'run.export',
    reference: 'teaching',
    asked: { ...asked, format },
    rowCount: rows.length,
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx),
    read: rowsRead(rows),
  })
}

function columnsOf({ lang }: Context): Column<Run>[] {
  const { columns } = TEXTS[lang]
  return [
    { title: columns.course, kind: 'text', of: ({ course }) => course },
    { title: columns.starts, kind: 'moment', of: ({ startsAt }) => new Date(startsAt) },
    { title: columns.ends, kind: 'moment', of: ({ endsAt }) => new Date(endsAt) },
    { title: columns.enrolled, kind: 'number', of: ({ enrolled }) => enrolled },
    { title: columns.seats, kind: 'number', of: ({ seats }) => seats },
    { title: columns.attended, kind: 'number', of: ({ attendedPercent }) => attendedPercent },
    { title: columns.completed, kind: 'number', of: ({ completedPercent }) => completedPercent },
    { title: columns.rating, kind: 'number', of: ({ rating }) => rating },
    { title: columns.ratings, kind: 'number', of: ({ ratings }) => ratings },
  ]
}

/** @throws Problem validation for a period that ends before it begins, or is too long */
async function runsOf(ctx: Context, { from, to }: Asked, limit: number) {
  const days = daysBetween(from, to) + 1
  if (days < 1 || days > MAX_DAYS) throw new Problem('validation', {}, { to: ['invalid'] })
  const isOwn = !scopesOf(ctx.user, 'reports.teaching').has('all')
  const [now, minPercent] = [ctx.now(), await minAttendedPercent(ctx.db)]
  const rows = await taughtRuns(ctx.db, {
    ...{ from: instantOf(from), until: instantOf(plusDays(to, 1)), minPercent, now, limit },
    trainer: isOwn ? requireUser(ctx).id : null,
  })
  return { isOwn, minPercent, rows: rows.map((row) => viewOf(row, ctx, now)) }
}

const viewOf = ({ ended, attended, completed, ...row }: TaughtRow, { lang }: Context, now: Date): Run => ({
  ...row,
  course: inLang(row.course, lang),
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  attendedPercent: percentOf(attended, row.enrolled * ended),
  // Before its end nobody has completed a run, and without sessions nothing says who came.
  completedPercent: row.endsAt > now || ended === 0 ? null : percentOf(completed, row.enrolled),
})
