import { useLoaderData } from 'react-router'
import { changesBetween } from '../../../api/edits.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, requireRight } from '../../../desk/desk-page.ts'
import { changesIn } from '../../../desk/edit-changes.ts'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { localMoment, momentIn } from '../../../desk/local-moment.ts'
import { LabelledConflicts } from '../../../desk/record/conflicts.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { foldDigits } from '../../../locales/digits.ts'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { RunDetails } from '../run-fields-contract.ts'

export const loader = deskLoader(async (page, { params }) => {
  await requireRight(page, 'runs.plan')
  return page.api.runs.run({ id: Number(params.id) || 0 })
})

type Flat = Record<string, string>

const flat = (run: RunDetails): Flat => ({
  minimum: run.minimum === null ? '' : String(run.minimum),
  enrolmentOpensAt: localMoment(run.enrolmentOpensAt),
  enrolmentClosesAt: localMoment(run.enrolmentClosesAt),
  ...{ 'city.ar': run.cityNames?.ar ?? '', 'city.en': run.cityNames?.en ?? '' },
  ...{ 'venue.ar': run.venueNames?.ar ?? '', 'venue.en': run.venueNames?.en ?? '' },
})

function valuesOf(fields: Flat, run: RunDetails) {
  const now = flat(run)
  const text = (name: string) => (fields[name] ?? '').trim()
  const both = (name: string) =>
    text(`${name}.ar`) || text(`${name}.en`)
      ? { ar: text(`${name}.ar`), ...(text(`${name}.en`) ? { en: text(`${name}.en`) } : {}) }
      : null
  // A field of a form has no seconds: what shows the moment that is stored stands for it exactly.
  const moment = (name: 'enrolmentOpensAt' | 'enrolmentClosesAt') =>
    text(name) === now[name] ? run[name] : momentIn(text(name))
  return {
    minimum: text('minimum') === '' ? null : Number(foldDigits(text('minimum'))),
    enrolmentOpensAt: moment('enrolmentOpensAt'),
    enrolmentClosesAt: moment('enrolmentClosesAt'),
    ...{ city: both('city'), venue: both('venue') },
  }
}

export const action = deskAction({
  save: async ({ api, lang }, form, { params }) => {
    const id = Number(params.id) || 0
    const run = await api.runs.run({ id })
    const { version, changes } = changesIn(form)
    const said = (side: 'from' | 'to') =>
      valuesOf(
        { ...flat(run), ...Object.fromEntries(Object.entries(changes).map(([name, one]) => [name, one[side]])) },
        run,
      )
    await api.runs.editRun({ id, version, changes: changesBetween(said('from'), said('to')) as object })
    return { to: deskLink(lang, `runs/${id}`, { done: 'saved' }) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta('runs', (t) => t.editTitle)

/** The minimum, the enrolment window and the place of a run. */
export default function EditRunPage() {
  const t = useDeskTexts('runs')
  const run = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('save')
  const values = { ...flat(run), ...typedIn('save') }
  const errors = Object.fromEntries(
    Object.entries(failure?.fields ?? {}).map(([name, texts]) => [name.replace(/^changes\.|\.to(?=\.|$)/g, ''), texts]),
  )
  const field = (name: string) => ({ name, defaultValue: values[name], errors: errors[name] })
  const labels = { minimum: t.minimum, enrolmentOpensAt: t.enrolmentOpens, enrolmentClosesAt: t.enrolmentCloses }
  const names = (name: string) => ({ ar: values[`${name}.ar`] ?? '', en: values[`${name}.en`] ?? '' })
  return (
    <>
      <DeskHead title={t.editTitle} above={{ title: run.course.name, path: `runs/${run.id}` }} />
      <EditForm record={`run:${run.id}`} version={run.version} original={flat(run)}>
        <FormErrors
          failure={failure && !failure.conflicts ? { ...failure, fields: errors } : undefined}
          labels={labels}
        />
        <LabelledConflicts failure={failure} labels={{ ...labels, city: t.city, venue: t.venue }} />
        <Panel title={t.enrolment}>
          <FieldRow isFilled>
            <TextField {...field('enrolmentOpensAt')} type="datetime-local" label={t.enrolmentOpens} />
            <TextField {...field('enrolmentClosesAt')} type="datetime-local" label={t.enrolmentCloses} required />
            <TextField {...field('minimum')} label={t.minimum} inputMode="numeric" />
          </FieldRow>
        </Panel>
        <Panel title={t.place}>
          <TwoLanguages name="city" label={t.city} hint={t.placeHint} values={names('city')} errors={errors} />
          <TwoLanguages name="venue" label={t.venue} values={names('venue')} errors={errors} />
        </Panel>
      </EditForm>
    </>
  )
}
