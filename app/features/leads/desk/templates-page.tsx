import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList } from '../../../desk/ui/record-list.tsx'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { EnquiryParts } from './enquiry-parts.tsx'

export const loader = deskLoader(async ({ api }, { request }) => {
  const [list, { rights }] = await Promise.all([api.leads.answerTemplates({}), api.desk.me({})])
  return { list, mayChange: rights.includes('enquiries.manage'), done: queryOf(request).done }
})

export const meta = deskMeta('enquiries', (t) => t.templates.title)

export default function TemplatesPage() {
  const t = useDeskTexts('enquiries').templates
  const { kinds, enquiries } = useDeskTexts('people')
  const lang = useLang()
  const { list, mayChange, done } = useLoaderData<typeof loader>()
  const said = done === undefined ? undefined : t.done[done]
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} above={{ title: enquiries.title, path: 'enquiries' }}>
        {mayChange ? (
          <ButtonLink to={deskLink(lang, 'enquiries/templates/new')} icon="plus">
            {t.add}
          </ButtonLink>
        ) : null}
      </DeskHead>
      <EnquiryParts current="templates" mayManage={mayChange} />
      {said ? <DoneAlert>{said}</DoneAlert> : null}
      <RecordList
        label={t.title}
        rows={list}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `enquiries/templates/${id}`}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'name', title: t.name, cell: ({ name }) => name[lang] },
          { name: 'kind', title: t.kind, cell: ({ kind }) => (kind ? kinds[kind] : t.everyKind) },
          {
            name: 'updated',
            title: t.updated,
            cell: ({ updatedAt }) => <Moment iso={updatedAt} />,
            wideOnly: true,
          },
        ]}
      />
    </>
  )
}
