/** Enrolling a person by hand: first who, for what and how it is paid; then what happens, and the command. */

import { Form, useLoaderData } from 'react-router'
import { CourseChoices, courseFilter } from '../../../desk/course-filter.tsx'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, queryOf, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Moment } from '../../../desk/ui/moment.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatNumber, formatWeekday } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { dayOf } from '../../../platform/days.ts'
import type { FormFailure, PageRequest } from '../../../request-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import { CourseAndRun, orRefusal } from './course-and-run.tsx'
import styles from './enrol.module.css'
import { type CompanySeats, EnrolByCompany } from './enrol-by-company.tsx'
import { NewPerson, PERSON_FIELDS, saidToStaff } from './new-person.tsx'

const PATH = 'orders/new'
/** What the preview is asked for, and what the command repeats. */
const ASKED = ['email', 'course', 'run', 'payment', 'coupon'] as const

type Preview = Awaited<ReturnType<PageRequest['api']['checkout']['enrolmentPreview']>>

export const loader = deskLoader(async (page, { request }) => {
  await requireRight(page, 'orders.change')
  const asked = queryOf(request)
  const courses = await courseFilter(page, asked.course, dayOf(page.now))
  const query = courses.course ? { ...asked, course: String(courses.course.id) } : asked
  const isComplete = courses.course && query.email && (query.run || courses.runs.length === 0)
  return { query, courses, ...(isComplete ? await previewOf(page, query) : {}) }
})

async function previewOf(
  { api, describe }: PageRequest,
  query: Record<string, string>,
): Promise<{ preview?: Preview; seats?: CompanySeats; failure?: FormFailure }> {
  return orRefusal(describe, async () => {
    if (query.payment === 'company') return { seats: await api.quotes.companySeats(inputOf(query) as never) }
    return { preview: await api.checkout.enrolmentPreview(inputOf(query) as never) }
  })
}

const inputOf = ({ email, course, run, payment = 'cash', coupon }: Record<string, string>) => ({
  ...{ email, courseId: course, scheduleId: run, payment, couponCode: coupon },
})

/** After a refusal, too: what the page showed may have become old. */
export const shouldRevalidate = () => true

export const action = deskAction({
  enrol: async ({ api, lang }, form) => {
    const texts = fieldsOf(form, ...[...ASKED, ...PERSON_FIELDS, 'totalHalalas', 'moneyReference', 'reason'])
    const { id } = await api.checkout.enrol({ ...texts, ...inputOf(texts as Record<string, string>) } as never)
    return { to: deskLink(lang, `orders/${id}`, { done: 'enrolled' }) }
  },
  enrolByCompany: async ({ api, lang }, form) => {
    const texts = fieldsOf(form, ...PERSON_FIELDS, 'lineId', 'scheduleId', 'email', 'reason')
    const { id } = await api.quotes.enrolByCompany(texts as never)
    return { to: deskLink(lang, `orders/${id}`, { done: 'enrolled' }) }
  },
})

export const meta = deskMeta('enrol', (t) => t.title)

export default function EnrolPage() {
  const t = useDeskTexts('enrol')
  const { query, courses, preview, seats, failure } = useLoaderData<typeof loader>() as Loaded
  const lang = useLang()
  const { confirm } = useDeskAnswer()
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} above={{ title: t.orders, path: 'orders' }} />
      {confirm ? <ConfirmItIsYou confirm={confirm} /> : null}
      <Panel title={t.what}>
        {/* The key gives the fields their values anew when the address changes. */}
        <Form key={JSON.stringify(query)} className={styles.form} action={deskLink(lang, PATH)}>
          <FormErrors failure={saidToStaff(failure, t.refusals)} labels={t.fields} />
          <FieldRow width="wide">
            <TextField
              type="email"
              name="email"
              label={t.fields.email}
              hint={t.emailHint}
              defaultValue={query.email}
              errors={failure?.fields.email}
              required
            />
            <CourseAndRun courses={courses} path={PATH} query={query} />
            <SelectField
              name="payment"
              label={t.fields.payment}
              defaultValue={query.payment}
              options={Object.entries(t.payments).map(([value, label]) => ({ value, label }))}
              required
            />
            <TextField name="coupon" label={t.fields.coupon} defaultValue={query.coupon} dir="ltr" />
          </FieldRow>
          <div>
            <Button type="submit" variant="quiet">
              {t.show}
            </Button>
          </div>
        </Form>
      </Panel>
      {courses.found ? <CourseChoices found={courses.found} path={PATH} query={query} /> : null}
      {preview ? <Enrol preview={preview} query={query} /> : null}
      {seats ? <EnrolByCompany seats={seats} query={query} /> : null}
    </>
  )
}

type Loaded = Awaited<ReturnType<typeof loader>> & { preview?: Preview; seats?: CompanySeats; failure?: FormFailure }

function Enrol({ preview, query }: { preview: Preview; query: Record<string, string> }) {
  const t = useDeskTexts('enrol')
  const lang = useLang()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('enrol')
  const typed = typedIn('enrol')
  const { learner, run, price, heldUntil, isOutsideWindow } = preview
  const payment = price.totalHalalas === 0 ? 'free' : (query.payment ?? 'cash')
  const field = (name: 'moneyReference' | 'reason') => ({
    ...{ name, label: t.fields[name], defaultValue: typed[name], errors: failure?.fields[name] },
  })
  return (
    <Panel title={t.happens}>
      <Facts
        facts={[
          [t.learner, learner ? <bdi key="name">{learner.name}</bdi> : t.newAccount],
          [t.course, preview.course],
          [t.fields.run, run ? `${formatWeekday(run.startsAt, lang)}${run.city ? ` · ${run.city}` : ''}` : null],
          [t.seatsLeft, run ? formatNumber(run.seatsLeft) : null],
          [t.discount, price.discountHalalas ? <Money key="discount" halalas={price.discountHalalas} /> : null],
          [t.total, <Money key="total" halalas={price.totalHalalas} />],
          [t.vat, price.vatHalalas ? <Money key="vat" halalas={price.vatHalalas} /> : null],
          [t.heldUntil, heldUntil ? <Moment key="until" iso={heldUntil} /> : null],
        ]}
      />
      {isOutsideWindow ? <Alert kind="info">{t.outsideWindow}</Alert> : null}
      <p>{t.outcome[payment as keyof typeof t.outcome]}</p>
      <KeptForm name={query.email ?? ''} className={styles.form}>
        <input type="hidden" name="intent" value="enrol" />
        <input type="hidden" name="totalHalalas" value={price.totalHalalas} />
        {ASKED.map((name) => (
          <input key={name} type="hidden" name={name} value={query[name] ?? ''} />
        ))}
        <FormErrors failure={saidToStaff(failure, t.refusals)} labels={t.fields} />
        {learner ? null : <NewPerson intent="enrol" />}
        {payment === 'cash' || payment === 'transfer' ? (
          <TextField {...field('moneyReference')} hint={t.referenceHint} dir="auto" required />
        ) : null}
        <TextField {...field('reason')} hint={t.reasonHint} dir="auto" required />
        <div>
          <SubmitButton>{t.submit}</SubmitButton>
        </div>
      </KeptForm>
    </Panel>
  )
}
