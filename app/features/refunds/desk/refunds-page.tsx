import { useLoaderData } from 'react-router'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/export.ts'
import { nextPage, pageAsked } from '../../../desk/numbered-pages.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Amount } from '../../../desk/ui/amount.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ExportLinks } from '../../../desk/ui/export-links.tsx'
import { ExportProof } from '../../../desk/ui/export-proof.tsx'
import { Filters } from '../../../desk/ui/filters.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

const PATH = 'refunds'

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, ...query } = queryOf(request)
  const [list, { rights }] = await Promise.all([
    page.api.refunds.waitingRefunds({ WaitsFor: query.waitsFor, ...pageAsked(query) } as object),
    page.api.desk.me({}),
  ])
  const toConfirm = await proofForExport(page, queryOf(request))
  return { query, list, toConfirm, mayExport: rights.includes('learners.export') }
})

export const action = deskAction({ export: exportIntent(() => PATH) })

export const meta = deskMeta('sales', (t) => t.refunds.title)

type Refund = Awaited<ReturnType<typeof loader>>['list']['items'][number]

/** The refunds that wait for a person; the order's page has the decisions. */
export default function RefundsPage() {
  const t = useDeskTexts('sales')
  const { query, list, toConfirm, mayExport } = useLoaderData<typeof loader>()
  const choices = Object.entries(t.waits).map(([value, label]) => ({ value, label }))
  return (
    <>
      <DeskHead title={t.refunds.title} lead={t.refunds.lead} />
      <ExportProof asked={toConfirm} />
      <Filters path={PATH} query={query} selects={[{ name: 'waitsFor', label: t.refunds.waitsFor, choices }]} />
      <RecordList<Refund>
        label={t.refunds.title}
        rows={list.items}
        address={{ path: PATH, query }}
        keyOf={({ id }) => id}
        pathOf={({ order }) => `orders/${order.id}`}
        empty={<EmptyState title={t.refunds.none} body={t.refunds.noneBody} />}
        columns={[
          { name: 'reference', title: t.reference, cell: ({ order }) => <bdi>{order.reference}</bdi> },
          { name: 'learner', title: t.learner, cell: ({ learner }) => <bdi>{learner?.name ?? t.erased}</bdi> },
          {
            name: 'waitsFor',
            title: t.refunds.waitsFor,
            cell: ({ waitsFor }) => <Badge tone={TONES[waitsFor]}>{t.waits[waitsFor]}</Badge>,
          },
          {
            name: 'reason',
            title: t.reason,
            cell: ({ reason, failureReason }) => <bdi>{failureReason ?? reason}</bdi>,
            wideOnly: true,
          },
          { name: 'account', title: t.refunds.account, cell: (refund) => <Account refund={refund} /> },
          { name: 'since', title: t.since, cell: ({ since }) => <Moment iso={since} /> },
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
        {mayExport ? <ExportLinks path={PATH} query={query} /> : null}
      </RecordListFoot>
    </>
  )
}

const TONES = { requested: 'sand', refused: 'clay', unclear: 'clay', unconfirmed: 'sand', transfer: 'mint' } as const

/** Of a bank transfer, which staff send: where to. */
function Account({ refund: { waitsFor, refundTo } }: { refund: Refund }) {
  const t = useDeskTexts('sales')
  if (waitsFor !== 'transfer') return '—'
  if (!refundTo) return t.refunds.noAccount
  return (
    <>
      <bdi dir="ltr">{refundTo.iban}</bdi> · <bdi>{refundTo.holder}</bdi>
    </>
  )
}
