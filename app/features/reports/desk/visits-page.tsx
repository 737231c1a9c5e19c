import { useLoaderData } from 'react-router'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { periodsOf } from '../../../desk/periods.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { BarChart } from '../../../desk/ui/bar-chart.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { PeriodChoice } from '../../../desk/ui/lists/period-choice.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { type Column, RecordList } from '../../../desk/ui/record-list.tsx'
import { formatNumber } from '../../../locales/format.ts'
import { formatDate } from '../../../locales/format-month.ts'
import { useLang } from '../../../locales/texts.tsx'
import { dayOf } from '../../../platform/days.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import type { VisitsReport } from '../../visits/contract.ts'
import { ReportParts } from './report-parts.tsx'

const PATH = 'reports/visits'
const MAX_BARS = 12

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, ...query } = queryOf(request)
  const periods = periodsOf(dayOf(page.now))
  const [report, { rights }] = await Promise.all([
    page.api.visits.visitsReport({ ...periods.thisMonth, ...query } as never),
    page.api.desk.me({}),
  ])
  const toConfirm = await proofForExport(page, queryOf(request))
  return { periods, report, rights, toConfirm }
})

export const action = deskAction({ export: exportIntent(() => PATH) })

export const meta = deskMeta('visits', (t) => t.title)

type Row = VisitsReport['rows'][number] & { isSum?: boolean }

export default function VisitsPage() {
  const t = useDeskTexts('visits')
  const lang = useLang()
  const { periods, report, rights, toConfirm } = useLoaderData<typeof loader>()
  const { from, to, by, figures, rows, others, total } = report
  const isEmpty = total.before === 0 && total.values.every((value) => value === 0)
  const named = ({ name }: { name: string | null }) => name ?? t.none[by]
  const all: Row[] = [
    ...rows,
    ...(others ? [{ ...others, key: 'others', name: t.others(formatNumber(others.count)) }] : []),
    { ...total, key: 'total', name: t.total, isSum: true },
  ]
  const bars = (by === 'day' ? rows.slice(-MAX_BARS) : rows.slice(0, MAX_BARS)).map((row) => ({
    ...{ name: named(row), value: row.values[0] ?? 0, before: row.before },
    label: formatNumber(row.values[0] ?? 0),
  }))
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      <ReportParts current="visits" rights={rights} />
      <ExportProof asked={toConfirm} />
      <PeriodChoice path={PATH} periods={periods} from={from} to={to} query={{ by }}>
        <SelectField
          name="by"
          label={t.by}
          defaultValue={by}
          options={Object.entries(t.groupings).map(([value, label]) => ({ value, label }))}
          required
        />
      </PeriodChoice>
      {isEmpty ? null : (
        <Panel title={t.charts[by]}>
          <p>
            {t.chartBars}
            {bars.length < rows.length
              ? ` ${(by === 'day' ? t.lastBars : t.firstBars)(formatNumber(bars.length), formatNumber(rows.length))}`
              : null}
          </p>
          <BarChart title={t.charts[by]} bars={bars} />
        </Panel>
      )}
      <RecordList<Row>
        label={t.title}
        rows={isEmpty ? [] : all}
        keyOf={({ key, isSum }) => `${isSum ? 'sum' : 'row'} ${key}`}
        pathOf={({ key, isSum }) => (by === 'course' && !isSum && /^\d+$/.test(key) ? `courses/${key}` : undefined)}
        empty={<EmptyState title={t.nothing} body={t.nothingBody} />}
        columns={[
          {
            name: 'name',
            title: t.groupings[by],
            cell: (row) => (row.isSum ? <strong>{named(row)}</strong> : <bdi>{named(row)}</bdi>),
          },
          ...figures.map((figure, at) => ({
            ...{ name: figure, title: t.figures[figure], numeric: true },
            cell: ({ values }: Row) => formatNumber(values[at] ?? 0),
          })),
          ...(by === 'course' ? [lost(t.lost, t.percent)] : []),
          { name: 'before', title: t.before, numeric: true, cell: ({ before }: Row) => formatNumber(before) },
        ]}
      />
      <p>{t.compared(formatDate(report.before.from, lang), formatDate(report.before.to, lang))}</p>
      <p>{t.meanings[by]}</p>
      {isEmpty ? null : <ExportLinks path={PATH} query={{ by, from, to }} />}
    </>
  )
}

/** Of those who saw the page of a course, how many did not begin to buy. */
const lost = (title: string, percent: (share: string) => string): Column<Row> => ({
  ...{ name: 'lost', title, numeric: true },
  cell: ({ values: [seen = 0, started = 0] }) =>
    seen === 0 ? '—' : percent(formatNumber(Math.max(0, Math.round((100 * (seen - started)) / seen)))),
})
