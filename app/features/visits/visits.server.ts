/** The report of visits, and how long its counts are kept. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { visitsFile as ar } from '../../locales/ar/desk/exports/visits-file.ts'
import { visitsFile as en } from '../../locales/en/desk/exports/visits-file.ts'
import { formatDate } from '../../locales/format-month.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context, Services } from '../../platform/context.server.ts'
import { dayOf, daysBetween, plusDays } from '../../platform/days.ts'
import { exportedTable, rowsRead } from '../audit/exported-table.server.ts'
import type { Column } from '../lists/table.ts'
import { comparedWith } from '../reports/compared.ts'
import type { VisitsReport, visitsEndpoints } from './contract.ts'
import { OTHERS } from './counter-queries.server.ts'
import { VISIT_FIGURES, type VisitGrouping } from './groupings.ts'
import { deleteFormerVisitors, deleteOldVisits, type Period, settleOrderCampaigns, sumsOf } from './queries.server.ts'

type Calls = typeof visitsEndpoints
type Row = VisitsReport['rows'][number]
type Asked = Period & { by: VisitGrouping }

const TEXTS = { ar, en }
/** A year and a day. */
const MAX_DAYS = 367
const MAX_ROWS = 100
/** Two years and a month, so that a year can be compared with the one before. */
const KEPT_DAYS = 760
/** As long as searches without a result. */
const SEARCHES_KEPT_DAYS = 180

export const visitsOperations: Operations<Calls> = { visitsReport, exportVisits }

async function visitsReport(ctx: Context, asked: Input<Calls['visitsReport']>): Promise<VisitsReport> {
  const { by, from, to } = asked
  const { rows, before, firstsBefore } = await rowsOf(ctx, asked)
  const rest = by === 'day' ? [] : rows.slice(MAX_ROWS)
  return {
    ...{ from, to, by, before, figures: [...VISIT_FIGURES[by]] },
    rows: by === 'day' ? rows : rows.slice(0, MAX_ROWS),
    others: rest.length > 0 ? { ...addUp(by, rest), count: rest.length } : null,
    // Of every day before, also those that stand beside no day of a shorter month.
    total: { ...addUp(by, rows), before: firstsBefore },
  }
}

async function exportVisits(ctx: Context, { format, ...asked }: Input<Calls['exportVisits']>) {
  const { rows } = await rowsOf(ctx, asked)
  return exportedTable<Row>(ctx, {
    action: 'page.export-visits',
    reference: asked.by,
    asked: { ...asked, format },
    rowCount: rows.length,
    texts: TEXTS[ctx.lang],
    columns: columnsOf(ctx, asked.by),
    read: rowsRead(rows),
  })
}

function columnsOf({ lang }: Context, by: VisitGrouping): Column<Row>[] {
  const { groupings, figures, before, none } = TEXTS[lang]
  return [
    { title: groupings[by], kind: 'text', of: ({ name }) => name ?? none[by] },
    ...VISIT_FIGURES[by].map(
      (figure, at): Column<Row> => ({ title: figures[figure], kind: 'number', of: ({ values }) => values[at] ?? 0 }),
    ),
    { title: before, kind: 'number', of: (row) => row.before },
  ]
}

/**
 * The rows, the period before with which they are compared, and the sum of its first figure.
 * @throws Problem validation for a period that ends before it begins, or is too long
 */
async function rowsOf({ db, lang, now: clock }: Context, { by, from, to }: Asked) {
  const length = daysBetween(from, to) + 1
  if (length < 1 || length > MAX_DAYS) throw new Problem('validation', {}, { to: ['invalid'] })
  const come = Math.min(length, Math.max(0, daysBetween(from, dayOf(clock())) + 1))
  const before = firstDays(comparedWith({ from, to }).before, come < length ? come : undefined)
  const [now, earlier] = [await sumsOf(db, by, { from, to }), await sumsOf(db, by, before)]
  const firstsBefore = earlier.reduce((sum, { values }) => sum + (values[0] ?? 0), 0)
  if (by === 'day') return { rows: dayRows({ from, to }, now, before, earlier), before, firstsBefore }
  const firsts = new Map(earlier.map(({ key, values }) => [key, values[0] ?? 0]))
  const known = new Set(now.map(({ key }) => key))
  const nothing = VISIT_FIGURES[by].map(() => 0)
  const gone = earlier.filter(({ key }) => !known.has(key)).map((row) => ({ ...row, values: nothing }))
  const named = (name: (typeof now)[number]['name']) =>
    typeof name === 'object' && name ? inLang(name, lang) : name === OTHERS ? TEXTS[lang].others : name
  const rows = [...now, ...gone].map(({ key, name, values }) => ({
    ...{ key, name: named(name), values, before: firsts.get(key) ?? 0 },
  }))
  rows.sort(
    (one, other) =>
      (other.values[0] ?? 0) - (one.values[0] ?? 0) || other.before - one.before || (one.key < other.key ? -1 : 1),
  )
  return { rows, before, firstsBefore }

  /** Each day that has come, beside the day at its place in the period before. */
  function dayRows(period: Period, days: typeof now, former: Period, formerDays: typeof now): Row[] {
    const valuesOf = (list: typeof now, day: string) => list.find(({ key }) => key === day)?.values
    return Array.from({ length: come }, (_, place) => {
      const day = plusDays(period.from, place)
      const beside = plusDays(former.from, place)
      return {
        ...{ key: day, name: formatDate(day, lang), values: valuesOf(days, day) ?? [0, 0] },
        before: (beside <= former.to && valuesOf(formerDays, beside)?.[0]) || 0,
      }
    })
  }
}

/** A period that is not over is compared with as many days: a whole month would always look better. */
function firstDays({ from, to }: Period, days = 0): Period {
  const last = plusDays(from, days - 1)
  return { from, to: days > 0 && last < to ? last : to }
}

function addUp(by: VisitGrouping, rows: Row[]) {
  const values = VISIT_FIGURES[by].map((_, at) => rows.reduce((sum, row) => sum + (row.values[at] ?? 0), 0))
  return { values, before: rows.reduce((sum, { before }) => sum + before, 0) }
}

/** Counts what became of orders that campaigns led to. */
export async function settleCampaigns({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await settleOrderCampaigns(db)
  await deleteFormerVisitors(db, dayOf(now()))
}

export async function deleteExpiredVisits({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const today = dayOf(now())
  await deleteOldVisits(db, today, plusDays(today, -KEPT_DAYS), plusDays(today, -SEARCHES_KEPT_DAYS))
}
