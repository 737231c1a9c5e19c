import { Link, useLoaderData } from 'react-router'
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
import { type Column, RecordList } from '../../../desk/ui/record-list.tsx'
import { formatMoney, formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { dayOf } from '../../../platform/days.ts'
import { Money } from '../../../ui/content/money.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { VatReturn } from '../desk-contract.ts'
import { documentsBehind } from '../vat-return.ts'
import styles from './vat.module.css'

const PATH = 'vat'

export const loader = deskLoader(async (page, { request }) => {
  const periods = periodsOf(dayOf(page.now))
  const { from, to } = { ...periods.lastQuarter, ...queryOf(request) }
  const vat = await page.api.invoices.vatReturn({ from, to })
  return { periods, vat, toConfirm: await proofForExport(page, queryOf(request)) }
})

export const action = deskAction({ export: exportIntent(() => PATH) })

export const meta = deskMeta('books', (t) => t.vat.title)

type Row = Omit<VatReturn['rows'][number], 'treatment' | 'ratePercent'> & {
  name: string
  /** None of the sum. */
  part?: Parameters<typeof documentsBehind>[2]
}

export default function VatPage() {
  const { vat: t, treatments } = useDeskTexts('books')
  const lang = useLang()
  const { periods, vat, toConfirm } = useLoaderData<typeof loader>()
  const { from, to } = vat
  const rows: Row[] = vat.rows.map(({ treatment, ratePercent, ...sums }) => ({
    ...sums,
    part: { treatment, ratePercent },
    name:
      treatment === 'standard'
        ? `${treatments.standard} \u2066${formatNumber(ratePercent)}%\u2069`
        : treatments[treatment],
  }))
  const listOf = (kind: Parameters<typeof documentsBehind>[0], part: Row['part']) =>
    deskLink(lang, 'invoices', documentsBehind(kind, vat, part))
  const bars = rows.map(({ name, balance }) => ({
    ...{ name, value: balance.netHalalas, before: balance.vatHalalas },
    label: formatMoney(balance.netHalalas, lang),
  }))
  /** Rare: shown only where there are some. */
  const debited: Column<Row>[] = [
    {
      ...{ name: 'debited', title: t.debited, numeric: true },
      cell: ({ debitNotes, part }) => (
        <Link to={listOf('debit-note', part)}>
          <Money halalas={debitNotes.netHalalas} exact />
        </Link>
      ),
    },
    {
      ...{ name: 'debitedVat', title: t.debitedVat, numeric: true },
      cell: ({ debitNotes }) => <Money halalas={debitNotes.vatHalalas} exact />,
    },
  ]
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      <ExportProof asked={toConfirm} />
      <PeriodChoice path={PATH} periods={periods} from={from} to={to} />
      {rows.length === 0 ? null : (
        <Panel title={t.chart}>
          <p className={styles.counts}>{t.chartBars}</p>
          <BarChart title={t.chart} bars={bars} />
        </Panel>
      )}
      <RecordList<Row>
        label={t.title}
        rows={rows.length === 0 ? [] : [...rows, { name: t.total, ...vat.total }]}
        keyOf={({ name }) => name}
        pathOf={() => undefined}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'treatment', title: t.treatment, cell: ({ name }) => <strong>{name}</strong> },
          {
            name: 'sales',
            title: t.sales,
            numeric: true,
            cell: ({ invoices: sums, part }) => (
              <Link to={listOf('invoice', part)}>
                <Money halalas={sums.netHalalas} exact />
              </Link>
            ),
          },
          {
            name: 'salesVat',
            title: t.salesVat,
            numeric: true,
            cell: ({ invoices: sums }) => <Money halalas={sums.vatHalalas} exact />,
          },
          ...(vat.total.debitNotes.documents > 0 ? debited : []),
          {
            name: 'credited',
            title: t.credited,
            numeric: true,
            cell: ({ creditNotes, part }) => (
              <Link to={listOf('credit-note', part)}>
                <Money halalas={creditNotes.netHalalas} exact />
              </Link>
            ),
          },
          {
            name: 'creditedVat',
            title: t.creditedVat,
            numeric: true,
            cell: ({ creditNotes }) => <Money halalas={creditNotes.vatHalalas} exact />,
          },
          {
            name: 'balance',
            title: t.balance,
            numeric: true,
            cell: ({ balance }) => <Money halalas={balance.netHalalas} exact />,
          },
          {
            name: 'balanceVat',
            title: t.balanceVat,
            numeric: true,
            cell: ({ balance }) => (
              <strong>
                <Money halalas={balance.vatHalalas} exact />
              </strong>
            ),
          },
        ]}
      />
      <p className={styles.counts}>
        {t.invoices}: {formatNumber(vat.total.invoices.documents)} · {t.creditNotes}:{' '}
        {formatNumber(vat.total.creditNotes.documents)}
        {vat.total.debitNotes.documents > 0
          ? ` · ${t.debitNotes}: ${formatNumber(vat.total.debitNotes.documents)}`
          : null}
      </p>
      <ExportLinks path={PATH} query={{ from, to }} />
    </>
  )
}
