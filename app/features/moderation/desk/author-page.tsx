import { useLoaderData } from 'react-router'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ModerationParts } from './moderation-parts.tsx'

export const loader = deskLoader(async ({ api }, { request, params }) => {
  const { cursor } = queryOf(request)
  const id = params.id ?? ''
  return { id, history: await api.moderation.authorHistory({ id, cursor } as never) }
})

type Data = Awaited<ReturnType<typeof loader>>
type Event = Data['history']['items'][number]

export const meta = deskMeta<'people', Data>('people', (t, data) => data?.history.author.name ?? t.moderation.former)

/** What an author wrote and what came of it, the newest first. */
export default function AuthorPage() {
  const t = useDeskTexts('people').moderation
  const { id, history } = useLoaderData<typeof loader>()
  const { author, bannedAt, bannedUntil, items, next } = history
  const path = `moderation/authors/${id}`
  return (
    <>
      <DeskHead
        title={<bdi>{author.name ?? t.former}</bdi>}
        lead={t.fullHistory}
        above={{ title: t.title, path: 'moderation' }}
      />
      <ModerationParts current="cases" />
      {bannedAt ? (
        <Alert kind="warning">
          {t.bannedAt} <Moment iso={bannedAt} /> · {t.until} {bannedUntil ? <Moment iso={bannedUntil} /> : t.noEnd}
        </Alert>
      ) : null}
      <RecordList<Event>
        label={t.fullHistory}
        rows={items}
        keyOf={({ kind, id: event, at }) => `${kind}-${event}-${at}`}
        pathOf={() => undefined}
        empty={<EmptyState title={t.noHistory} body={t.noHistoryBody} />}
        columns={[
          { name: 'what', title: t.what, cell: ({ kind }) => t.events[kind] },
          { name: 'text', title: t.words, cell: ({ text }) => <span dir="auto">{text || '—'}</span> },
          {
            name: 'state',
            title: t.outcome,
            cell: ({ state, by }) => (
              <>
                {state ? t.eventStates[state] : '—'} {by ? <bdi>({by})</bdi> : null}
              </>
            ),
          },
          { name: 'at', title: t.when, cell: ({ at }) => <Moment iso={at} /> },
        ]}
      />
      <RecordListFoot path={path} query={{}} total={items.length} isCapped={next !== null} next={next} />
    </>
  )
}
