import { Form, useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, requireRight } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TrainerFields, valuesIn } from './trainer-fields.tsx'

export const loader = deskLoader(async (page) => {
  await requireRight(page, 'courses.change')
  const { rights } = await page.api.desk.me({})
  return { mayLink: rights.includes('staff.change') }
})

export const action = deskAction({
  create: async ({ api, lang }, form) => {
    const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
    await api.trainers.createTrainer(valuesIn(typed))
    return { to: deskLink(lang, 'trainers') }
  },
})

export const meta = deskMeta('trainers', (t) => t.add)

export default function NewTrainerPage() {
  const t = useDeskTexts('trainers')
  const { mayLink } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('create')
  const labels = { 'name.ar': t.name, 'title.ar': t.profession, 'bio.ar': t.bio, account: t.account }
  return (
    <>
      <DeskHead title={t.add} above={{ title: t.title, path: 'trainers' }} />
      <Form method="post" noValidate>
        <input type="hidden" name="intent" value="create" />
        <Panel title={t.add}>
          <FormErrors failure={failure} labels={labels} />
          <TrainerFields values={typedIn('create')} errors={failure?.fields ?? {}} mayLink={mayLink} />
          <div>
            <SubmitButton>{t.create}</SubmitButton>
          </div>
        </Panel>
      </Form>
    </>
  )
}
