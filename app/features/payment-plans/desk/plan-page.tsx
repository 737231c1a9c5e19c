import { useLoaderData } from 'react-router'
import { changesBetween } from '../../../api/edits.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader } from '../../../desk/desk-page.ts'
import { changesIn } from '../../../desk/edit-changes.ts'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { LabelledConflicts } from '../../../desk/record/conflicts.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import type { PaymentPlan } from '../contract.ts'
import { PlanBadge, PlanFields, usePlanLabels } from './plan-fields.tsx'
import { errorsByField, textsOf, valuesOf } from './plan-form.ts'
import styles from './plans.module.css'

const idOf = (params: { id?: string | undefined }) => Number(params.id) || 0

export const loader = deskLoader(async ({ api }, { params }) => {
  const [plan, courses] = await Promise.all([
    api.paymentPlans.paymentPlan({ id: idOf(params) }),
    api.coupons.couponCourses({}),
  ])
  return { plan, courses }
})

export const action = deskAction({
  save: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    const { version, changes } = changesIn(form)
    const [plan, courses] = [await api.paymentPlans.paymentPlan({ id }), await api.coupons.couponCourses({})]
    const shown = textsOf(plan, courses)
    const side = (name: 'from' | 'to') =>
      valuesOf({ ...shown, ...Object.fromEntries(Object.entries(changes).map(([field, one]) => [field, one[name]])) })
    await api.paymentPlans.changePaymentPlan({
      ...{ id, version, changes: changesBetween(side('from'), side('to')) },
    } as never)
    return { to: deskLink(lang, `payment-plans/${id}`) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta<'paymentPlans', { plan: PaymentPlan }>(
  'paymentPlans',
  (t, loaded) => loaded?.plan.name ?? t.title,
)

export default function PlanPage() {
  const t = useDeskTexts('paymentPlans')
  const { plan, courses } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('save')
  const labels = usePlanLabels()
  const original = textsOf(plan, courses)
  const texts = { ...original, ...typedIn('save') }
  const errors = errorsByField(failure?.fields, texts)
  const nameOf = (id: number) => courses.find((course) => course.id === id)?.name ?? String(id)
  const partWords = ({ percent, days, from }: PaymentPlan['parts'][number], row: number) =>
    `${t.part(row + 2)}: ${t.percentValue(percent)} · ${t.days}: ${days} · ${t.counted[from]}`
  const inWords = (name: string, value: unknown) => {
    if (name === 'parts') return (value as PaymentPlan['parts']).map(partWords).join('\n')
    return name === 'courseIds' ? (value as number[]).map(nameOf).join('\n') : undefined
  }
  return (
    <>
      <DeskHead
        title={<bdi>{plan.name}</bdi>}
        lead={t.stays}
        above={{ title: t.title, path: 'payment-plans' }}
        badge={<PlanBadge isActive={plan.isActive} />}
      />
      <Panel title={t.terms}>
        <EditForm record={`payment-plan:${plan.id}`} version={plan.version} original={original}>
          <div className={styles.form}>
            <FormErrors
              failure={failure && !failure.conflicts ? { ...failure, fields: errors } : undefined}
              labels={labels}
            />
            <LabelledConflicts failure={failure} labels={labels} inWords={inWords} />
            <PlanFields texts={texts} errors={errors} courses={courses} />
          </div>
        </EditForm>
      </Panel>
    </>
  )
}
