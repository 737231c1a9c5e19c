import { Link, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { formatMoney } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { InvoiceItem } from '../desk-contract.ts'
import styles from './invoices.module.css'

const PATH = 'invoices'

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, ...query } = queryOf(request)
  const list = await page.api.invoices.invoiceList(query as object)
  return { query, list, toConfirm: await proofForExport(page, queryOf(request)) }
})

export const action = deskAction({ export: exportIntent(() => PATH) })

export const meta = deskMeta('books', (t) => t.invoices.title)

const choicesOf = (texts: Record<string, string>) => Object.entries(texts).map(([value, label]) => ({ value, label }))

export default function InvoicesPage() {
  const { invoices: t, treatments } = useDeskTexts('books')
  const lang = useLang()
  const { query, list, toConfirm } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      <ExportProof asked={toConfirm} />
      <Filters
        path={PATH}
        query={query}
        searchLabel={t.search}
        selects={[
          { name: 'kind', label: t.kind, choices: choicesOf(t.kinds) },
          { name: 'treatment', label: t.treatment, choices: choicesOf(treatments) },
        ]}
        texts={[{ name: 'rate', label: t.rate, dir: 'ltr' }]}
        days={[
          { name: 'from', label: t.from },
          { name: 'to', label: t.to },
        ]}
      />
      <RecordList<InvoiceItem>
        label={t.title}
        rows={list.items}
        address={{ path: PATH, query, sort: 'newest' }}
        keyOf={({ id }) => id}
        pathOf={({ number }) => `invoices/${number}`}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'number', title: t.number, cell: ({ number }) => <bdi dir="ltr">{number}</bdi> },
          {
            name: 'order',
            title: t.order,
            cell: ({ reference, orderId, quoteId }) => (
              <Link to={deskLink(lang, orderId ? `orders/${orderId}` : `quotes/${quoteId}`)}>
                <bdi dir="ltr">{reference}</bdi>
              </Link>
            ),
          },
          {
            name: 'kind',
            title: t.kind,
            cell: ({ kind }) => <Badge tone={kind === 'invoice' ? 'mint' : 'clay'}>{t.kinds[kind]}</Badge>,
          },
          {
            name: 'issued',
            title: t.issued,
            cell: ({ issuedAt }) => <Moment iso={issuedAt} />,
            sorts: { ascending: 'oldest', descending: 'newest' },
          },
          { name: 'buyer', title: t.buyer, cell: ({ buyer }) => <bdi>{buyer ?? t.erased}</bdi> },
          {
            name: 'net',
            title: t.net,
            cell: ({ netHalalas }) => <Money halalas={netHalalas} exact />,
            ...{ numeric: true, wideOnly: true },
          },
          {
            name: 'vat',
            title: t.vat,
            cell: ({ vatHalalas }) => <Money halalas={vatHalalas} exact />,
            ...{ numeric: true, wideOnly: true },
          },
          {
            name: 'total',
            title: t.total,
            cell: ({ totalHalalas, documentHalalas }) => (
              <>
                <Money halalas={totalHalalas} exact />
                {totalHalalas === documentHalalas ? null : (
                  <span className={styles.whole}>{t.partOf(formatMoney(documentHalalas, lang))}</span>
                )}
              </>
            ),
            numeric: true,
          },
        ]}
      />
      <RecordListFoot path={PATH} query={query} total={list.totalCount} isCapped={list.totalIsCapped} next={list.next}>
        <ExportLinks path={PATH} query={query} />
      </RecordListFoot>
    </>
  )
}
