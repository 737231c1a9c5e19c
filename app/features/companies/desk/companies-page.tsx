import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { CompanyCard } from '../contract.ts'

const PATH = 'companies'

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, ...query } = queryOf(request)
  const [list, { rights }] = await Promise.all([page.api.companies.companies(query as object), page.api.desk.me({})])
  const toConfirm = await proofForExport(page, queryOf(request))
  return { query, list, toConfirm, mayExport: rights.includes('learners.export') }
})

export const action = deskAction({ export: exportIntent(() => PATH) })

export const meta = deskMeta('companies', (t) => t.title)

export default function CompaniesPage() {
  const t = useDeskTexts('companies')
  const lang = useLang()
  const { query, list, toConfirm, mayExport } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead}>
        <ButtonLink to={deskLink(lang, `${PATH}/new`)} icon="plus">
          {t.add}
        </ButtonLink>
      </DeskHead>
      <ExportProof asked={toConfirm} />
      <Filters path={PATH} query={query} searchLabel={t.search} selects={[]} />
      <RecordList<CompanyCard>
        label={t.title}
        rows={list.items}
        address={{ path: PATH, query, sort: 'newest' }}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `${PATH}/${id}`}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'name', title: t.name, cell: ({ name }) => <bdi>{name}</bdi>, sorts: { ascending: 'name' } },
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
      <RecordListFoot path={PATH} query={query} total={list.totalCount} isCapped={list.totalIsCapped} next={list.next}>
        {mayExport ? <ExportLinks path={PATH} query={query} /> : null}
      </RecordListFoot>
    </>
  )
}
