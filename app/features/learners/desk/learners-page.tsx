import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, type Intents, queryOf } from '../../../desk/desk-page.ts'
import { exportChosenIntent, exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { BULK_FORM, chosenIn } from '../../../desk/ui/lists/bulk.tsx'
import { ExportChosen } from '../../../desk/ui/lists/export-chosen.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import type { LearnerCard } from '../contract.ts'

const PATH = 'learners'

export const loader = deskLoader(async (page, { request }) => {
  const { done, confirm, ...query } = queryOf(request)
  const [list, { rights }] = await Promise.all([page.api.learners.learners(query as object), page.api.desk.me({})])
  const toConfirm = await proofForExport(page, queryOf(request))
  const may = { export: rights.includes('learners.export'), write: rights.includes('learners.manage') }
  return { query, done, list, toConfirm, may }
})

/** Of the accounts that were ticked, or of all that match. */
const message: Intents[string] = async ({ lang }, form, { request }) => {
  const { query = '', status = '', seen = '' } = queryOf(request)
  const { chosen = [], matching } = chosenIn(form, { query, status, seen })
  return {
    to: deskLink(
      lang,
      'learners/message',
      matching ? { query, status, seen, all: String(matching.count) } : { learner: chosen.join() },
    ),
  }
}

export const action = deskAction({
  ...{ message, export: exportIntent(() => PATH), exportChosen: exportChosenIntent(PATH) },
})

export const meta = deskMeta('learners', (t) => t.title)

export default function LearnersPage() {
  const t = useDeskTexts('learners')
  const { title: messages } = useDeskTexts('learnerMessages')
  const lang = useLang()
  const { query, list, done, toConfirm, may } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead}>
        {may.write ? (
          <ButtonLink to={deskLink(lang, 'learners/messages')} variant="quiet" icon="mail">
            {messages}
          </ButtonLink>
        ) : null}
      </DeskHead>
      <ExportProof asked={toConfirm} />
      {done === 'erased' ? <DoneAlert>{t.done.erased}</DoneAlert> : null}
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
          {
            name: 'seen',
            label: t.one.lastSeen,
            choices: Object.entries(t.seen).map(([value, label]) => ({ value, label })),
          },
        ]}
      />
      {may.export && list.items.length > 0 ? (
        <ExportChosen>{may.write ? <Writing list={list} /> : null}</ExportChosen>
      ) : null}
      <RecordList<LearnerCard>
        {...(may.export ? { selectable: BULK_FORM } : {})}
        label={t.title}
        rows={list.items}
        address={{ path: PATH, query, sort: 'newest' }}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `${PATH}/${id}`}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'name', title: t.name, cell: ({ name }) => <bdi>{name}</bdi>, sorts: { ascending: 'name' } },
          { name: 'email', title: t.email, cell: ({ email }) => <bdi dir="ltr">{email}</bdi> },
          { name: 'phone', title: t.phone, cell: ({ phone }) => <bdi dir="ltr">{phone || '—'}</bdi> },
          { name: 'status', title: t.status, cell: (learner) => <AccountBadges learner={learner} /> },
          { name: 'orders', title: t.orders, cell: ({ orderCount }) => formatNumber(orderCount), numeric: true },
          {
            name: 'joined',
            title: t.joined,
            cell: ({ joinedAt }) => <Moment iso={joinedAt} />,
            sorts: { ascending: 'oldest', descending: 'newest' },
            wideOnly: true,
          },
          {
            name: 'lastSeen',
            title: t.one.lastSeen,
            cell: ({ lastSeenAt }) => (lastSeenAt ? <Moment iso={lastSeenAt} /> : t.one.never),
            sorts: { ascending: 'longUnseen', descending: 'lastSeen' },
            // Who asks for it sees it on a phone, too.
            wideOnly: !query.seen && query.sort !== 'lastSeen' && query.sort !== 'longUnseen',
          },
        ]}
      />
      <RecordListFoot path={PATH} query={query} total={list.totalCount} isCapped={list.totalIsCapped} next={list.next}>
        {may.export ? <ExportLinks path={PATH} query={query} /> : null}
      </RecordListFoot>
    </>
  )
}

/** Leads the chosen accounts, or all that match, to a message. */
function Writing({ list }: { list: { items: unknown[]; totalCount: number; totalIsCapped?: boolean | undefined } }) {
  const { message } = useDeskTexts('learnerMessages')
  const { list: t } = useDeskTexts('frame')
  return (
    <>
      <Button type="submit" name="intent" value="message" variant="quiet" size="small" icon="mail">
        {message}
      </Button>
      {list.totalCount > list.items.length && !list.totalIsCapped ? (
        <CheckField key={list.totalCount} name="all" value={list.totalCount} label={t.chooseAll(list.totalCount)} />
      ) : null}
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
