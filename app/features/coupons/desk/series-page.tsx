import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { exportIntent, proofForExport } from '../../../desk/exports/export.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ExportLinks } from '../../../desk/ui/lists/export-links.tsx'
import { ExportProof } from '../../../desk/ui/lists/export-proof.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { formatNumber } from '../../../locales/format.ts'
import { CouponList } from './coupon-list.tsx'
import { TotalsPanel } from './totals-panel.tsx'

const idOf = (params: { id?: string | undefined }) => Number(params.id) || 0

export const loader = deskLoader(async (page, { request, params }) => {
  const { api } = page
  const id = idOf(params)
  const { confirm, ...query } = queryOf(request)
  const [series, list] = await Promise.all([
    api.coupons.couponSeries({ id }),
    api.coupons.coupons({ seriesId: id, cursor: query.cursor }),
  ])
  return { series, list, query, toConfirm: await proofForExport(page, queryOf(request)) }
})

type Loaded = Awaited<ReturnType<typeof loader>>

export const action = deskAction({
  export: exportIntent((params) => `coupons/series/${idOf(params)}`),
  stopSeries: async ({ api, lang }, _form, { params }) => {
    await api.coupons.stopCouponSeries({ id: idOf(params) })
    return { to: deskLink(lang, `coupons/series/${idOf(params)}`) }
  },
})

export const meta = deskMeta<'coupons', Loaded>('coupons', (t, loaded) => loaded?.series.name ?? t.series)

export default function SeriesPage() {
  const t = useDeskTexts('coupons')
  const { series, list, query, toConfirm } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={<bdi>{series.name}</bdi>} above={{ title: t.series, path: 'coupons/series' }} />
      <ExportProof asked={toConfirm} />
      <RecordSides
        aside={
          <>
            <Panel title={t.series}>
              <Facts
                facts={[
                  [
                    t.pattern,
                    <bdi key="pattern" dir="ltr">
                      {series.pattern}
                    </bdi>,
                  ],
                  [t.created, <Moment key="created" iso={series.createdAt} />],
                  [t.codes, formatNumber(series.coupons)],
                  [t.active, formatNumber(series.active)],
                ]}
              />
            </Panel>
            <TotalsPanel totals={series.totals} />
            {series.active > 0 ? (
              <Commands>
                <Command
                  intent="stopSeries"
                  title={t.stopSeries.title}
                  happens={t.stopSeries.happens(series.active)}
                  submit={t.stopSeries.submit}
                />
              </Commands>
            ) : null}
          </>
        }
      >
        <Panel title={t.codes}>
          <CouponList coupons={list.items} address={{ path: `coupons/series/${series.id}`, query }} />
          <RecordListFoot
            path={`coupons/series/${series.id}`}
            query={query}
            total={list.totalCount}
            isCapped={list.totalIsCapped}
            next={list.next}
          >
            <ExportLinks path={`coupons/series/${series.id}`} />
          </RecordListFoot>
        </Panel>
      </RecordSides>
    </>
  )
}
