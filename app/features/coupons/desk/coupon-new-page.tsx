import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { typedTexts } from '../../../desk/typed-texts.ts'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { dayOf } from '../../../platform/days.ts'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { askedCompanies, ChooseCompanies, ChosenCompaniesField } from './coupon-companies.tsx'
import { CouponFields, useFieldLabels } from './coupon-fields.tsx'
import { valuesOf } from './coupon-form.ts'
import styles from './coupons.module.css'

const PATH = 'coupons/new'

export const loader = deskLoader(async (page, { request }) => ({
  courses: await page.api.coupons.couponCourses({}),
  companies: await askedCompanies(page, queryOf(request)),
  today: dayOf(new Date()),
}))

export const action = deskAction({
  create: async ({ api, lang }, form) => {
    const texts = typedTexts(form)
    const { id } = await api.coupons.createCoupon({ code: texts.code ?? '', ...valuesOf(texts) } as never)
    return { to: deskLink(lang, `coupons/${id}`, { saved: 'save' }) }
  },
})

export const meta = deskMeta('coupons', (t) => t.add)

export default function CouponNewPage() {
  const t = useDeskTexts('coupons')
  const { courses, companies, today } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('create')
  const texts = failure ? typedIn('create') : { firstDay: today }
  return (
    <>
      <DeskHead title={t.add} above={{ title: t.title, path: 'coupons' }} />
      <ChooseCompanies asked={companies} path={PATH} />
      <KeptForm>
        <input type="hidden" name="intent" value="create" />
        <ChosenCompaniesField asked={companies} />
        <Panel title={t.add}>
          <div className={styles.form}>
            <FormErrors failure={failure} labels={useFieldLabels()} />
            <TextField
              name="code"
              label={t.code}
              hint={t.codeHint}
              defaultValue={texts.code}
              errors={failure?.fields.code}
              dir="ltr"
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              required
            />
            <CouponFields texts={texts} errors={failure?.fields ?? {}} courses={courses} />
            <div>
              <SubmitButton>{t.create}</SubmitButton>
            </div>
          </div>
        </Panel>
      </KeptForm>
    </>
  )
}
