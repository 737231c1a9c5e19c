import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TemplateFields, templateIn, useTemplateLabels } from './template-form.tsx'

export const loader = deskLoader(async (page) => {
  await requireRight(page, 'enquiries.manage')
  return null
})

export const action = deskAction({
  create: async ({ api, lang }, form) => {
    const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
    await api.leads.createAnswerTemplate(templateIn(typed) as never)
    return { to: deskLink(lang, 'enquiries/templates', { done: 'created' }) }
  },
})

export const meta = deskMeta('enquiries', (t) => t.templates.add)

export default function NewTemplatePage() {
  const t = useDeskTexts('enquiries').templates
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('create')
  return (
    <>
      <DeskHead title={t.add} above={{ title: t.title, path: 'enquiries/templates' }} />
      <KeptForm>
        <input type="hidden" name="intent" value="create" />
        <Panel title={t.add}>
          <FormErrors failure={failure} labels={useTemplateLabels()} />
          <TemplateFields values={typedIn('create')} errors={failure?.fields ?? {}} />
          <div>
            <SubmitButton>{t.create}</SubmitButton>
          </div>
        </Panel>
      </KeptForm>
    </>
  )
}
