import { data, useLoaderData } from 'react-router'
import { changesBetween } from '../../../api/edits.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { changesIn } from '../../../desk/edit-changes.ts'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { LabelledConflicts } from '../../../desk/record/conflicts.tsx'
import { errorsOf, inBothLanguages } from '../../../desk/record/field-labels.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { UndoForm } from '../../../desk/ui/undo-form.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SpecializationFields, type Values } from './specialization-fields.tsx'

async function requireOne({ api }: PageRequest, id: string | undefined) {
  const one = (await api.specializations.specializations({})).find((row) => String(row.id) === id)
  if (!one) throw data({ code: 'notFound', message: '' }, { status: 404 })
  return one
}

type One = Awaited<ReturnType<typeof requireOne>>

const flat = ({ name, summary, mark, colour }: One): Values => ({
  ...{ 'name.ar': name.ar, 'name.en': name.en ?? '', 'summary.ar': summary.ar, 'summary.en': summary.en ?? '' },
  ...{ mark, colour },
})

const values = (fields: Values) => {
  const both = (name: string) => ({ ar: fields[`${name}.ar`] ?? '', en: fields[`${name}.en`] ?? '' })
  return { name: both('name'), summary: both('summary'), mark: fields.mark, colour: fields.colour }
}

export const loader = deskLoader(async (page, { request, params }) => {
  const [one, { rights }] = await Promise.all([requireOne(page, params.id), page.api.desk.me({})])
  return { one, mayChange: rights.includes('courses.change'), isUndone: queryOf(request).done === 'undone' }
})

export const action = deskAction({
  save: async (page, form, { params }) => {
    const one = await requireOne(page, params.id)
    const { version, changes } = changesIn(form)
    const said = (side: 'from' | 'to') =>
      values({ ...flat(one), ...Object.fromEntries(Object.entries(changes).map(([name, one]) => [name, one[side]])) })
    const edit = { id: one.id, version, changes: changesBetween(said('from'), said('to')) as object }
    await page.api.specializations.changeSpecialization(edit)
    return { to: deskLink(page.lang, `specializations/${one.id}`) }
  },
  undo: async ({ api, lang }, _, { params }) => {
    await api.specializations.undoSpecialization({ id: Number(params.id) })
    return { to: deskLink(lang, `specializations/${params.id}`, { done: 'undone' }) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta<'specializations', { one: One }>('specializations', (t, data, lang) =>
  data ? inLang(data.one.name, lang) : t.title,
)

export default function SpecializationPage() {
  const t = useDeskTexts('specializations')
  const { undone } = useDeskTexts('frame').edit
  const lang = useLang()
  const { one, mayChange, isUndone } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('save')
  const errors = errorsOf(failure?.fields)
  const labels = { name: t.name, summary: t.summary, mark: t.mark, colour: t.colour }
  return (
    <>
      <DeskHead
        title={inLang(one.name, lang)}
        lead={<bdi>{one.slug}</bdi>}
        above={{ title: t.title, path: 'specializations' }}
      />
      {isUndone ? <DoneAlert>{undone}</DoneAlert> : null}
      <EditForm record={`specialization:${one.id}`} version={one.version} original={flat(one)} isReadOnly={!mayChange}>
        <FormErrors
          failure={failure && !failure.conflicts ? { ...failure, fields: errors } : undefined}
          labels={inBothLanguages(labels)}
        />
        <LabelledConflicts
          failure={failure}
          labels={labels}
          inWords={(name, value) => (name === 'mark' ? t.marks[value as keyof typeof t.marks] : undefined)}
        />
        <Panel title={t.title}>
          <SpecializationFields values={{ ...flat(one), ...typedIn('save') }} errors={errors} english={one.english} />
        </Panel>
      </EditForm>
      {mayChange ? <UndoForm until={one.undoUntil} /> : null}
    </>
  )
}
