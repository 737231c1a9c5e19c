/** Moving a paid order to another course, run or person: first where to, then what happens, and the command. */

import { Form, useLoaderData } from 'react-router'
import { CourseChoices, courseFilter } from '../../../desk/course-filter.tsx'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, queryOf, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Facts, Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatMoney, formatNumber, formatWeekday } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { dayOf } from '../../../platform/days.ts'
import type { FormFailure, PageRequest } from '../../../request-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Money } from '../../../ui/content/money.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ConfirmItIsYou } from '../../proof/confirm-it-is-you.tsx'
import { CourseAndRun, orRefusal } from './course-and-run.tsx'
import styles from './enrol.module.css'
import { NewPerson, PERSON_FIELDS, saidToStaff } from './new-person.tsx'

/** What the preview is asked for, and what the command repeats. */
const ASKED = ['email', 'course', 'run'] as const

type Preview = Awaited<ReturnType<PageRequest['api']['runs']['enrolmentMovePreview']>>

export const loader = deskLoader(async (page, { request, params }) => {
  await requireRight(page, 'orders.change')
  const order = await page.api.orders.staffOrder({ id: params.id ?? '' })
  const { confirm: _, ...asked } = queryOf(request)
  // At first the order's own course; without it once staff have taken it away to look for another.
  const named = asked.course ?? (asked.other ? undefined : String(order.course.id))
  const courses = await courseFilter(page, named, dayOf(page.now))
  const query = courses.course ? { ...asked, course: String(courses.course.id) } : asked
  const isComplete = asked.show && courses.course && (query.run || courses.runs.length === 0)
  return { order, query, courses, ...(isComplete ? await previewOf(page, order.id, query) : {}) }
})

async function previewOf(
  { api, describe }: PageRequest,
  id: string,
  query: Record<string, string>,
): Promise<{ preview?: Preview; failure?: FormFailure }> {
  return orRefusal(describe, async () => ({
    preview: await api.runs.enrolmentMovePreview({ id, ...inputOf(query) } as never),
  }))
}

const inputOf = ({ email, course, run }: Record<string, string>) => ({
  ...{ courseId: course, scheduleId: run || undefined, email: email || undefined },
})

/** After a refusal, too: what the page showed may have become old. */
export const shouldRevalidate = () => true

export const action = deskAction({
  moveEnrolment: async ({ api, lang }, form, { params }) => {
    const names = [...ASKED, ...PERSON_FIELDS, 'fingerprint', 'settlement', 'moneyReference', 'reason']
    const { course, run, email, ...texts } = fieldsOf(form, ...names) as Record<string, string>
    const asked = { ...texts, ...inputOf({ course, run, email } as Record<string, string>) }
    const { id } = await api.runs.moveEnrolment({ id: params.id ?? '', ...asked } as never)
    return { to: deskLink(lang, `orders/${id}`, { done: 'enrolmentMoved' }) }
  },
})

export const meta = deskMeta('enrolmentMove', (t) => t.title)

type Loaded = Awaited<ReturnType<typeof loader>> & { preview?: Preview; failure?: FormFailure }

export default function MovePage() {
  const t = useDeskTexts('enrolmentMove')
  const { order, query, courses, preview, failure } = useLoaderData<typeof loader>() as Loaded
  const lang = useLang()
  const { confirm } = useDeskAnswer()
  const path = `orders/${order.id}/move`
  return (
    <>
      <DeskHead title={t.title} lead={t.lead} above={{ title: order.reference, path: `orders/${order.id}` }} />
      {confirm ? <ConfirmItIsYou confirm={confirm} /> : null}
      <Panel title={t.what}>
        {/* The key gives the fields their values anew when the address changes. */}
        <Form key={JSON.stringify(query)} className={styles.form} action={deskLink(lang, path)}>
          <FormErrors failure={saidToStaff(failure, t.refusals)} labels={t.fields} />
          <input type="hidden" name="show" value="1" />
          <FieldRow width="wide">
            {courses.course ? null : <input type="hidden" name="other" value="1" />}
            <CourseAndRun courses={courses} path={path} query={{ ...query, other: '1' }} />
            <TextField
              type="email"
              name="email"
              label={t.fields.email}
              hint={t.emailHint}
              defaultValue={query.email}
              errors={failure?.fields.email}
            />
          </FieldRow>
          <div>
            <Button type="submit" variant="quiet">
              {t.show}
            </Button>
          </div>
        </Form>
      </Panel>
      {courses.found ? <CourseChoices found={courses.found} path={path} query={{ ...query, other: '1' }} /> : null}
      {preview ? <Move order={order} preview={preview} query={query} /> : null}
    </>
  )
}

