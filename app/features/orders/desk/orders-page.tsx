import { useLoaderData } from 'react-router'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { nextPage, pageAsked } from '../../../desk/numbered-pages.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Filters } from '../../../desk/ui/filters.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { OrderStatusBadge, RefundBadge } from './order-badges.tsx'

const PATH = 'orders'

export const loader = deskLoader(async ({ api }, { request }) => {
  const query = queryOf(request)
  const { query: SearchTerm, status: Status, method: Method, refund: Refund } = query
  const list = await api.orders.orders({ SearchTerm, Status, Method, Refund, ...pageAsked(query) } as object)
  return { query, list }
})

export const meta = deskMeta('sales', (t) => t.orders.title)

type Order = Awaited<ReturnType<typeof loader>>['list']['items'][number]

const choicesOf = (texts: Record<string, string>) => Object.entries(texts).map(([value, label]) => ({ value, label }))

export default function OrdersPage() {
  const t = useDeskTexts('sales')
  const { query, list } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.orders.title} lead={t.orders.lead} />
      <Filters
        path={PATH}
        query={query}
        searchLabel={t.search}
        selects={[
          { name: 'status', label: t.status, choices: choicesOf(t.statuses) },
          { name: 'method', label: t.method, choices: choicesOf(t.methods) },
          { name: 'refund', label: t.orders.refund, choices: choicesOf(t.refundStatuses) },
        ]}
      />
      <RecordList<Order>
        label={t.orders.title}
        rows={list.items}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `${PATH}/${id}`}
        empty={<EmptyState title={t.orders.none} body={t.orders.noneBody} />}
        columns={[
          { name: 'reference', title: t.reference, cell: ({ reference }) => <bdi>{reference}</bdi> },
          { name: 'learner', title: t.learner, cell: ({ learner }) => <bdi>{learner?.name ?? t.erased}</bdi> },
          { name: 'course', title: t.course, cell: ({ course }) => <bdi>{course}</bdi> },
          {
            name: 'status',
            title: t.status,
            cell: ({ status, refund }) => (
              <>
                <OrderStatusBadge status={status} /> <RefundBadge refund={refund} />
              </>
            ),
          },
          { name: 'method', title: t.method, cell: ({ method }) => t.methods[method], wideOnly: true },
          { name: 'placed', title: t.placed, cell: ({ createdAt }) => <Moment iso={createdAt} /> },
          {
            name: 'total',
            title: t.total,
            numeric: true,
            cell: ({ totalHalalas }) => <Money halalas={totalHalalas} />,
          },
        ]}
      />
      <RecordListFoot
        path={PATH}
        query={query}
        total={list.totalCount}
        isCapped={list.totalIsCapped}
        next={nextPage(list)}
      />
    </>
  )
}
