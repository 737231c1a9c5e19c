import { Link, useLoaderData } from 'react-router'
import { companiesOfSender, institutionOf } from '../../../desk/company-of-sender.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { typedTexts } from '../../../desk/typed-texts.ts'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import styles from './companies.module.css'
import { CompanyFields, useFieldLabels } from './company-fields.tsx'
import { firstContactIn, type Texts, textsOfEnquiry, valuesOf } from './company-form.ts'

export const loader = deskLoader(async (page, { request }) => {
  await requireRight(page, 'companies.manage')
  const reference = queryOf(request).enquiry
  if (!reference) return { texts: {} as Texts, known: [] }
  const enquiry = await page.api.leads.lead({ reference })
  const sender = { email: enquiry.email ?? '', institution: institutionOf(enquiry) }
  const known = await companiesOfSender(page.api.companies, sender)
  return { texts: textsOfEnquiry(enquiry), known: known.items.map(({ id, name }) => ({ id, name })) }
})

export const action = deskAction({
  create: async ({ api, lang }, form) => {
    const texts = typedTexts(form)
    const { id } = await api.companies.createCompany({ ...valuesOf(texts), contact: firstContactIn(texts) } as never)
    return { to: deskLink(lang, `companies/${id}`, { done: 'created' }) }
  },
})

export const meta = deskMeta('companies', (t) => t.add)

export default function CompanyNewPage() {
  const t = useDeskTexts('companies')
  const lang = useLang()
  const loaded = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('create')
  const texts = failure ? typedIn('create') : loaded.texts
  const contact = { name: t.contactName, email: t.email, phone: t.phone, jobTitle: t.jobTitle }
  const line = (name: keyof typeof contact) => ({
    ...{ name: `contact.${name}`, label: contact[name], defaultValue: texts[`contact.${name}`] },
    errors: failure?.fields[`contact.${name}`],
    autoComplete: 'off',
  })
  const contactLabels = Object.entries(contact).map(([name, label]) => [`contact.${name}`, label])
  return (
    <>
      <DeskHead title={t.add} above={{ title: t.title, path: 'companies' }} />
      {loaded.known.length > 0 ? (
        <Alert kind="info">
          {t.known}{' '}
          {loaded.known.map(({ id, name }) => (
            <Link key={id} to={deskLink(lang, `companies/${id}`)}>
              <bdi>{name}</bdi>
            </Link>
          ))}
        </Alert>
      ) : null}
      <KeptForm>
        <input type="hidden" name="intent" value="create" />
        <Panel title={t.details}>
          <div className={styles.form}>
            <FormErrors failure={failure} labels={{ ...useFieldLabels(), ...Object.fromEntries(contactLabels) }} />
            <CompanyFields texts={texts} errors={failure?.fields ?? {}} />
            <h3>{t.firstContact}</h3>
            <p className={styles.hint}>{t.firstContactHint}</p>
            <FieldRow>
              <TextField {...line('name')} />
              <TextField {...line('jobTitle')} />
              <TextField {...line('email')} type="email" dir="ltr" />
              <TextField {...line('phone')} type="tel" dir="ltr" />
            </FieldRow>
            <div>
              <SubmitButton>{t.create}</SubmitButton>
            </div>
          </div>
        </Panel>
      </KeptForm>
    </>
  )
}
