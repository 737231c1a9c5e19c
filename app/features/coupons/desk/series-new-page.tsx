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
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { askedCompanies, ChooseCompanies, ChosenCompaniesField } from './coupon-companies.tsx'
import { CouponFields, useFieldLabels } from './coupon-fields.tsx'
import { valuesOf } from './coupon-form.ts'
import styles from './coupons.module.css'

const PATH = 'coupons/series/new'

export const loader = deskLoader(async (page, { request }) => ({
  courses: await page.api.coupons.couponCourses({}),
  companies: await askedCompanies(page, queryOf(request)),
  today: dayOf(new Date()),
}))

export const action = deskAction({
  create: async ({ api, lang }, form) => {
    const texts = typedTexts(form)
    const { name, pattern, count } = texts
    const { id } = await api.coupons.createCouponSeries({ name, pattern, count, ...valuesOf(texts) } as never)
    return { to: deskLink(lang, `coupons/series/${id}`) }
  },
})

export const meta = deskMeta('coupons', (t) => t.addSeries)

export default function SeriesNewPage() {
  const t = useDeskTexts('coupons')
  const { courses, companies, today } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('create')
  const texts: Record<string, string> = failure
    ? typedIn('create')
    : { firstDay: today, pattern: 'MAAHAD-?????', count: '50', totalLimit: '1' }
  const field = (name: string) => ({ name, defaultValue: texts[name], errors: failure?.fields[name] })
  return (
    <>
      <DeskHead title={t.addSeries} lead={t.seriesLead} above={{ title: t.series, path: 'coupons/series' }} />
      <ChooseCompanies asked={companies} path={PATH} />
      <KeptForm>
        <input type="hidden" name="intent" value="create" />
        <ChosenCompaniesField asked={companies} />
        <Panel title={t.addSeries}>
          <div className={styles.form}>
            <FormErrors failure={failure} labels={useFieldLabels()} />
            <FieldRow>
              <TextField {...field('name')} label={t.name} dir="auto" required />
              <TextField {...field('pattern')} label={t.pattern} hint={t.patternHint} dir="ltr" required />
              <TextField
                {...field('count')}
                label={t.count}
                hint={t.countHint}
                inputMode="numeric"
                dir="ltr"
                required
              />
            </FieldRow>
            <CouponFields texts={texts} errors={failure?.fields ?? {}} courses={courses} />
            <div>
              <SubmitButton>{t.createSeries}</SubmitButton>
            </div>
          </div>
        </Panel>
      </KeptForm>
    </>
  )
}
