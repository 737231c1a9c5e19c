import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { momentText } from '../../../desk/record/moment-text.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ListDone } from '../../../desk/ui/done-alert.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { StateBadge } from './banner-fields.tsx'

const PATH = 'banners'

export const loader = deskLoader(async ({ api }, { request }) => {
  const { cursor } = queryOf(request)
  const [page, { rights }] = await Promise.all([api.banners.banners({ cursor }), api.desk.me({})])
  return { page, query: { ...(cursor ? { cursor } : {}) }, mayChange: rights.includes('pages.change') }
})

export const meta = deskMeta('banners', (t) => t.title)

export default function BannersPage() {
  const t = useDeskTexts('banners')
  const lang = useLang()
  const { page, query, mayChange } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead}>
        {mayChange ? (
          <ButtonLink to={deskLink(lang, `${PATH}/new`)} icon="plus">
            {t.add}
          </ButtonLink>
        ) : null}
      </DeskHead>
      <ListDone />
      <RecordList
        label={t.title}
        rows={page.items}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `${PATH}/${id}`}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'text', title: t.text, cell: ({ text }) => text[lang] },
          { name: 'kind', title: t.kind, cell: ({ kind }) => t.kinds[kind] },
          { name: 'startsAt', title: t.startsAt, cell: ({ startsAt }) => momentText(startsAt, lang) },
          { name: 'endsAt', title: t.endsAt, cell: ({ endsAt }) => momentText(endsAt, lang) },
          { name: 'state', title: t.state, cell: ({ state }) => <StateBadge state={state} /> },
        ]}
      />
      <RecordListFoot
        path={PATH}
        query={query}
        total={page.totalCount}
        isCapped={page.totalIsCapped}
        next={page.next}
      />
    </>
  )
}
