import { useLoaderData } from 'react-router'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ExportLinks } from '../../../desk/ui/export-links.tsx'
import { Filters } from '../../../desk/ui/filters.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { Money } from '../../../ui/content/money.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import { OrderStatusBadge, RefundBadge } from './order-badges.tsx'
import { orderFilters } from './order-filters.ts'

const PATH = 'orders'
const PAGE_SIZE = 25

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, ...query } = queryOf(request)
  const [list, { rights }] = await Promise.all([
    page.api.orders.orders({ ...orderFilters(query), Cursor: query.cursor, PageSize: PAGE_SIZE } as object),
    page.api.desk.me({}),
  ])
  return {
    ...{ query, list, mayExport: rights.includes('learners.export') },
    toConfirm: await proofForExport(page, queryOf(request)),
  }
})

export const action = deskAction({ export: exportIntent(() => PATH) })

export const meta = deskMeta('sales', (t) => t.orders.title)

type Order = Awaited<ReturnType<typeof loader>>['list']['items'][number]

const choicesOf = (texts: Record<string, string>) => Object.entries(texts).map(([value, label]) => ({ value, label }))

export default function OrdersPage() {
  const t = useDeskTexts('sales')
  const { query, list, mayExport, toConfirm } = useLoaderData<typeof loader>()
  const confirm = useDeskAnswer().confirm ?? toConfirm
  return (
    <>
      <DeskHead title={t.orders.title} lead={t.orders.lead} />
      {confirm ? <ConfirmItIsYou confirm={confirm} reloadDocument /> : null}
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
        address={{ path: PATH, query, sort: 'newest' }}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `${PATH}/${id}`}
        empty={<EmptyState title={t.orders.none} body={t.orders.noneBody} />}
        columns={[
          { name: 'reference', title: t.reference, cell: ({ reference }) => <bdi>{reference}</bdi> },
          { name: 'learner', title: t.learner, cell: ({ learner }) => <bdi>{learner?.name ?? t.erased}</bdi> },
          { name: 'course', title: t.course, cell: ({ course }) => course },
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
          {
            name: 'placed',
            title: t.placed,
            cell: ({ createdAt }) => <Moment iso={createdAt} />,
            sorts: { ascending: 'oldest', descending: 'newest' },
          },
          {
            name: 'total',
            title: t.total,
            numeric: true,
            cell: ({ totalHalalas }) => <Money halalas={totalHalalas} />,
          },
        ]}
      />
      <RecordListFoot path={PATH} query={query} total={list.totalCount} isCapped={list.totalIsCapped} next={list.next}>
        {mayExport ? <ExportLinks path={PATH} query={query} /> : null}
      </RecordListFoot>
    </>
  )
}
