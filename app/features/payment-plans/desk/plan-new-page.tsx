import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { typedTexts } from '../../../desk/typed-texts.ts'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { PlanFields, usePlanLabels } from './plan-fields.tsx'
import { errorsByField, NEW_PLAN, valuesOf } from './plan-form.ts'
import styles from './plans.module.css'

export const loader = deskLoader(async (page) => {
  await requireRight(page, 'prices.change')
  return { courses: await page.api.coupons.couponCourses({}) }
})

export const action = deskAction({
  create: async ({ api, lang }, form) => {
    const { id } = await api.paymentPlans.addPaymentPlan(valuesOf(typedTexts(form)) as never)
    return { to: deskLink(lang, `payment-plans/${id}`, { saved: 'save' }) }
  },
})

export const meta = deskMeta('paymentPlans', (t) => t.add)

export default function NewPlanPage() {
  const t = useDeskTexts('paymentPlans')
  const { courses } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('create')
  const texts = failure ? typedIn('create') : NEW_PLAN
  const errors = errorsByField(failure?.fields, texts)
  return (
    <>
      <DeskHead title={t.add} lead={t.createHint} above={{ title: t.title, path: 'payment-plans' }} />
      <KeptForm>
        <input type="hidden" name="intent" value="create" />
        <Panel title={t.terms}>
          <div className={styles.form}>
            <FormErrors failure={failure && { ...failure, fields: errors }} labels={usePlanLabels()} />
            <PlanFields texts={texts} errors={errors} courses={courses} />
            <div>
              <SubmitButton>{t.create}</SubmitButton>
            </div>
          </div>
        </Panel>
      </KeptForm>
    </>
  )
}