type Shown = { order: Loaded['order']; preview: Preview; query: Record<string, string> }

function Move({ order, preview, query }: Shown) {
  const t = useDeskTexts('enrolmentMove')
  const enrol = useDeskTexts('enrol')
  const lang = useLang()
  const { failureOf, typedIn } = useDeskAnswer()
  const [failure, typed] = [failureOf('moveEnrolment'), typedIn('moveEnrolment')]
  const { learner, isOtherPerson, run, price, dueHalalas, backHalalas } = preview
  const field = (name: 'moneyReference' | 'reason') => ({
    ...{ name, label: t.fields[name], defaultValue: typed[name], errors: failure?.fields[name] },
  })
  const name = learner ? <bdi key="name">{isOtherPerson ? learner.name : t.same(learner.name)}</bdi> : enrol.newAccount
  return (
    <Panel title={t.happens}>
      <Facts
        facts={[
          [t.learner, name],
          [enrol.course, preview.course],
          [enrol.fields.run, run ? `${formatWeekday(run.startsAt, lang)}${run.city ? ` · ${run.city}` : ''}` : null],
          [enrol.seatsLeft, run ? formatNumber(run.seatsLeft) : null],
          [t.price, <Money key="price" halalas={price.totalHalalas} exact />],
          [enrol.vat, price.vatHalalas ? <Money key="vat" halalas={price.vatHalalas} exact /> : null],
          [t.paid, <Money key="paid" halalas={preview.paidHalalas} exact />],
          [t.carried, <Money key="carried" halalas={preview.carriedHalalas} exact />],
          [t.due, dueHalalas ? <Money key="due" halalas={dueHalalas} exact /> : null],
          [t.back, backHalalas ? <Money key="back" halalas={backHalalas} exact /> : null],
        ]}
      />
      <Steps order={order} preview={preview} query={query} />
      <KeptForm name={query.email ?? ''} className={styles.form}>
        <input type="hidden" name="intent" value="moveEnrolment" />
        <input type="hidden" name="fingerprint" value={preview.fingerprint} />
        {ASKED.map((one) => (
          <input key={one} type="hidden" name={one} value={query[one] ?? ''} />
        ))}
        <FormErrors failure={saidToStaff(failure, t.refusals)} labels={t.fields} />
        {learner ? null : <NewPerson intent="moveEnrolment" />}
        {dueHalalas > 0 ? (
          <FieldRow width="wide">
            <SelectField
              name="settlement"
              label={t.fields.settlement}
              hint={t.settlementHint}
              defaultValue={typed.settlement}
              errors={failure?.fields.settlement}
              options={Object.entries(t.settlements).map(([value, label]) => ({ value, label }))}
              required
            />
            <TextField {...field('moneyReference')} hint={t.referenceHint} dir="auto" />
          </FieldRow>
        ) : null}
        <TextField {...field('reason')} hint={t.reasonHint} dir="auto" required />
        <div>
          <SubmitButton>{t.submit}</SubmitButton>
        </div>
      </KeptForm>
    </Panel>
  )
}

/** What becomes of both orders, their documents and the money, and who is told. */
function Steps({ order, preview, query }: Shown) {
  const { steps: t } = useDeskTexts('enrolmentMove')
  const lang = useLang()
  const { price, carriedHalalas, dueHalalas, backHalalas, isSentByHand, isOtherPerson } = preview
  const money = (halalas: number) => formatMoney(halalas, lang)
  const isSameRun = order.schedule !== null && String(order.schedule.id) === query.run
  const invoice = dueHalalas > 0 ? t.invoiceOrLess : t.invoice
  const back = isSentByHand ? t.backByHand : t.backByCard
  return (
    <ul>
      <li>{(isSameRun ? t.sameRun : t.order)(order.reference)}</li>
      {carriedHalalas > 0 ? <li>{t.creditNote(money(carriedHalalas))}</li> : null}
      <li>{price.totalHalalas > 0 ? invoice(money(price.totalHalalas)) : t.free}</li>
      {backHalalas > 0 ? <li>{back(money(backHalalas))}</li> : null}
      <li>{isOtherPerson ? t.mailBoth : t.mailOwn}</li>
    </ul>
  )
}
