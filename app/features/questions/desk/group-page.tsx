import { data, useLoaderData } from 'react-router'
import { changesBetween } from '../../../api/edits.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader } from '../../../desk/desk-page.ts'
import { changesIn } from '../../../desk/edit-changes.ts'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { stateOf, TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { LabelledConflicts } from '../../../desk/record/conflicts.tsx'
import { errorsOf, inBothLanguages } from '../../../desk/record/field-labels.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'

async function requireGroup({ api }: PageRequest, key: string | undefined) {
  const group = (await api.questionEditing.questionGroups({})).find((one) => one.key === key)
  if (!group) throw data({ code: 'notFound', message: '' }, { status: 404 })
  return group
}

type Group = Awaited<ReturnType<typeof requireGroup>>
type Values = Record<string, string>

const flat = ({ title }: Group): Values => ({ 'title.ar': title.ar, 'title.en': title.en ?? '' })
const titleIn = (fields: Values) => ({ title: { ar: fields['title.ar'] ?? '', en: fields['title.en'] ?? '' } })

export const loader = deskLoader(async (page, { params }) => {
  const [group, { rights }] = await Promise.all([requireGroup(page, params.key), page.api.desk.me({})])
  return { group, mayChange: rights.includes('pages.change') }
})

export const action = deskAction({
  save: async (page, form, { params }) => {
    const group = await requireGroup(page, params.key)
    const { version, changes } = changesIn(form)
    const said = (side: 'from' | 'to') =>
      titleIn({
        ...flat(group),
        ...Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change[side]])),
      })
    const edit = { key: group.key, version, changes: changesBetween(said('from'), said('to')) as object }
    await page.api.questionEditing.changeQuestionGroup(edit)
    return { to: deskLink(page.lang, 'questions', { done: 'saved' }) }
  },
  remove: async ({ api, lang }, _, { params }) => {
    await api.questionEditing.removeQuestionGroup({ key: params.key! })
    return { to: deskLink(lang, 'questions', { done: 'removed' }) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta<'questions', { group: Group }>('questions', (t, data, lang) =>
  data ? inLang(data.group.title, lang) : t.title,
)

export default function QuestionGroupPage() {
  const t = useDeskTexts('questions')
  const lang = useLang()
  const { group, mayChange } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('save')
  const errors = errorsOf(failure?.fields)
  const values = { ...flat(group), ...typedIn('save') }
  const labels = { title: t.groupTitle }
  return (
    <>
      <DeskHead title={inLang(group.title, lang)} above={{ title: t.title, path: 'questions' }} />
      <EditForm
        record={`question-group:${group.key}`}
        version={group.version}
        original={flat(group)}
        isReadOnly={!mayChange}
      >
        <FormErrors
          failure={failure && !failure.conflicts ? { ...failure, fields: errors } : undefined}
          labels={inBothLanguages(labels)}
        />
        <LabelledConflicts failure={failure} labels={labels} />
        <Panel title={t.group}>
          <TwoLanguages
            name="title"
            label={t.groupTitle}
            state={stateOf(group.english, 'title')}
            values={{ ar: values['title.ar'] ?? '', en: values['title.en'] ?? '' }}
            errors={errors}
            required
          />
        </Panel>
      </EditForm>
      {mayChange && group.count === 0 ? (
        <Commands>
          <Command intent="remove" title={t.removeGroup} happens={t.removeGroupHappens} submit={t.removeGroup} />
        </Commands>
      ) : null}
    </>
  )
}
