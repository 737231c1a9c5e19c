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
import { RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { couponFilters } from './coupon-filters.ts'
import { CouponList } from './coupon-list.tsx'

const PATH = 'coupons'

export const loader = deskLoader(async (page, { request }) => {
  const { confirm, ...asked } = queryOf(request)
  const companies = await companyFilter(page, asked.company)
  const query: Record<string, string> = {
    ...asked,
    ...(companies.company ? { company: String(companies.company.id) } : {}),
  }
  // Which company is meant has to be chosen first.
  const list = companies.found ? null : await page.api.coupons.coupons(couponFilters(query) as object)
  return { query, list, companies, toConfirm: await proofForExport(page, queryOf(request)) }
})

export const action = deskAction({ export: exportIntent(() => PATH) })

export const meta = deskMeta('coupons', (t) => t.title)

export default function CouponsPage() {
  const t = useDeskTexts('coupons')
  const lang = useLang()
  const { query, list, companies, toConfirm } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead}>
        <ButtonLink to={deskLink(lang, `${PATH}/series`)} variant="quiet" icon="document">
          {t.series}
        </ButtonLink>
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
        ]}
        texts={companies.company ? [] : [{ name: 'company', label: t.company }]}
      >
        <ChosenCompany filter={companies} path={PATH} query={query} />
      </Filters>
      {companies.found ? <CompanyChoices found={companies.found} path={PATH} query={query} /> : null}
      {list ? (
        <>
          <CouponList coupons={list.items} address={{ path: PATH, query }} />
          <RecordListFoot
            path={PATH}
            query={query}
            total={list.totalCount}
            isCapped={list.totalIsCapped}
            next={list.next}
          >
            <ExportLinks path={PATH} query={query} />
          </RecordListFoot>
        </>
      ) : null}
    </>
  )
}
