import { useLoaderData, useLocation } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm, UnfinishedForm } from '../../../desk/drafts/kept-form.tsx'
import { momentIn } from '../../../desk/local-moment.ts'
import { halalasIn } from '../../../desk/riyals.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import type { Lang } from '../../../locales/lang.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import styles from './runs.module.css'
import { placeLabels, SessionPlace, trainerChoices } from './session-place.tsx'
import {
  failureOfSessions,
  PatternForm,
  ProposedSessions,
  patternIn,
  proposalFor,
  sessionsIn,
} from './session-plan.tsx'

/** More are found by the search. */
const MAX_COURSES = 50
const TEXTS = ['city', 'venue', 'enrolmentOpensAt', 'enrolmentClosesAt']

export const loader = deskLoader(async (page, { request }) => {
  await requireRight(page, 'runs.plan')
  const pattern = patternIn(request)
  const { course, q } = pattern.query
  const { items, next } = await page.api.courseEditing.courseList({ sort: 'name', limit: MAX_COURSES, query: q })
  const isListed = !course || items.some(({ id }) => String(id) === course)
  const chosen = isListed ? [] : [await courseNamed(page, course)]
  return {
    ...(await proposalFor(page, pattern)),
    query: pattern.query,
    courses: [...chosen, ...items].map(({ id, name }) => ({ id, name })),
    hasMore: next !== null,
    trainers: pattern.isAsked ? await trainerChoices(page) : [],
  }
})

async function courseNamed({ api }: PageRequest, id: string) {
  const found = await api.courseEditing.editedCourse({ id })
  return { id: found.id, name: { ar: found.values['name.ar'] ?? '', en: found.values['name.en'] ?? undefined } }
}

export const action = deskAction({
  plan: async ({ api, lang }, form) => {
    const names = ['courseId', 'seats', 'minimum', 'heldSeats']
    const { city, venue, enrolmentOpensAt = '', enrolmentClosesAt = '' } = fieldsOf(form, ...TEXTS)
    const plan = {
      ...fieldsOf(form, ...names),
      ...(city ? { city: { ar: city } } : {}),
      ...(venue ? { venue: { ar: venue } } : {}),
      enrolmentOpensAt: momentIn(enrolmentOpensAt) ?? undefined,
      enrolmentClosesAt: momentIn(enrolmentClosesAt) ?? undefined,
      priceHalalas: halalasIn(form.get('priceHalalas')),
      sessions: sessionsIn(form),
    }
    const { id } = await api.runs.planRun(plan as never)
    return { to: deskLink(lang, `runs/${id}`, { done: 'planned' }) }
  },
})

export const meta = deskMeta('runs', (t) => t.planTitle)

type Choice = { id: number; name: { ar: string; en?: string | undefined } }

/** The course that was meant: the only one that was found, the one of exactly this name, or that of the address. */
function knownCourse({ q, course }: Record<string, string>, courses: readonly Choice[], lang: Lang) {
  const isMeant = ({ id, name }: Choice) => (q ? inLang(name, lang) === q.trim() : String(id) === course)
  return courses.find(isMeant) ?? (q && courses.length === 1 ? courses[0] : undefined)
}

export default function PlanPage() {
  const t = useDeskTexts('runs')
  const lang = useLang()
  const { query, proposal, failure, courses, hasMore, trainers } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const { search } = useLocation()
  const [refusal, typed] = [failureOfSessions(failureOf('plan')), typedIn('plan')]
  const known = knownCourse(query, courses, lang)
  const labels = {
    sessions: t.sessions,
    to: t.toTime,
    courseId: t.course,
    seats: t.capacity,
    minimum: t.minimum,
    ...placeLabels(t),
    enrolmentOpensAt: t.enrolmentOpens,
    enrolmentClosesAt: t.enrolmentCloses,
    priceHalalas: t.priceInRiyals,
  }
  return (
    <>
      <DeskHead title={t.planTitle} lead={t.planLead} above={{ title: t.title, path: 'runs' }} />
      <Panel title={t.planFirst}>
        <PatternForm query={query} failure={failure}>
          <TextField
            name="q"
            type="search"
            list="courses"
            label={t.course}
            hint={t.findCourseHint}
            defaultValue={query.q ?? (known ? inLang(known.name, lang) : '')}
            dir="auto"
            required
          />
          <datalist id="courses">
            {courses.map(({ id, name }) => (
              <option key={id} value={inLang(name, lang)} />
            ))}
          </datalist>
        </PatternForm>
      </Panel>
      {proposal ? (
        <Panel title={t.review}>
          {/* A refusal is here, far below the head of the page: a browser without scripts is led to it. */}
          <KeptForm id="plan" action={`${search}#plan`} className={styles.form} preventScrollReset>
            <FormErrors failure={refusal} labels={labels} />
            <input type="hidden" name="intent" value="plan" />
            <ProposedSessions proposal={proposal} />
            <SelectField
              name="courseId"
              label={t.course}
              hint={courses.length === 0 ? t.noCourse : hasMore ? t.moreCourses(MAX_COURSES) : undefined}
              errors={refusal?.fields.courseId}
              defaultValue={typed.courseId ?? known?.id ?? ''}
              options={courses.map(({ id, name }) => ({ value: String(id), label: inLang(name, lang) }))}
              required
            />
            <FieldRow isFilled>
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
              <TextField name="city" label={t.city} hint={t.placeHint} defaultValue={typed.city} dir="auto" />
              <TextField name="venue" label={t.venue} defaultValue={typed.venue} dir="auto" />
              <SessionPlace values={typed} trainers={trainers} errors={refusal?.fields} />
              <TextField
                name="enrolmentOpensAt"
                type="datetime-local"
                label={t.enrolmentOpens}
                defaultValue={typed.enrolmentOpensAt}
                errors={refusal?.fields.enrolmentOpensAt}
              />
              <TextField
                name="enrolmentClosesAt"
                type="datetime-local"
                label={t.enrolmentCloses}
                defaultValue={typed.enrolmentClosesAt}
                errors={refusal?.fields.enrolmentClosesAt}
              />
              <TextField
                name="priceHalalas"
                label={t.priceInRiyals}
                hint={t.priceOfCourse}
                inputMode="decimal"
                defaultValue={typed.priceHalalas}
                errors={refusal?.fields.priceHalalas}
              />
            </FieldRow>
            <SubmitButton>{t.save}</SubmitButton>
          </KeptForm>
        </Panel>
      ) : (
        <UnfinishedForm />
      )}
    </>
  )
}
