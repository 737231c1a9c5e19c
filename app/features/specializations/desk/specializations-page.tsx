import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { SetupNext } from '../../../desk/setup/setup-next.tsx'
import { nextSetupStep } from '../../../desk/setup/setup-steps.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { RecordList } from '../../../desk/ui/record-list.tsx'
import { formatNumber } from '../../../locales/format.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

export const loader = deskLoader(async (page, { request }) => {
  const { api } = page
  const { done } = queryOf(request)
  const [list, mine, next] = await Promise.all([
    api.specializations.specializations({}),
    api.desk.me({}),
    nextSetupStep(page, done),
  ])
  return { list, mayChange: mine.rights.includes('courses.change'), isAdded: done === 'added', next }
})

export const meta = deskMeta('specializations', (t) => t.title)

export default function SpecializationsPage() {
  const t = useDeskTexts('specializations')
  const lang = useLang()
  const { list, mayChange, isAdded, next } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead}>
        {mayChange ? (
          <ButtonLink to={deskLink(lang, 'specializations/new')} icon="plus">
            {t.add}
          </ButtonLink>
        ) : null}
      </DeskHead>
      {isAdded ? (
        <DoneAlert>
          {t.added}
          <SetupNext step={next} />
        </DoneAlert>
      ) : null}
      <RecordList
        label={t.title}
        rows={list}
        keyOf={({ id }) => id}
        pathOf={({ id }) => (mayChange ? `specializations/${id}` : undefined)}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'name', title: t.name, cell: ({ name }) => inLang(name, lang) },
          { name: 'slug', title: t.address, cell: ({ slug }) => <bdi>{slug}</bdi>, wideOnly: true },
          { name: 'courses', title: t.courses, cell: ({ courseCount }) => formatNumber(courseCount), numeric: true },
        ]}
      />
    </>
  )
}
