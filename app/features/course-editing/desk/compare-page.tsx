import { Form, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { formatDay, formatTime } from '../../../locales/format.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import styles from './comparison.module.css'
import { comparisonOf } from './comparison.server.ts'
import { Comparison } from './comparison.tsx'

/** Of the versions to choose from; older ones are reached from the history, by their address. */
const MAX_CHOICES = 50

export const loader = deskLoader(async ({ api, lang }, { request, params }) => {
  const id = Number(params.id)
  const query = queryOf(request)
  const [course, { items: revisions }] = await Promise.all([
    api.courseEditing.editedCourse({ id }),
    api.courseEditing.courseRevisions({ id, limit: MAX_CHOICES }),
  ])
  const to = Number(query.to) || course.version
  const from = Number(query.from) || Math.max(1, to - 1)
  const hasTwo = revisions.length > 0 && from !== to
  const [differences, choices] = await Promise.all([
    hasTwo ? api.courseEditing.compareCourse({ id, from, to }) : [],
    api.courseEditing.courseChoices({}),
  ])
  const { values, version, may } = course
  const name = (lang === 'en' && values['name.en']) || values['name.ar']
  return { ...{ id, name, version, from, to, revisions }, may, fields: comparisonOf(differences, choices, lang) }
})

export const action = deskAction({
  restore: async ({ api, lang }, form, { params }) => {
    const id = Number(params.id)
    await api.courseEditing.restoreCourse({ id, revision: Number(form.get('revision')) })
    return { to: deskLink(lang, `courses/${id}`, { said: 'saved' }) }
  },
})

export const meta = deskMeta('courses', (t) => t.compare.title)

/** Two revisions of a course, field by field; from here the older one is restored. */
export default function ComparePage() {
  const { id, name, version, from, to, revisions, may, fields } = useLoaderData<typeof loader>()
  const t = useDeskTexts('courses')
  const lang = useLang()
  const failure = useDeskAnswer().failureOf('restore')
  const named = revisions.map(({ version: value, action, at, by }) => ({
    value,
    label: [
      t.compare.version(value),
      t.actions[action] ?? action,
      `${formatDay(at, lang)} ${formatTime(at, lang)}`,
      ...(by ? [by] : []),
    ].join(' · '),
  }))
  const options = (chosen: number) =>
    named.some(({ value }) => value === chosen)
      ? named
      : [{ value: chosen, label: t.compare.version(chosen) }, ...named]
  return (
    <>
      <DeskHead title={t.compare.title} above={{ title: name ?? t.title, path: `courses/${id}` }} />
      {failure ? <Alert kind="error">{failure.message}</Alert> : null}
      {revisions.length === 0 ? (
        <EmptyState title={t.compare.none} body={t.compare.noneBody} />
      ) : (
        <Form className={styles.choice}>
          <SelectField name="from" label={t.compare.from} options={options(from)} defaultValue={from} required />
          <SelectField name="to" label={t.compare.to} options={options(to)} defaultValue={to} required />
          <SubmitButton variant="quiet">{t.compare.show}</SubmitButton>
        </Form>
      )}
      {revisions.length > 0 && fields.length === 0 ? <p role="status">{t.compare.same}</p> : null}
      <Comparison fields={fields} titles={{ before: t.compare.version(from), after: t.compare.version(to) }} />
      {may.change && from < version && fields.length > 0 ? (
        <Form method="post">
          <input type="hidden" name="revision" value={from} />
          <p>{t.compare.restoreHint}</p>
          <SubmitButton name="intent" value="restore" variant="quiet">
            {t.compare.restore(from)}
          </SubmitButton>
        </Form>
      ) : null}
    </>
  )
}
