import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { nextPage, pageAsked } from '../../../desk/numbered-pages.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

const PATH = 'transfers'

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, ...query } = queryOf(request)
  const [list, { rights }] = await Promise.all([
    page.api.transfers.transfersToCheck(pageAsked(query)),
    page.api.desk.me({}),
  ])
  const toConfirm = await proofForExport(page, queryOf(request))
  return { query, list, toConfirm, mayExport: rights.includes('learners.export') }
})

export const action = deskAction({ export: exportIntent(() => PATH) })

export const meta = deskMeta('sales', (t) => t.transfers.title)

type Transfer = Awaited<ReturnType<typeof loader>>['list']['items'][number]

/** The receipts to check; the order's page has the receipt and the decision. */
export default function TransfersPage() {
  const t = useDeskTexts('sales')
  const lang = useLang()
  const { query, list, toConfirm, mayExport } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.transfers.title} lead={t.transfers.lead}>
        <ButtonLink to={deskLink(lang, `${PATH}/bank`)} variant="quiet" icon="coins">
          {t.transfers.bank}
        </ButtonLink>
        <ButtonLink to={deskLink(lang, `${PATH}/statements`)} icon="document">
          {t.transfers.statements}
        </ButtonLink>
      </DeskHead>
      <ExportProof asked={toConfirm} />
      <RecordList<Transfer>
        label={t.transfers.title}
        rows={list.items}
        address={{ path: PATH, query }}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `orders/${id}`}
        empty={<EmptyState title={t.transfers.none} body={t.transfers.noneBody} />}
        columns={[
          {
            name: 'reference',
            title: t.reference,
            cell: ({ reference, part }) => (
              <>
                <bdi>{reference}</bdi> {part === null ? null : <Badge tone="sand">{t.parts.part(part)}</Badge>}
              </>
            ),
          },
          { name: 'learner', title: t.learner, cell: ({ learner }) => <bdi>{learner?.name ?? t.erased}</bdi> },
          { name: 'course', title: t.course, cell: ({ course }) => course, wideOnly: true },
          { name: 'receipt', title: t.transfers.receiptAt, cell: ({ receiptAt }) => <Moment iso={receiptAt} /> },
          {
            name: 'expires',
            title: t.transfers.expires,
            cell: ({ expiresAt }) => (expiresAt ? <Moment iso={expiresAt} /> : null),
          },
          {
            name: 'amount',
            title: t.amount,
            numeric: true,
            cell: ({ totalHalalas, receivedHalalas }) => <Money halalas={totalHalalas - receivedHalalas} exact />,
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
