import { redirect, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
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
import { RecordList } from '../../../desk/ui/record-list.tsx'
import { formatMoney, formatNumber } from '../../../locales/format.ts'
import { formatDate } from '../../../locales/format-month.ts'
import { useLang } from '../../../locales/texts.tsx'
import { dayOf } from '../../../platform/days.ts'
import { Money } from '../../../ui/content/money.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import type { SalesReport } from '../contract.ts'
import { firstReport, ReportParts } from './report-parts.tsx'
import styles from './reports.module.css'

const PATH = 'reports'
const MAX_BARS = 12

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, ...query } = queryOf(request)
  const { rights } = await page.api.desk.me({})
  const other = firstReport(rights)
  if (other) throw redirect(deskLink(page.lang, other))
  const periods = periodsOf(dayOf(page.now))
  const asked = { ...periods.thisMonth, ...query }
  return {
    ...{ periods, rights },
    report: await page.api.reports.salesReport(asked as never),
    toConfirm: await proofForExport(page, queryOf(request)),
  }
})

export const action = deskAction({ export: exportIntent(() => PATH) })

export const meta = deskMeta('reports', (t) => t.title)

type Row = Omit<SalesReport['rows'][number], 'key'> & { isSum?: boolean }

export default function ReportsPage() {
  const t = useDeskTexts('reports')
  const lang = useLang()
  const { periods, rights, report, toConfirm } = useLoaderData<typeof loader>()
  const { from, to, by, rows, others, total } = report
  const period = (days: { from: string; to: string }) => t.days(formatDate(days.from, lang), formatDate(days.to, lang))
  const isEmpty = rows.length === 0
  const sums: Row[] = [
    ...(others ? [{ ...others, name: t.others(formatNumber(others.count)) }] : []),
    { ...total, name: t.total, isSum: true },
  ]
  const bars = (by === 'month' ? rows.slice(-MAX_BARS) : rows.slice(0, MAX_BARS)).map((row) => ({
    ...{ name: row.name, value: row.netHalalas, before: row.beforeHalalas },
    label: formatMoney(row.netHalalas, lang),
  }))
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      <ReportParts current="sales" rights={rights} />
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
        <Panel title={t.chart(t.groupings[by])}>
          <p className={styles.hint}>{t.chartBars}</p>
          <BarChart title={t.chart(t.groupings[by])} bars={bars} />
        </Panel>
      )}
      <RecordList<Row>
        label={t.title}
        rows={isEmpty ? [] : [...rows, ...sums]}
        keyOf={(row) => ('key' in row ? `row ${row.key}` : row.name)}
        pathOf={() => undefined}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          {
            name: 'name',
            title: t.groupings[by],
            cell: ({ name, isSum }) => (isSum ? <strong>{name}</strong> : name),
          },
          { name: 'invoices', title: t.columns.invoices, numeric: true, cell: (row) => formatNumber(row.invoices) },
          {
            name: 'creditNotes',
            title: t.columns.creditNotes,
            numeric: true,
            cell: (row) => formatNumber(row.creditNotes),
          },
          ...(
            [
              ['net', 'netHalalas'],
              ['vat', 'vatHalalas'],
              ['total', 'totalHalalas'],
              ['before', 'beforeHalalas'],
              ['yearBefore', 'yearBeforeHalalas'],
            ] as const
          ).map(([name, field]) => ({
            name,
            title: t.columns[name],
            numeric: true,
            cell: (row: Row) => <Money halalas={row[field]} exact />,
          })),
        ]}
      />
      <p className={styles.hint}>{t.compared(period(report.before), period(report.yearBefore))}</p>
      <ExportLinks path={PATH} query={{ by, from, to }} />
    </>
  )
}
