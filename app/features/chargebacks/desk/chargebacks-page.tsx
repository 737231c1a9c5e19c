import { useLoaderData } from 'react-router'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { CountedChoices } from '../../../desk/ui/lists/counted-choices.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { formatDay } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { Chargeback } from '../contract.ts'

const PATH = 'chargebacks'

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, ...query } = queryOf(request)
  const list = await page.api.chargebacks.chargebacks(query as object)
  return { query, list, toConfirm: await proofForExport(page, queryOf(request)) }
})

export const action = deskAction({ export: exportIntent(() => PATH) })

export const meta = deskMeta('chargebacks', (t) => t.title)

const TONES = { open: 'clay', answered: 'sand', won: 'mint', lost: 'deep' } as const

/** The page of the order or of the quote has what can be done about each. */
export default function ChargebacksPage() {
  const t = useDeskTexts('chargebacks')
  const lang = useLang()
  const { query, list, toConfirm } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      <ExportProof asked={toConfirm} />
      <CountedChoices
        label={t.state}
        path={PATH}
        query={query}
        name="status"
        choices={Object.entries(t.statuses).map(([value, label]) => ({
          ...{ value, label },
          count: list.counts[value as keyof typeof t.statuses],
        }))}
      />
      <RecordList<Chargeback>
        label={t.title}
        rows={list.items}
        address={{ path: PATH, query }}
        keyOf={({ id }) => id}
        pathOf={({ order, quote }) => (quote ? `quotes/${quote.id}` : `orders/${order?.id}`)}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'order', title: t.order, cell: ({ order, quote }) => <bdi>{quote?.number ?? order?.reference}</bdi> },
          {
            name: 'learner',
            title: t.learner,
            cell: ({ learner, company }) => <bdi>{company ?? learner ?? t.erased}</bdi>,
          },
          {
            name: 'state',
            title: t.state,
            cell: ({ status }) => <Badge tone={TONES[status]}>{t.statuses[status]}</Badge>,
          },
          { name: 'due', title: t.due, cell: ({ dueOn }) => (dueOn ? formatDay(dueOn, lang) : t.unknownDue) },
          { name: 'reason', title: t.reason, cell: ({ reason }) => <bdi>{reason}</bdi>, wideOnly: true },
          { name: 'created', title: t.created, cell: ({ createdAt }) => <Moment iso={createdAt} />, wideOnly: true },
          {
            name: 'amount',
            title: t.amount,
            numeric: true,
            cell: ({ amountHalalas }) => <Money halalas={amountHalalas} exact />,
          },
        ]}
      />
      <RecordListFoot path={PATH} query={query} total={list.totalCount} isCapped={list.totalIsCapped} next={list.next}>
        <ExportLinks path={PATH} query={query} />
      </RecordListFoot>
    </>
  )
}
