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
import type { Lead } from '../../leads/contract.ts'
import { TrainerFields, type Values, valuesIn } from './trainer-fields.tsx'

/** As much as the field takes. */
const MAX_BIO = 2000

export const loader = deskLoader(async (page, { request }) => {
  await requireRight(page, 'courses.change')
  const { application } = queryOf(request)
  const [{ rights }, begun] = await Promise.all([
    page.api.desk.me({}),
    application ? page.api.leads.lead({ reference: application }) : null,
  ])
  return { mayLink: rights.includes('staff.change'), application, begun: begun ? begunFrom(begun) : {} }
})

/** What an application says of its sender, in the language in which it was written. */
function begunFrom({ name, lang, facts }: Lead): Values {
  const said = (field: string) => facts.find((fact) => fact.name === field)?.value ?? ''
  return {
    [`name.${lang}`]: name ?? '',
    [`title.${lang}`]: said('jobTitle'),
    [`bio.${lang}`]: said('experienceDescription').slice(0, MAX_BIO),
  }
}

export const action = deskAction({
  create: async ({ api, lang }, form, { request }) => {
    const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
    const { application } = queryOf(request)
    const { id } = await api.trainers.createTrainer({ ...valuesIn(typed), application })
    // Somebody who applied has no picture yet: their page takes one.
    return {
      to: application
        ? deskLink(lang, `trainers/${id}`, { done: 'saved' })
        : deskLink(lang, 'trainers', { done: 'added' }),
    }
  },
})

export const meta = deskMeta('trainers', (t) => t.add)

export default function NewTrainerPage() {
  const t = useDeskTexts('trainers')
  const { mayLink, application, begun } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('create')
  const labels = { 'name.ar': t.name, 'title.ar': t.profession, 'bio.ar': t.bio, account: t.account }
  return (
    <>
      <DeskHead title={t.add} above={{ title: t.title, path: 'trainers' }} />
      <KeptForm>
        <input type="hidden" name="intent" value="create" />
        <Panel title={t.add}>
          <FormErrors failure={failure} labels={labels} />
          {application ? <p>{t.fromApplication(application)}</p> : null}
          <TrainerFields values={{ ...begun, ...typedIn('create') }} errors={failure?.fields ?? {}} mayLink={mayLink} />
          <div>
            <SubmitButton>{t.create}</SubmitButton>
          </div>
        </Panel>
      </KeptForm>
    </>
  )
}
