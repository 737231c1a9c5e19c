import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Filters } from '../../../desk/ui/filters.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { CompanyCard } from '../contract.ts'

const PATH = 'companies'

export const loader = deskLoader(async ({ api }, { request }) => {
  const query = queryOf(request)
  return { query, list: await api.companies.companies(query as object) }
})

export const meta = deskMeta('companies', (t) => t.title)

export default function CompaniesPage() {
  const t = useDeskTexts('companies')
  const lang = useLang()
  const { query, list } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead}>
        <ButtonLink to={deskLink(lang, `${PATH}/new`)} icon="plus">
          {t.add}
        </ButtonLink>
      </DeskHead>
      <Filters path={PATH} query={query} searchLabel={t.search} selects={[]} />
      <RecordList<CompanyCard>
        label={t.title}
        rows={list.items}
        address={{ path: PATH, query }}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `${PATH}/${id}`}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'name', title: t.name, cell: ({ name }) => <bdi>{name}</bdi> },
          { name: 'contact', title: t.contact, cell: ({ contact }) => <bdi>{contact?.name ?? '—'}</bdi> },
          {
            name: 'email',
            title: t.email,
            cell: ({ contact }) => <bdi dir="ltr">{contact?.email ?? '—'}</bdi>,
            wideOnly: true,
          },
          { name: 'city', title: t.city, cell: ({ city }) => city ?? '—' },
          {
            name: 'vatNumber',
            title: t.vatNumber,
            cell: ({ vatNumber }) => <bdi dir="ltr">{vatNumber ?? '—'}</bdi>,
          },
          {
            name: 'registerNumber',
            title: t.registerNumber,
            cell: ({ registerNumber }) => <bdi dir="ltr">{registerNumber ?? '—'}</bdi>,
            wideOnly: true,
          },
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
