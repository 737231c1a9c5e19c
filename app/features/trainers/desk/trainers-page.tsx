import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { SetupNext } from '../../../desk/setup/setup-next.tsx'
import { nextSetupStep } from '../../../desk/setup/setup-steps.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { formatNumber } from '../../../locales/format.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

const PATH = 'trainers'

export const loader = deskLoader(async (page, { request }) => {
  const { done } = queryOf(request)
  const [list, { rights }, next] = await Promise.all([
    page.api.trainers.trainers({}),
    page.api.desk.me({}),
    nextSetupStep(page, done),
  ])
  const mayChange = rights.includes('courses.change')
  const toConfirm = mayChange ? await proofForExport(page, queryOf(request)) : undefined
  return { list, mayChange, toConfirm, isAdded: done === 'added', next }
})

export const action = deskAction({ export: exportIntent(() => PATH) })

export const meta = deskMeta('trainers', (t) => t.title)

export default function TrainersPage() {
  const t = useDeskTexts('trainers')
  const lang = useLang()
  const { list, mayChange, toConfirm, isAdded, next } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead}>
        {mayChange ? (
          <ButtonLink to={deskLink(lang, `${PATH}/new`)} icon="plus">
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
      <ExportProof asked={toConfirm} />
      <RecordList
        label={t.title}
        rows={list}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `${PATH}/${id}`}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'name', title: t.name, cell: ({ name }) => inLang(name, lang) },
          { name: 'title', title: t.profession, cell: ({ title }) => inLang(title, lang), wideOnly: true },
          { name: 'account', title: t.account, cell: ({ account }) => <bdi>{account ?? '—'}</bdi>, wideOnly: true },
          { name: 'courses', title: t.courses, cell: ({ courseCount }) => formatNumber(courseCount), numeric: true },
        ]}
      />
      <RecordListFoot path={PATH} query={{}} total={list.length} next={null}>
        {mayChange ? <ExportLinks path={PATH} /> : null}
      </RecordListFoot>
    </>
  )
}
