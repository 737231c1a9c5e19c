import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { formatNumber } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'

const PATH = 'coupons/series'

export const loader = deskLoader(async ({ api }, { request }) => {
  const query = queryOf(request)
  return { query, list: await api.coupons.couponSeriesList(query as object) }
})

export const meta = deskMeta('coupons', (t) => t.series)

export default function SeriesListPage() {
  const t = useDeskTexts('coupons')
  const lang = useLang()
  const { query, list } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.series} lead={t.seriesLead} above={{ title: t.title, path: 'coupons' }}>
        <ButtonLink to={deskLink(lang, `${PATH}/new`)} icon="plus">
          {t.addSeries}
        </ButtonLink>
      </DeskHead>
      <RecordList
        label={t.series}
        rows={list.items}
        address={{ path: PATH, query }}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `${PATH}/${id}`}
        empty={<EmptyState title={t.noSeries} body={t.noSeriesBody} />}
        columns={[
          { name: 'name', title: t.name, cell: ({ name }) => <bdi>{name}</bdi> },
          { name: 'pattern', title: t.pattern, cell: ({ pattern }) => <bdi dir="ltr">{pattern}</bdi> },
          { name: 'created', title: t.created, cell: ({ createdAt }) => <Moment iso={createdAt} />, wideOnly: true },
          { name: 'codes', title: t.codes, cell: ({ coupons }) => formatNumber(coupons), numeric: true },
          { name: 'active', title: t.active, cell: ({ active }) => formatNumber(active), numeric: true },
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
