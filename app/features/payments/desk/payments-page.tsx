import { useLoaderData } from 'react-router'
import type { Api } from '../../../api/contract.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { nextPage, pageAsked } from '../../../desk/numbered-pages.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Amount } from '../../../desk/ui/amount.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { CountedChoices } from '../../../desk/ui/lists/counted-choices.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { unmatchedAsked } from './payments-filter.ts'

const PATH = 'payments'
const STATUSES = ['open', 'sending', 'attached', 'returned'] as const
type Status = (typeof STATUSES)[number]
const NOTHING = {
  ...{ items: [], counts: { open: 0, sending: 0, attached: 0, returned: 0 } },
  ...{ totalCount: 0, totalIsCapped: false, pageIndex: 1, pageSize: 25 },
} satisfies Awaited<ReturnType<Api['payments']['unmatchedPayments']>>

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, ...query } = queryOf(request)
  const asked = unmatchedAsked(query)
  // What is no amount, no payment has.
  const list = Number.isNaN(asked.AmountHalalas)
    ? NOTHING
    : await page.api.payments.unmatchedPayments({ ...asked, ...pageAsked(query) } as object)
  return { query, status: asked.Status as Status, list, toConfirm: await proofForExport(page, queryOf(request)) }
})

export const action = deskAction({ export: exportIntent(() => PATH) })

export const meta = deskMeta('sales', (t) => t.payments.title)

type Payment = Awaited<ReturnType<typeof loader>>['list']['items'][number]

export default function PaymentsPage() {
  const t = useDeskTexts('sales')
  const { query, status, list, toConfirm } = useLoaderData<typeof loader>()
  const providers: Record<string, string> = t.providers
  return (
    <>
      <DeskHead title={t.payments.title} lead={t.payments.lead} />
      <ExportProof asked={toConfirm} />
      <CountedChoices
        label={t.status}
        path={PATH}
        query={query}
        name="status"
        current={status}
        isAllFirst={false}
        choices={STATUSES.map((value) => ({ value, label: t.payments.statuses[value], count: list.counts[value] }))}
      />
      <Filters
        path={PATH}
        query={query}
        searchLabel={t.payments.search}
        texts={[{ name: 'amount', label: t.amount, dir: 'ltr' }]}
      >
        {query.status ? <input type="hidden" name="status" value={query.status} /> : null}
      </Filters>
      <RecordList<Payment>
        label={t.payments.title}
        rows={list.items}
        address={{ path: PATH, query }}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `${PATH}/${id}`}
        {...(query.query || query.amount
          ? {}
          : { empty: <EmptyState title={t.payments.none} body={t.payments.noneBody} /> })}
        columns={[
          {
            name: 'payment',
            title: t.payments.payment,
            cell: ({ providerReference }) => <bdi dir="ltr">{providerReference}</bdi>,
          },
          {
            name: 'kind',
            title: t.payments.kind,
            cell: ({ kind }) => <Badge tone="sand">{t.payments.kinds[kind]}</Badge>,
          },
          {
            name: 'provider',
            title: t.payments.provider,
            cell: ({ provider }) => providers[provider] ?? provider,
            wideOnly: true,
          },
          {
            name: 'order',
            title: t.payments.orderOrQuote,
            cell: ({ order, quote }) => <bdi>{order?.reference ?? quote?.number ?? '—'}</bdi>,
          },
          { name: 'seen', title: t.payments.seen, cell: ({ seenAt }) => <Moment iso={seenAt} /> },
          {
            name: 'amount',
            title: t.amount,
            numeric: true,
            cell: ({ amountHalalas, currency }) => <Amount hundredths={amountHalalas} currency={currency} />,
          },
        ]}
      />
      <RecordListFoot
        path={PATH}
        query={query}
        total={list.totalCount}
        isCapped={list.totalIsCapped}
        next={nextPage(list)}
      >
        <ExportLinks path={PATH} query={query} />
      </RecordListFoot>
    </>
  )
}
