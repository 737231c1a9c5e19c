import { Form, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { nextPage, pageAsked } from '../../../desk/numbered-pages.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { ModerationParts } from './moderation-parts.tsx'

const PATH = 'moderation/bans'

export const loader = deskLoader(async ({ api }, { request }) => {
  const query = queryOf(request)
  return { query, list: await api.moderation.bans(pageAsked(query)) }
})

export const action = deskAction({
  lift: async ({ api, lang, describe }, form) => {
    try {
      await api.moderation.letWrite({ authorId: String(form.get('authorId') ?? '') })
    } catch (error) {
      // A colleague was faster, and the ban is lifted.
      if (describe(error)?.code !== 'notFound') throw error
    }
    return { to: deskLink(lang, PATH, { done: 'lift' }) }
  },
})

export const meta = deskMeta('people', (t) => t.moderation.bans)

type Ban = Awaited<ReturnType<typeof loader>>['list']['items'][number]

export default function BansPage() {
  const t = useDeskTexts('people').moderation
  const { query, list } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.bans} above={{ title: t.title, path: 'moderation' }} />
      <ModerationParts current="bans" />
      {query.done === 'lift' ? <DoneAlert>{t.done.lift}</DoneAlert> : null}
      <RecordList<Ban>
        label={t.bans}
        rows={list.items}
        keyOf={({ author }) => author.id}
        pathOf={({ author }) => `moderation/authors/${author.id}`}
        empty={<EmptyState title={t.noBans} body={t.noBansBody} />}
        columns={[
          { name: 'author', title: t.author, cell: ({ author }) => <bdi>{author.name ?? t.former}</bdi> },
          { name: 'since', title: t.bannedAt, cell: ({ bannedAt }) => <Moment iso={bannedAt} /> },
          { name: 'until', title: t.until, cell: ({ until }) => (until ? <Moment iso={until} /> : t.noEnd) },
          { name: 'lift', title: t.lift, cell: ({ author }) => <Lift authorId={author.id} /> },
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

function Lift({ authorId }: { authorId: number }) {
  const t = useDeskTexts('people').moderation
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="lift" />
      <input type="hidden" name="authorId" value={authorId} />
      <SubmitButton variant="quiet" size="small">
        {t.lift}
      </SubmitButton>
    </Form>
  )
}
