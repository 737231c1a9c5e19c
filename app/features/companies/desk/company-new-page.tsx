import { Form } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, requireRight } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import styles from './companies.module.css'
import { CompanyFields, useFieldLabels } from './company-fields.tsx'
import { textsIn, valuesOf } from './company-form.ts'

export const loader = deskLoader(async (page) => {
  await requireRight(page, 'companies.manage')
  return null
})

export const action = deskAction({
  create: async ({ api, lang }, form) => {
    const { id } = await api.companies.createCompany(valuesOf(textsIn(form)) as never)
    return { to: deskLink(lang, `companies/${id}`) }
  },
})

export const meta = deskMeta('companies', (t) => t.add)

export default function CompanyNewPage() {
  const t = useDeskTexts('companies')
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('create')
  return (
    <>
      <DeskHead title={t.add} above={{ title: t.title, path: 'companies' }} />
      <Form method="post" noValidate>
        <input type="hidden" name="intent" value="create" />
        <Panel title={t.details}>
          <div className={styles.form}>
            <FormErrors failure={failure} labels={useFieldLabels()} />
            <CompanyFields texts={typedIn('create')} errors={failure?.fields ?? {}} />
            <div>
              <SubmitButton>{t.create}</SubmitButton>
            </div>
          </div>
        </Panel>
      </Form>
    </>
  )
}
