import { useLoaderData } from 'react-router'
import { ChosenCompany, CompanyChoices, companyFilter } from '../../../desk/company-filter.tsx'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Filters } from '../../../desk/ui/lists/filters.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { formatDay, formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import type { QuoteItem } from '../desk-contract.ts'
import { QuoteBadge } from './quote-badge.tsx'
import { quoteFilters } from './quote-filters.ts'

const PATH = 'quotes'

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, ...asked } = queryOf(request)
  const companies = await companyFilter(page, asked.company || undefined)
  const query: Record<string, string> = {
    ...asked,
    ...(companies.company ? { company: String(companies.company.id) } : {}),
  }
  // Which company is meant has to be chosen first.
  const list = companies.found ? null : await page.api.quotes.quotes(quoteFilters(query) as object)
  return { query, list, companies, toConfirm: await proofForExport(page, queryOf(request)) }
})

export const action = deskAction({ export: exportIntent(() => PATH) })

export const meta = deskMeta('quotes', (t) => t.title)

export default function QuotesPage() {
  const t = useDeskTexts('quotes')
  const lang = useLang()
  const { query, list, companies, toConfirm } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead}>
        <ButtonLink to={deskLink(lang, `${PATH}/new`)} icon="plus">
          {t.add}
        </ButtonLink>
      </DeskHead>
      <ExportProof asked={toConfirm} />
      <Filters
        path={PATH}
        query={query}
        searchLabel={t.search}
        selects={[
          {
            name: 'state',
            label: t.state,
            choices: Object.entries(t.states).map(([value, label]) => ({ value, label })),
          },
          {
            name: 'balance',
            label: t.balance,
            choices: Object.entries(t.balances).map(([value, label]) => ({ value, label })),
          },
        ]}
        texts={companies.company ? [] : [{ name: 'company', label: t.company, dir: 'auto' }]}
      >
        <ChosenCompany filter={companies} path={PATH} query={query} />
      </Filters>
      {companies.found ? <CompanyChoices found={companies.found} path={PATH} query={query} /> : null}
      {list ? <Quotes list={list} query={query} /> : null}
    </>
  )
}

type List = NonNullable<Awaited<ReturnType<typeof loader>>['list']>

function Quotes({ list, query }: { list: List; query: Record<string, string> }) {
  const t = useDeskTexts('quotes')
  const lang = useLang()
  return (
    <>
      <RecordList<QuoteItem>
        label={t.title}
        rows={list.items}
        address={{ path: PATH, query, sort: 'newest' }}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `${PATH}/${id}`}
        empty={<EmptyState title={t.none} body={t.noneBody} />}
        columns={[
          { name: 'number', title: t.number, cell: ({ number }) => <bdi dir="ltr">{number}</bdi> },
          { name: 'company', title: t.company, cell: ({ company }) => <bdi>{company.name}</bdi> },
          { name: 'state', title: t.state, cell: ({ state }) => <QuoteBadge state={state} /> },
          { name: 'contact', title: t.contact, cell: ({ contact }) => <bdi>{contact}</bdi>, wideOnly: true },
          {
            name: 'created',
            title: t.created,
            cell: ({ createdAt }) => <Moment iso={createdAt} />,
            wideOnly: true,
            sorts: { ascending: 'oldest', descending: 'newest' },
          },
          {
            name: 'valid',
            title: t.validUntil,
            cell: ({ validUntil }) => formatDay(`${validUntil}T12:00:00+03:00`, lang),
            wideOnly: true,
            sorts: { ascending: 'ending' },
          },
          { name: 'seats', title: t.seatCount, cell: ({ seats }) => formatNumber(seats), numeric: true },
          {
            name: 'total',
            title: t.total,
            cell: ({ totalHalalas }) => <Money halalas={totalHalalas} exact />,
            numeric: true,
          },
          {
            name: 'due',
            title: t.due,
            cell: ({ dueHalalas }) => (dueHalalas === null ? '—' : <Money halalas={dueHalalas} exact />),
            numeric: true,
          },
        ]}
      />
      <RecordListFoot path={PATH} query={query} total={list.totalCount} isCapped={list.totalIsCapped} next={list.next}>
        <ExportLinks path={PATH} query={query} />
      </RecordListFoot>
    </>
  )
}
