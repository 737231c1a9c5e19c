/** Sales of a period: every figure is what invoices say less what credit notes say, to the halala. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { reportTexts as ar } from '../../locales/ar/desk/report-texts.ts'
import { reportTexts as en } from '../../locales/en/desk/report-texts.ts'
import { formatDay } from '../../locales/format.ts'
import { formatMonth } from '../../locales/format-month.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { daysBetween, instantOf, plusDays } from '../../platform/days.ts'
import { exportedTable, rowsRead } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import { comparedWith, monthsBefore, type Period } from './compared.ts'
import type { reportsEndpoints, SalesReport } from './contract.ts'
import type { Grouping } from './groupings.ts'
import { countSold, courseNames, runNames, type SalesRow, sumSales } from './queries.server.ts'
import { exportTeaching, teachingReport } from './teaching.server.ts'

type Calls = typeof reportsEndpoints
type Sums = SalesReport['total']
type Row = SalesReport['rows'][number]

const TEXTS = { ar, en }
/** Three years and a day. */
const MAX_DAYS = 1100
const MAX_ROWS = 100
/** The key of what has none. */
const NONE = 'none'
const NOTHING: Sums = {
  ...{ invoices: 0, creditNotes: 0, netHalalas: 0, vatHalalas: 0, totalHalalas: 0 },
  ...{ beforeHalalas: 0, yearBeforeHalalas: 0 },
}

export const reportsOperations: Operations<Calls> = { salesReport, exportSales, teachingReport, exportTeaching }

async function salesReport(ctx: Context, asked: Input<Calls['salesReport']>): Promise<SalesReport> {
  const { from, to, by } = asked
  const { rows: sums, total } = await sumsOf(ctx, asked)
  const shown = sums.slice(0, MAX_ROWS)
  const rest = sums.slice(MAX_ROWS)
  const names = await namesOf(ctx, by, shown)
  return {
    ...{ from, to, by },
    ...comparedWith({ from, to }),
    rows: shown.map((row) => ({ ...row, name: names(row.key) })),
    others: rest.length > 0 ? { ...addUp(rest), count: rest.length } : null,
    total,
  }
}

async function exportSales(ctx: Context, { format, ...asked }: Input<Calls['exportSales']>) {
  const { rows: sums } = await sumsOf(ctx, asked)
  const names = await namesOf(ctx, asked.by, sums)
  const rows = sums.map((row) => ({ ...row, name: names(row.key) }))
  return exportedTable<Row>(ctx, {
    action: 'invoice.export',
    reference: 'sales',
    asked: { ...asked, format },
    rowCount: rows.length,
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx, asked.by),
    read: rowsRead(rows),
  })
}

function columnsOf({ lang }: Context, by: Grouping): Column<Row>[] {
  const { columns, groupings } = TEXTS[lang]
  return [
    { title: groupings[by], kind: 'text', of: ({ name }) => name },
    { title: columns.invoices, kind: 'number', of: ({ invoices }) => invoices },
    { title: columns.creditNotes, kind: 'number', of: ({ creditNotes }) => creditNotes },
    { title: columns.net, kind: 'halalas', of: ({ netHalalas }) => netHalalas },
    { title: columns.vat, kind: 'halalas', of: ({ vatHalalas }) => vatHalalas },
    { title: columns.total, kind: 'halalas', of: ({ totalHalalas }) => totalHalalas },
    { title: columns.before, kind: 'halalas', of: ({ beforeHalalas }) => beforeHalalas },
    { title: columns.yearBefore, kind: 'halalas', of: ({ yearBeforeHalalas }) => yearBeforeHalalas },
  ]
}

type Keyed = Sums & { key: string }

/** A row for each key that the period or one of those before it has; months in their order, others by their size. */
async function sumsOf({ db }: Context, { by, from, to }: Period & { by: Grouping }) {
  const days = daysBetween(from, to) + 1
  if (days < 1 || days > MAX_DAYS) throw new Problem('validation', {}, { to: ['invalid'] })
  const { before, yearBefore } = comparedWith({ from, to })
  const sum = async (period: Period) => byKey(await sumSales(db, by, ...instantsOf(period)))
  const [now, earlier, lastYear] = [await sum({ from, to }), await sum(before), await sum(yearBefore)]
  const total = {
    ...addUp([...now.values()].map((row) => ({ ...NOTHING, ...row }))),
    ...(await countSold(db, ...instantsOf({ from, to }))),
    beforeHalalas: netOf(earlier),
    yearBeforeHalalas: netOf(lastYear),
  }
  if (by === 'month') return { rows: monthRows(now, earlier, lastYear), total }
  const rows = [...new Set([...now.keys(), ...earlier.keys(), ...lastYear.keys()])].map((key) =>
    rowOf(key, now.get(key), earlier.get(key), lastYear.get(key)),
  )
  rows.sort((one, other) => other.netHalalas - one.netHalalas || (one.key < other.key ? -1 : 1))
  return { rows, total }
}

const instantsOf = ({ from, to }: Period) => [instantOf(from), instantOf(plusDays(to, 1))] as const

const byKey = (rows: SalesRow[]) => new Map(rows.map((row) => [row.key ?? NONE, row]))

type ByKey = ReturnType<typeof byKey>

const netOf = (rows: ByKey) => [...rows.values()].reduce((sum, { netHalalas }) => sum + netHalalas, 0)

/** Each month is compared with the one before it, and with the same month a year before. */
function monthRows(now: ByKey, earlier: ByKey, lastYear: ByKey): Keyed[] {
  const all = new Map([...lastYear, ...earlier, ...now])
  const of = (month: string, months: number) => all.get(monthsBefore(`${month}-01`, months).slice(0, 7))
  return [...now.keys()].sort().map((key) => rowOf(key, now.get(key), of(key, 1), of(key, 12)))
}

function rowOf(key: string, now?: SalesRow, before?: SalesRow, yearBefore?: SalesRow): Keyed {
  const { key: _, ...sums } = { ...NOTHING, ...now }
  const compared = { beforeHalalas: before?.netHalalas ?? 0, yearBeforeHalalas: yearBefore?.netHalalas ?? 0 }
  return { ...sums, ...compared, key }
}

function addUp(rows: readonly Sums[]): Sums {
  const total = { ...NOTHING }
  for (const row of rows) for (const name of Object.keys(total) as (keyof Sums)[]) total[name] += row[name]
  return total
}

async function namesOf({ db, lang }: Context, by: Grouping, rows: readonly Keyed[]): Promise<(key: string) => string> {
  const t = TEXTS[lang]
  const ids = rows.flatMap(({ key }) => (/^\d+$/.test(key) ? Number(key) : []))
  if (by === 'course') {
    const names = await courseNames(db, ids)
    return (key) => inLang(names.get(Number(key)) ?? { ar: key }, lang)
  }
  if (by === 'run') {
    const runs = await runNames(db, ids)
    return (key) => {
      const run = runs.get(Number(key))
      return run ? `${inLang(run.course, lang)} · ${formatDay(run.startsAt, lang)}` : t.recorded
    }
  }
  if (by === 'month') return (key) => formatMonth(key, lang)
  if (by === 'coupon') return (key) => (key === NONE ? t.noCoupon : key)
  const named: Record<string, Record<string, string>> = { method: t.methods, source: t.sources, category: t.categories }
  return (key) => named[by]?.[key] ?? key
}
