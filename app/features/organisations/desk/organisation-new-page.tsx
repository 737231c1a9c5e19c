import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { ORGANISATION_KINDS } from '../kinds.ts'
import { OrganisationFields, organisationIn, useOrganisationLabels } from './organisation-fields.tsx'

export const loader = deskLoader(async (page) => {
  await requireRight(page, 'pages.change')
  return null
})

export const action = deskAction({
  create: async ({ api, lang }, form) => {
    const fields = Object.fromEntries(form) as Record<string, string>
    const kind = fields.kind as (typeof ORGANISATION_KINDS)[number]
    const { id } = await api.organisations.addOrganisation({ kind, ...organisationIn(fields) })
    return { to: deskLink(lang, `partners/${id}`, { saved: 'save' }) }
  },
})

export const meta = deskMeta('organisations', (t) => t.add)

export default function NewOrganisationPage() {
  const t = useDeskTexts('organisations')
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('create')
  const errors = failure?.fields ?? {}
  const values = typedIn('create')
  return (
    <>
      <DeskHead title={t.add} lead={t.createHint} above={{ title: t.title, path: 'partners' }} />
      <KeptForm>
        <input type="hidden" name="intent" value="create" />
        <Panel title={t.facts}>
          <FormErrors failure={failure} labels={useOrganisationLabels()} />
          <SelectField
            name="kind"
            label={t.kind}
            defaultValue={values.kind}
            errors={errors.kind}
            options={ORGANISATION_KINDS.map((kind) => ({ value: kind, label: t.kinds[kind] }))}
            required
          />
          <OrganisationFields values={values} errors={errors} />
          <div>
            <SubmitButton>{t.create}</SubmitButton>
          </div>
        </Panel>
      </KeptForm>
    </>
  )
}
