import { Form, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, requireRight } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import styles from './runs.module.css'
import { PatternForm, ProposedSessions, patternIn, proposalFor, sessionsIn } from './session-plan.tsx'

export const loader = deskLoader(async (page, { request }) => {
  await requireRight(page, 'runs.plan')
  const pattern = patternIn(request)
  const { items } = await page.api.courseEditing.courseList({ sort: 'name', limit: 50 })
  return {
    ...(await proposalFor(page, pattern)),
    query: pattern.query,
    courses: items.map(({ id, name }) => ({ id, name })),
  }
})

export const action = deskAction({
  plan: async ({ api, lang }, form) => {
    const names = ['courseId', 'seats', 'minimum', 'heldSeats']
    const city = fieldsOf(form, 'city').city
    const plan = { ...fieldsOf(form, ...names), ...(city ? { city: { ar: city } } : {}), sessions: sessionsIn(form) }
    const { id } = await api.runs.planRun(plan as never)
    return { to: deskLink(lang, `runs/${id}`, { done: 'planned' }) }
  },
})

export const meta = deskMeta('runs', (t) => t.planTitle)

export default function PlanPage() {
  const t = useDeskTexts('runs')
  const lang = useLang()
  const { query, sessions, failure, courses } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const [refusal, typed] = [failureOf('plan'), typedIn('plan')]
  const labels = { courseId: t.course, seats: t.capacity, minimum: t.minimum, sessions: t.sessions, room: t.room }
  return (
    <>
      <DeskHead title={t.planTitle} lead={t.planLead} above={{ title: t.title, path: 'runs' }} />
      <Panel title={t.pattern}>
        <PatternForm query={query} failure={failure} />
      </Panel>
      {sessions ? (
        <Panel title={t.review}>
          <Form method="post" noValidate className={styles.form}>
            <FormErrors failure={refusal} labels={labels} />
            <input type="hidden" name="intent" value="plan" />
            <ProposedSessions sessions={sessions} />
            <div className={styles.pair}>
              <SelectField
                name="courseId"
                label={t.course}
                errors={refusal?.fields.courseId}
                defaultValue={typed.courseId ?? query.course ?? ''}
                options={courses.map(({ id, name }) => ({ value: String(id), label: inLang(name, lang) }))}
                required
              />
              <TextField
                name="seats"
                label={t.capacity}
                inputMode="numeric"
                defaultValue={typed.seats ?? '20'}
                errors={refusal?.fields.seats}
                required
              />
              <TextField
                name="minimum"
                label={t.minimum}
                inputMode="numeric"
                defaultValue={typed.minimum}
                errors={refusal?.fields.minimum}
              />
              <TextField name="city" label={t.city} defaultValue={typed.city} dir="auto" />
              <TextField name="room" label={t.room} defaultValue={typed.room} dir="auto" />
            </div>
            <SubmitButton>{t.save}</SubmitButton>
          </Form>
        </Panel>
      ) : null}
    </>
  )
}
