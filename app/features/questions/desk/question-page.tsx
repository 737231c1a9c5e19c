import { useLoaderData } from 'react-router'
import { changesBetween } from '../../../api/edits.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { changesIn } from '../../../desk/edit-changes.ts'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { LabelledConflicts } from '../../../desk/record/conflicts.tsx'
import { errorsOf } from '../../../desk/record/field-labels.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Command, Commands } from '../../../desk/ui/command.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { UndoForm } from '../../../desk/ui/undo-form.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import type { PageRequest } from '../../../request-context.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { QuestionFields, questionIn, useQuestionLabels, type Values } from './question-fields.tsx'

const read = ({ api }: PageRequest, id: string | undefined) => api.questionEditing.editedQuestion({ id: id as never })
type One = Awaited<ReturnType<typeof read>>

const flat = ({ question, answer, group, hidden }: One): Values => ({
  ...{ 'question.ar': question.ar, 'question.en': question.en ?? '' },
  ...{ 'answer.ar': answer.ar, 'answer.en': answer.en ?? '' },
  ...{ group, hidden: hidden ? 'on' : '' },
})

export const loader = deskLoader(async (page, { request, params }) => {
  const [one, groups, { rights }] = await Promise.all([
    read(page, params.id),
    page.api.questionEditing.questionGroups({}),
    page.api.desk.me({}),
  ])
  return {
    ...{ one, groups: groups.map(({ key, title }) => ({ key, title })), mayChange: rights.includes('pages.change') },
    isUndone: queryOf(request).done === 'undone',
  }
})

export const action = deskAction({
  save: async (page, form, { params }) => {
    const one = await read(page, params.id)
    const { version, changes } = changesIn(form)
    const said = (side: 'from' | 'to') =>
      questionIn({
        ...flat(one),
        ...Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change[side]])),
      })
    const edit = { id: one.id, version, changes: changesBetween(said('from'), said('to')) as object }
    await page.api.questionEditing.changeQuestion(edit)
    return { to: deskLink(page.lang, `questions/${one.id}`) }
  },
  undo: async ({ api, lang }, _, { params }) => {
    await api.questionEditing.undoQuestion({ id: params.id as never })
    return { to: deskLink(lang, `questions/${params.id}`, { done: 'undone' }) }
  },
  remove: async ({ api, lang }, _, { params }) => {
    await api.questionEditing.removeQuestion({ id: params.id as never })
    return { to: deskLink(lang, 'questions', { done: 'removed' }) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta<'questions', { one: One }>('questions', (t, data, lang) =>
  data ? inLang(data.one.question, lang) : t.title,
)

export default function QuestionPage() {
  const t = useDeskTexts('questions')
  const { undone } = useDeskTexts('frame').edit
  const lang = useLang()
  const { one, groups, mayChange, isUndone } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('save')
  const errors = errorsOf(failure?.fields)
  const labels = useQuestionLabels()
  const groupName = (key: string) => {
    const title = groups.find((group) => group.key === key)?.title
    return title && inLang(title, lang)
  }
  return (
    <>
      <DeskHead
        title={inLang(one.question, lang)}
        above={{ title: t.title, path: 'questions' }}
        badge={one.hidden ? <Badge tone="sand">{t.states.hidden}</Badge> : null}
      />
      {isUndone ? <DoneAlert>{undone}</DoneAlert> : null}
      <EditForm record={`question:${one.id}`} version={one.version} original={flat(one)} isReadOnly={!mayChange}>
        <FormErrors
          failure={failure && !failure.conflicts ? { ...failure, fields: errors } : undefined}
          labels={labels}
        />
        <LabelledConflicts
          failure={failure}
          labels={{ question: t.question, answer: t.answer, ...labels }}
          inWords={(name, value) => (name === 'group' ? groupName(String(value)) : undefined)}
        />
        <Panel title={t.texts}>
          <QuestionFields
            values={{ ...flat(one), ...typedIn('save') }}
            errors={errors}
            groups={groups}
            english={one.english}
          />
        </Panel>
      </EditForm>
      {mayChange ? (
        <>
          <UndoForm until={one.undoUntil} />
          <Commands>
            <Command intent="remove" title={t.remove} happens={t.removeHappens} submit={t.remove} />
          </Commands>
        </>
      ) : null}
    </>
  )
}
