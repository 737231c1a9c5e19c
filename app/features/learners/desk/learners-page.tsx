import { useLoaderData } from 'react-router'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Filters } from '../../../desk/ui/filters.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { formatNumber } from '../../../locales/format.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { LearnerCard } from '../contract.ts'

const PATH = 'learners'

export const loader = deskLoader(async ({ api }, { request }) => {
  const query = queryOf(request)
  const { done, ...asked } = query
  return { query: asked, done, list: await api.learners.learners(asked as object) }
})

export const meta = deskMeta('learners', (t) => t.title)

export default function LearnersPage() {
  const t = useDeskTexts('learners')
  const { query, list, done } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      {done === 'erased' ? <Alert kind="success">{t.done.erased}</Alert> : null}
      <Filters
        path={PATH}
        query={query}
        searchLabel={t.search}
        selects={[
          {
            name: 'status',
            label: t.status,
            choices: Object.entries(t.statuses).map(([value, label]) => ({ value, label })),
          },
        ]}
      />
      <RecordList<LearnerCard>
        label={t.title}
        rows={list.items}
        address={{ path: PATH, query, sort: 'newest' }}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `${PATH}/${id}`}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'name', title: t.name, cell: ({ name }) => <bdi>{name}</bdi> },
          { name: 'email', title: t.email, cell: ({ email }) => <bdi dir="ltr">{email}</bdi> },
          { name: 'phone', title: t.phone, cell: ({ phone }) => <bdi dir="ltr">{phone || '—'}</bdi> },
          { name: 'status', title: t.status, cell: (learner) => <AccountBadges learner={learner} /> },
          { name: 'orders', title: t.orders, cell: ({ orderCount }) => formatNumber(orderCount), numeric: true },
          { name: 'joined', title: t.joined, cell: ({ joinedAt }) => <Moment iso={joinedAt} />, wideOnly: true },
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

export function AccountBadges({ learner: { status, isStaff } }: { learner: LearnerCard }) {
  const t = useDeskTexts('learners')
  return (
    <>
      <Badge tone={status === 'active' ? 'mint' : 'clay'}>{t.statuses[status]}</Badge>{' '}
      {isStaff ? <Badge tone="sand">{t.staff}</Badge> : null}
    </>
  )
}
