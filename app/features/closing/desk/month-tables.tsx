/** The figures of a month in tables. */
import { Link } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { RecordList } from '../../../desk/ui/record-list.tsx'
import { formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { MonthView } from '../contract.ts'
import styles from './closing.module.css'

type Props = { month: MonthView }
type Sum = MonthView['figures']['vat'][number]

/** What the documents say, with the month's balance in the last row. */
export function SalesTable({ month: { figures, total } }: Props) {
  const t = useDeskTexts('closing')
  const { treatments } = useDeskTexts('books')
  const rows: (Omit<Sum, 'treatment' | 'ratePercent'> & Partial<Sum>)[] = [
    ...figures.vat,
    { ...total, kind: 'balance' },
  ]
  const nameOf = ({ treatment, ratePercent }: Partial<Sum>) =>
    treatment === undefined
      ? ''
      : treatment === 'standard'
        ? `${treatments.standard} \u2066${formatNumber(ratePercent ?? 0)}%\u2069`
        : treatments[treatment]
  return (
    <Panel title={t.sales}>
      <RecordList
        label={t.sales}
        rows={figures.vat.length === 0 ? [] : rows}
        keyOf={({ kind, treatment, ratePercent }) => `${kind} ${treatment} ${ratePercent}`}
        pathOf={() => undefined}
        empty={<EmptyState title={t.noDocuments} body={t.noDocumentsBody} />}
        columns={[
          {
            ...{ name: 'kind', title: t.kind },
            cell: ({ kind }) => (kind === 'balance' ? <strong>{t.balance}</strong> : (t.kinds[kind] ?? kind)),
          },
          { name: 'treatment', title: t.treatment, cell: nameOf },
          { name: 'documents', title: t.documents, numeric: true, cell: ({ documents }) => formatNumber(documents) },
          { name: 'net', title: t.net, numeric: true, cell: ({ netHalalas }) => <Money halalas={netHalalas} exact /> },
          { name: 'vat', title: t.vat, numeric: true, cell: ({ vatHalalas }) => <Money halalas={vatHalalas} exact /> },
          {
            ...{ name: 'total', title: t.total, numeric: true },
            cell: ({ totalHalalas }) => <Money halalas={totalHalalas} exact />,
          },
        ]}
      />
    </Panel>
  )
}

export function Comparisons({ month: { comparisons } }: Props) {
  const t = useDeskTexts('closing')
  return (
    <Panel title={t.twoWays}>
      <p className={styles.lead}>{t.twoWaysLead}</p>
      <RecordList
        label={t.twoWays}
        rows={comparisons}
        keyOf={({ of }) => of}
        pathOf={() => undefined}
        columns={[
          {
            ...{ name: 'of', title: t.what },
            cell: ({ of, explained }) => (
              <>
                {t.comparisons[of] ?? of}
                {explained.length > 0 ? (
                  <ul className={styles.because}>
                    {explained.map(({ because, count, halalas }) => (
                      <li key={because}>
                        {t.explanations[because] ?? because} ({formatNumber(count)}): <Money halalas={halalas} exact />
                      </li>
                    ))}
                  </ul>
                ) : null}
              </>
            ),
          },
          {
            ...{ name: 'first', title: t.first, numeric: true },
            cell: ({ documentsHalalas }) => <Money halalas={documentsHalalas} exact />,
          },
          {
            ...{ name: 'second', title: t.second, numeric: true },
            cell: ({ booksHalalas }) => <Money halalas={booksHalalas} exact />,
          },
          {
            ...{ name: 'difference', title: t.difference, numeric: true },
            cell: ({ differenceHalalas }) =>
              differenceHalalas === 0 ? (
                <Badge tone="mint">{t.agrees}</Badge>
              ) : (
                <Badge tone="clay">
                  <Money halalas={differenceHalalas} exact />
                </Badge>
              ),
          },
        ]}
      />
    </Panel>
  )
}

export function MoneyTable({ month: { figures } }: Props) {
  const t = useDeskTexts('closing')
  const { providers } = useDeskTexts('sales')
  const names: Record<string, string> = { ...providers, ...t.companyMoney }
  return (
    <Panel title={t.money}>
      <RecordList
        label={t.money}
        rows={figures.money}
        keyOf={({ provider, currency }) => `${provider} ${currency}`}
        pathOf={() => undefined}
        empty={<EmptyState title={t.noMoney} body={t.noMoneyBody} />}
        columns={[
          {
            ...{ name: 'provider', title: t.provider },
            cell: ({ provider, currency }) =>
              `${names[provider] ?? provider}${currency === 'SAR' ? '' : ` (${currency})`}`,
          },
          { name: 'payments', title: t.payments, numeric: true, cell: ({ payments }) => formatNumber(payments) },
          {
            ...{ name: 'in', title: t.moneyIn, numeric: true },
            cell: ({ inHalalas }) => <Money halalas={inHalalas} exact />,
          },
          { name: 'refunds', title: t.refunds, numeric: true, cell: ({ refunds }) => formatNumber(refunds) },
          {
            ...{ name: 'back', title: t.moneyBack, numeric: true },
            cell: ({ backHalalas }) => <Money halalas={backHalalas} exact />,
          },
        ]}
      />
    </Panel>
  )
}

export function NumbersTable({ month: { figures } }: Props) {
  const t = useDeskTexts('closing')
  if (figures.numbers.length === 0) return null
  const code = (text: string) => <bdi dir="ltr">{text}</bdi>
  return (
    <Panel title={t.numbers}>
      <RecordList
        label={t.numbers}
        rows={figures.numbers}
        keyOf={({ first }) => first}
        pathOf={() => undefined}
        columns={[
          { name: 'kind', title: t.kind, cell: ({ kind }) => t.kinds[kind] ?? kind },
          { name: 'from', title: t.from, cell: ({ first }) => code(first) },
          { name: 'to', title: t.to, cell: ({ last }) => code(last) },
          { name: 'count', title: t.count, numeric: true, cell: ({ count }) => formatNumber(count) },
        ]}
      />
    </Panel>
  )
}

export function ChangedFigures({ month: { changed } }: Props) {
  const t = useDeskTexts('closing')
  if (changed.length === 0) return null
  const value = (figure: (typeof changed)[number]['figure'], amount: number) =>
    figure === 'documents' || figure === 'numbers' ? formatNumber(amount) : <Money halalas={amount} exact />
  return (
    <Panel title={t.changed.title}>
      <RecordList
        label={t.changed.title}
        rows={changed}
        keyOf={({ figure }) => figure}
        pathOf={() => undefined}
        columns={[
          { name: 'figure', title: t.changed.figure, cell: ({ figure }) => t.figures[figure] },
          { name: 'was', title: t.changed.was, numeric: true, cell: ({ figure, signed }) => value(figure, signed) },
          { name: 'now', title: t.changed.now, numeric: true, cell: ({ figure, now }) => value(figure, now) },
        ]}
      />
    </Panel>
  )
}

/** Where each of them is settled, below the desk. */
const PLACES: Record<MonthView['open'][number]['what'], string> = {
  transfers: 'transfers',
  bankLines: 'transfers/bank',
  refunds: 'refunds',
  unconfirmedRefunds: 'refunds',
  unmatchedPayments: 'payments',
  withoutInvoice: 'orders',
  withoutCreditNote: 'refunds',
  purchasesOverdue: 'quotes?balance=late',
  owedToCompanies: 'quotes?balance=credit',
  purchaseRefunds: 'quotes?balance=credit',
  chargebacks: 'chargebacks',
  payoutsNotArrived: 'payouts',
  payoutLinesUnknown: 'payouts',
  eInvoicesWaiting: 'e-invoicing?state=waiting',
}

export function OpenItems({ month: { open } }: Props) {
  const t = useDeskTexts('closing')
  const lang = useLang()
  if (open.length === 0) return <p className={styles.lead}>{t.nothingOpen}</p>
  return (
    <ul className={styles.open}>
      {open.map(({ what, count, halalas }) => (
        <li key={what}>
          <Link to={deskLink(lang, PLACES[what] ?? 'closing')}>{t.openThings[what] ?? what}</Link> (
          {formatNumber(count)}): <Money halalas={halalas} exact />
        </li>
      ))}
    </ul>
  )
}
