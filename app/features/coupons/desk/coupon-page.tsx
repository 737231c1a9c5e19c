import { useLoaderData } from 'react-router'
import { changesBetween } from '../../../api/edits.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, type Intents, queryOf } from '../../../desk/desk-page.ts'
import { changesIn } from '../../../desk/edit-changes.ts'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { LabelledConflicts } from '../../../desk/record/conflicts.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { RecordList, RecordListFoot } from '../../../desk/ui/record-list.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { CouponCompanies, companiesToAdd } from './coupon-companies.tsx'
import { CouponFields, useFieldLabels } from './coupon-fields.tsx'
import { textsOf, valuesOf } from './coupon-form.ts'
import { CouponBadge } from './coupon-list.tsx'
import styles from './coupons.module.css'
import { TotalsPanel } from './totals-panel.tsx'

const idOf = (params: { id?: string | undefined }) => Number(params.id) || 0

export const loader = deskLoader(async (page, { request, params }) => {
  const { api } = page
  const id = idOf(params)
  const query = queryOf(request)
  const [coupon, courses, uses] = await Promise.all([
    api.coupons.coupon({ id }),
    api.coupons.couponCourses({}),
    api.coupons.couponUses({ id, cursor: query.cursor }),
  ])
  const companies = await companiesToAdd(page, query, coupon.companies)
  return { coupon, courses, uses, query, companies }
})

type Loaded = Awaited<ReturnType<typeof loader>>

/** From the coupon as it is now: what a colleague added meanwhile stays. */
const changesCompanies =
  (next: (ids: number[], id: number) => number[]): Intents[string] =>
  async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    const { version, companyIds } = await api.coupons.coupon({ id })
    const to = next(companyIds ?? [], Number(form.get('companyId')) || 0)
    const changes = { companyIds: { from: companyIds, to: to.length > 0 ? to : null } }
    await api.coupons.changeCoupon({ id, version, changes })
    return { to: deskLink(lang, `coupons/${id}`) }
  }

export const action = deskAction({
  save: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    const { version, changes } = changesIn(form)
    const courses = await api.coupons.couponCourses({})
    const shown = textsOf(await api.coupons.coupon({ id }), courses)
    const side = (name: 'from' | 'to') =>
      valuesOf({ ...shown, ...Object.fromEntries(Object.entries(changes).map(([field, one]) => [field, one[name]])) })
    await api.coupons.changeCoupon({ id, version, changes: changesBetween(side('from'), side('to')) } as never)
    return { to: deskLink(lang, `coupons/${id}`) }
  },
  addCompany: changesCompanies((ids, id) => [...new Set([...ids, id])]),
  removeCompany: changesCompanies((ids, id) => ids.filter((one) => one !== id)),
  stop: async ({ api, lang }, _form, { params }) => {
    await api.coupons.stopCoupon({ id: idOf(params) })
    return { to: deskLink(lang, `coupons/${idOf(params)}`) }
  },
  resume: async ({ api, lang }, _form, { params }) => {
    await api.coupons.resumeCoupon({ id: idOf(params) })
    return { to: deskLink(lang, `coupons/${idOf(params)}`) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta<'coupons', Loaded>('coupons', (t, loaded) => loaded?.coupon.code ?? t.title)

/** `changes.percent.to` is the form's field `percent`. */
const fieldName = (path: string) => path.replace(/^changes\.|\.to(?=\.|$)/g, '')

export default function CouponPage() {
  const t = useDeskTexts('coupons')
  const { statuses } = useDeskTexts('sales')
  const lang = useLang()
  const { coupon, courses, uses, query, companies } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('save') ?? failureOf('addCompany') ?? failureOf('removeCompany')
  const fieldLabels = useFieldLabels()
  const errors = Object.fromEntries(
    Object.entries(failure?.fields ?? {}).map(([path, texts]) => [fieldName(path), texts]),
  )
  const texts = textsOf(coupon, courses)
  const command = coupon.state === 'stopped' ? 'resume' : 'stop'
  const above = coupon.series
    ? { title: coupon.series.name, path: `coupons/series/${coupon.series.id}` }
    : { title: t.title, path: 'coupons' }
  return (
    <>
      <DeskHead
        title={<bdi dir="ltr">{coupon.code}</bdi>}
        lead={inLang(coupon.note, lang)}
        above={above}
        badge={<CouponBadge state={coupon.state} />}
      />
      <RecordSides
        aside={
          <>
            <TotalsPanel totals={coupon.totals} />
            <Commands>
              <Command
                intent={command}
                title={t[command].title}
                happens={t[command].happens}
                submit={t[command].submit}
              />
            </Commands>
          </>
        }
      >
        <Panel title={t.terms}>
          <EditForm record={`coupon:${coupon.id}`} version={coupon.version} original={texts}>
            <div className={styles.form}>
              <FormErrors
                failure={failure && !failure.conflicts ? { ...failure, fields: errors } : undefined}
                labels={fieldLabels}
              />
              <LabelledConflicts failure={failure} labels={fieldLabels} />
              <CouponFields texts={{ ...texts, ...typedIn('save') }} errors={errors} courses={courses} />
            </div>
          </EditForm>
        </Panel>
        <CouponCompanies asked={companies} path={`coupons/${coupon.id}`} />
        <Panel title={t.usedFor}>
          <RecordList<Loaded['uses']['items'][number]>
            label={t.usedFor}
            rows={uses.items}
            keyOf={({ id }) => id}
            pathOf={({ id }) => `orders/${id}`}
            empty={<p>{t.noUses}</p>}
            columns={[
              { name: 'reference', title: t.order, cell: ({ reference }) => <bdi>{reference}</bdi> },
              { name: 'learner', title: t.learner, cell: ({ learner }) => <bdi>{learner?.name ?? t.erased}</bdi> },
              { name: 'course', title: t.course, cell: ({ course }) => course, wideOnly: true },
              { name: 'status', title: t.status, cell: ({ status }) => <Badge tone="sand">{statuses[status]}</Badge> },
              { name: 'when', title: t.when, cell: ({ createdAt }) => <Moment iso={createdAt} /> },
              {
                name: 'discount',
                title: t.discount,
                numeric: true,
                cell: ({ discountHalalas }) => <Money halalas={discountHalalas} exact />,
              },
              {
                name: 'total',
                title: t.total,
                numeric: true,
                cell: ({ totalHalalas }) => <Money halalas={totalHalalas} exact />,
              },
            ]}
          />
          {uses.totalCount > 0 ? (
            <RecordListFoot
              path={`coupons/${coupon.id}`}
              query={query}
              total={uses.totalCount}
              isCapped={uses.totalIsCapped}
              next={uses.next}
            />
          ) : null}
        </Panel>
      </RecordSides>
    </>
  )
}
