import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { QuestionFields, questionIn, useQuestionLabels } from './question-fields.tsx'

export const loader = deskLoader(async (page, { request }) => {
  const [groups] = await Promise.all([page.api.questionEditing.questionGroups({}), requireRight(page, 'pages.change')])
  return { groups: groups.map(({ key, title }) => ({ key, title })), group: queryOf(request).group }
})

export const action = deskAction({
  create: async ({ api, lang }, form) => {
    await api.questionEditing.addQuestion(questionIn(Object.fromEntries(form) as Record<string, string>))
    return { to: deskLink(lang, 'questions', { done: 'added' }) }
  },
})

export const meta = deskMeta('questions', (t) => t.add)

export default function NewQuestionPage() {
  const t = useDeskTexts('questions')
  const { groups, group } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('create')
  return (
    <>
      <DeskHead title={t.add} above={{ title: t.title, path: 'questions' }} />
      <KeptForm>
        <input type="hidden" name="intent" value="create" />
        <Panel title={t.add}>
          <FormErrors failure={failure} labels={useQuestionLabels()} />
          <QuestionFields
            values={{ ...(group && { group }), ...typedIn('create') }}
            errors={failure?.fields ?? {}}
            groups={groups}
          />
          <div>
            <SubmitButton>{t.create}</SubmitButton>
          </div>
        </Panel>
      </KeptForm>
    </>
  )
}
