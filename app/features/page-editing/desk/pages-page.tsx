import { useLoaderData } from 'react-router'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader } from '../../../desk/desk-page.ts'
import { momentText } from '../../../desk/record/moment-text.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { RecordList } from '../../../desk/ui/record-list.tsx'
import { useLang } from '../../../locales/texts.tsx'
import { DateText } from '../../../ui/content/date-text.tsx'
import type { PageRow } from '../desk-contract.ts'
import { pageName } from './page-name.ts'

export const loader = deskLoader(async ({ api }) => ({ pages: await api.pageEditing.pageList({}) }))

export const meta = deskMeta('pages', (t) => t.title)

/** Every page of the site whose texts staff write. */
export default function PagesPage() {
  const { pages } = useLoaderData<typeof loader>()
  const t = useDeskTexts('pages')
  const lang = useLang()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} />
      <RecordList<PageRow>
        label={t.title}
        rows={pages}
        keyOf={({ code }) => code}
        pathOf={({ code }) => `pages/${code}`}
        columns={[
          {
            name: 'page',
            title: t.page,
            cell: ({ title, code }) => pageName({ code, title }, t, lang) ?? `${code}: ${t.notWritten}`,
          },
          {
            name: 'address',
            title: t.address,
            cell: ({ path }) => (path === null ? t.appsOnly : <bdi dir="ltr">{`/${lang}${path}`}</bdi>),
          },
          { name: 'english', title: t.english, cell: (row) => <English row={row} /> },
          {
            name: 'draft',
            title: t.draft,
            cell: ({ hasDraft, publishAt }) => {
              if (publishAt) return t.draftFor(momentText(publishAt, lang))
              return hasDraft ? t.hasDraft : '—'
            },
          },
          {
            name: 'changed',
            title: t.changed,
            cell: ({ updatedAt }) => (updatedAt ? <DateText iso={updatedAt} /> : '—'),
            wideOnly: true,
          },
        ]}
      />
    </>
  )
}

function English({ row: { englishMissing, englishStale } }: { row: PageRow }) {
  const t = useDeskTexts('pages')
  if (englishMissing + englishStale === 0) return t.englishDone
  const parts = [
    ...(englishMissing > 0 ? [`${t.englishMissing}: ${t.texts(englishMissing)}`] : []),
    ...(englishStale > 0 ? [`${t.englishStale}: ${t.texts(englishStale)}`] : []),
  ]
  return parts.join(' · ')
}
