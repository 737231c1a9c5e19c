import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { RecordList } from '../../../desk/ui/record-list.tsx'
import { formatNumber } from '../../../locales/format.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

export const loader = deskLoader(({ api }) => api.trainers.trainers({}))

export const meta = deskMeta('trainers', (t) => t.title)

export default function TrainersPage() {
  const t = useDeskTexts('trainers')
  const lang = useLang()
  const list = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead}>
        <ButtonLink to={deskLink(lang, 'trainers/new')} icon="plus">
          {t.add}
        </ButtonLink>
      </DeskHead>
      <RecordList
        label={t.title}
        rows={list}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `trainers/${id}`}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'name', title: t.name, cell: ({ name }) => inLang(name, lang) },
          { name: 'title', title: t.profession, cell: ({ title }) => inLang(title, lang), wideOnly: true },
          { name: 'account', title: t.account, cell: ({ account }) => <bdi>{account ?? '—'}</bdi>, wideOnly: true },
          { name: 'courses', title: t.courses, cell: ({ courseCount }) => formatNumber(courseCount), numeric: true },
        ]}
      />
    </>
  )
}
