/** Beginning a quote: first the company, then the contact and the language. */

import { Form, Link, useLoaderData } from 'react-router'
import { companiesOfSender, institutionOf, isOfSender } from '../../../desk/company-of-sender.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, fieldsOf, queryOf, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { ChoiceLinks } from '../../../desk/ui/lists/choice-links.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import styles from './quotes.module.css'

const PATH = 'quotes/new'

export const loader = deskLoader(async (page, { request }) => {
  await requireRight(page, 'quotes.manage')
  const { api } = page
  const query = queryOf(request)
  const enquiry = query.enquiry ? await api.leads.lead({ reference: query.enquiry }) : undefined
  const asked = query.company || query.other || query.query !== undefined ? undefined : enquiry
  const known =
    asked && (await companiesOfSender(api.companies, { email: asked.email ?? '', institution: institutionOf(asked) }))
  const company = query.company ? await api.companies.company({ id: query.company } as never) : (known?.chosen ?? null)
  const found =
    !company && query.query ? (await api.companies.companies({ query: query.query })).items : (known?.items ?? [])
  const ofSender = enquiry?.email ? company?.contacts.find(isOfSender(enquiry.email)) : undefined
  const defaults = {
    lang: enquiry?.lang ?? 'ar',
    contactId: ofSender && String(ofSender.id),
    phone: enquiry?.phone ?? ofSender?.phone ?? undefined,
  }
  const sender = enquiry && { name: enquiry.name, company: institutionOf(enquiry) }
  return { query, company, found, defaults, sender }
})

export const action = deskAction({
  create: async ({ api, lang }, form) => {
    const fields = fieldsOf(form, 'companyId', 'contactId', 'phone', 'enquiry', 'lang')
    const { id } = await api.quotes.createQuote(fields as never)
    return { to: deskLink(lang, `quotes/${id}`) }
  },
})

export const meta = deskMeta('quotes', (t) => t.add)

export default function QuoteNewPage() {
  const { quotes: title, ...t } = { ...useDeskTexts('quotes').newQuote, quotes: useDeskTexts('quotes') }
  const lang = useLang()
  const { query, company, found, defaults, sender } = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const [failure, typed] = [failureOf('create'), typedIn('create')]
  const kept = query.enquiry ? { enquiry: query.enquiry } : {}
  return (
    <>
      <DeskHead
        title={title.add}
        lead={query.enquiry ? `${title.enquiry} ${query.enquiry}` : undefined}
        above={{ title: title.title, path: 'quotes' }}
      />
      {company ? (
        <Panel
          title={inLang(company.name, lang)}
          actions={<Link to={deskLink(lang, PATH, { ...kept, other: 1 })}>{t.other}</Link>}
        >
          {company.contacts.length === 0 ? (
            <>
              <p>{t.noContact}</p>
              <div>
                <ButtonLink to={deskLink(lang, `companies/${company.id}`)}>{t.openCompany}</ButtonLink>
              </div>
            </>
          ) : (
            <KeptForm name={`company-${company.id}`} className={styles.form}>
              <FormErrors failure={failure} labels={{ phone: title.phone }} />
              <input type="hidden" name="intent" value="create" />
              <input type="hidden" name="companyId" value={company.id} />
              <input type="hidden" name="enquiry" value={query.enquiry ?? ''} />
              <FieldRow>
                <SelectField
                  name="contactId"
                  label={title.contact}
                  defaultValue={typed.contactId ?? defaults.contactId}
                  options={company.contacts.map(({ id, name, email }) => ({
                    value: String(id),
                    label: `${name} · ${email}`,
                  }))}
                  required
                />
                <TextField
                  name="phone"
                  type="tel"
                  label={title.phone}
                  defaultValue={typed.phone ?? defaults.phone}
                  errors={failure?.fields.phone}
                />
                <SelectField
                  name="lang"
                  label={t.lang}
                  defaultValue={typed.lang ?? defaults.lang}
                  options={Object.entries(t.langs).map(([value, label]) => ({ value, label }))}
                  required
                />
              </FieldRow>
              <div>
                <SubmitButton>{t.start}</SubmitButton>
              </div>
            </KeptForm>
          )}
        </Panel>
      ) : (
        <Panel title={t.which}>
          <Form action={deskLink(lang, PATH)} className={styles.form}>
            {query.enquiry ? <input type="hidden" name="enquiry" value={query.enquiry} /> : null}
            <TextField
              name="query"
              label={title.company}
              defaultValue={query.query ?? sender?.company}
              dir="auto"
              required
            />
            <div>
              <Button type="submit" variant="quiet">
                {t.find}
              </Button>
            </div>
          </Form>
          {found.length > 0 ? (
            <ChoiceLinks
              links={found.map(({ id, name }) => ({ to: deskLink(lang, PATH, { ...kept, company: id }), label: name }))}
            />
          ) : null}
          {found.length === 0 && (query.query || sender) ? (
            <EmptyState
              title={t.noCompany}
              body={t.noCompanyBody}
              action={<ButtonLink to={deskLink(lang, 'companies/new', kept)}>{t.addCompany}</ButtonLink>}
            />
          ) : null}
        </Panel>
      )}
    </>
  )
}
