import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { periodsOf } from '../../../desk/periods.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { PeriodChoice } from '../../../desk/ui/period-choice.tsx'
import { type Column, RecordList } from '../../../desk/ui/record-list.tsx'
import { formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { dayOf } from '../../../platform/days.ts'
import { Money } from '../../../ui/content/money.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { VatReturn } from '../desk-contract.ts'
import styles from './vat.module.css'

const PATH = 'vat'

export const loader = deskLoader(async ({ api }, { request }) => {
  const periods = periodsOf(dayOf(new Date()))
  const { from, to } = { ...periods.lastQuarter, ...queryOf(request) }
  return { periods, vat: await api.invoices.vatReturn({ from, to }) }
})

export const meta = deskMeta('books', (t) => t.vat.title)

type Row = Omit<VatReturn['rows'][number], 'treatment' | 'ratePercent'> & {
  name: string
  treatment?: VatReturn['rows'][number]['treatment']
}

export default function VatPage() {
  const { vat: t, treatments } = useDeskTexts('books')
  const lang = useLang()
  const { periods, vat } = useLoaderData<typeof loader>()
  const { from, to } = vat
  const rows: Row[] = vat.rows.map(({ treatment, ratePercent, ...sums }) => ({
    ...sums,
    treatment,
    name:
      treatment === 'standard'
        ? `${treatments.standard} \u2066${formatNumber(ratePercent)}%\u2069`
        : treatments[treatment],
  }))
  const listOf = (kind: 'invoice' | 'credit-note' | 'debit-note', treatment: string | undefined) =>
    deskLink(lang, 'invoices', { kind, ...(treatment ? { treatment } : {}), from, to })
  /** Rare: shown only where there are some. */
  const debited: Column<Row>[] = [
    {
      ...{ name: 'debited', title: t.debited, numeric: true },
      cell: ({ debitNotes, treatment }) => (
        <Link to={listOf('debit-note', treatment)}>
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
      <PeriodChoice path={PATH} periods={periods} from={from} to={to} />
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
            cell: ({ invoices: sums, treatment }) => (
              <Link to={listOf('invoice', treatment)}>
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
            cell: ({ creditNotes, treatment }) => (
              <Link to={listOf('credit-note', treatment)}>
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
    </>
  )
}
