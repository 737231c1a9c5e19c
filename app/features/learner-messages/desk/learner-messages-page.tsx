/** Messages to learners that were sent, and how far each has come. */
import { useLoaderData } from 'react-router'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { formatNumber } from '../../../locales/format.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

const PATH = 'learners/messages'

export const loader = deskLoader(async ({ api }, { request }) => {
  const { cursor, sent } = queryOf(request)
  const list = await api.learnerMessages.learnerMessages({ cursor })
  return { list, isSent: sent !== undefined, query: { ...(cursor ? { cursor } : {}) } }
})

export const meta = deskMeta('learnerMessages', (t) => t.title)

export default function LearnerMessagesPage() {
  const t = useDeskTexts('learnerMessages')
  const form = useDeskTexts('messageForm')
  const { list, query, isSent } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.title} above={{ title: t.learners, path: 'learners' }} />
      {isSent ? <DoneAlert>{t.sending}</DoneAlert> : null}
      <RecordList
        label={t.title}
        rows={list.items}
        keyOf={({ id }) => id}
        pathOf={() => undefined}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'subject', title: form.subject, cell: ({ subject }) => <bdi>{subject}</bdi> },
          { name: 'at', title: t.at, cell: ({ at }) => <Moment iso={at} /> },
          { name: 'by', title: t.by, cell: ({ by }) => <bdi>{by ?? '—'}</bdi> },
          { name: 'chosen', title: t.chosenHead, numeric: true, cell: ({ chosen }) => formatNumber(chosen) },
          { name: 'sent', title: t.sentHead, numeric: true, cell: ({ sent }) => formatNumber(sent) },
          { name: 'leftOut', title: t.leftOut, numeric: true, cell: ({ leftOut }) => formatNumber(leftOut) },
          {
            name: 'state',
            title: t.state,
            cell: ({ isDone }) => <Badge tone={isDone ? 'mint' : 'sand'}>{isDone ? t.done : t.under}</Badge>,
          },
        ]}
      />
      <RecordListFoot
        path={PATH}
        query={query}
        total={list.totalCount}
        isCapped={list.totalIsCapped}
        next={list.next}
      />
    </>
  )
}
