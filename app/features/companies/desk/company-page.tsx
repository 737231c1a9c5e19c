import { useLoaderData } from 'react-router'
import { changesBetween } from '../../../api/edits.ts'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, queryOf } from '../../../desk/desk-page.ts'
import { changesIn } from '../../../desk/edit-changes.ts'
import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { LabelledConflicts } from '../../../desk/record/conflicts.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { typedTexts } from '../../../desk/typed-texts.ts'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { DoneAlert } from '../../../desk/ui/done-alert.tsx'
import { Panel, RecordSides } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import styles from './companies.module.css'
import { accountFor, CompanyAccount } from './company-account.tsx'
import { CompanyFields, useFieldLabels } from './company-fields.tsx'
import { contactValues, fieldName, type Texts, textsOf, valuesOf } from './company-form.ts'
import { ContactsPanel } from './contacts-panel.tsx'

const idOf = (params: { id?: string | undefined }) => Number(params.id) || 0

export const loader = deskLoader(async (page, { params, request }) => {
  const id = idOf(params)
  const [company, account] = await Promise.all([page.api.companies.company({ id }), accountFor(page, id)])
  return { ...company, account, done: queryOf(request).done }
})

type Loaded = Awaited<ReturnType<typeof loader>>

/** One side of the changes of a form, with what it leaves as it was. */
const sideOf = (form: FormData, shown: Texts, name: 'from' | 'to'): Texts => ({
  ...shown,
  ...Object.fromEntries(Object.entries(changesIn(form).changes).map(([field, one]) => [field, one[name]])),
})

export const action = deskAction({
  save: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    const shown = textsOf(await api.companies.company({ id }))
    const [from, to] = [valuesOf(sideOf(form, shown, 'from')), valuesOf(sideOf(form, shown, 'to'))]
    const { version } = changesIn(form)
    await api.companies.changeCompany({ id, version, changes: changesBetween(from, to) } as never)
    return { to: deskLink(lang, `companies/${id}`) }
  },
  addContact: async ({ api, lang }, form, { params }) => {
    const id = idOf(params)
    await api.companies.addContact({ id, ...contactValues(typedTexts(form)) })
    return { to: deskLink(lang, `companies/${id}`, { done: 'contact' }) }
  },
  changeContact: async ({ api, lang }, form, { params }) => {
    const { version } = changesIn(form)
    const [from, to] = [contactValues(sideOf(form, {}, 'from')), contactValues(sideOf(form, {}, 'to'))]
    const id = Number(form.get('contactId')) || 0
    await api.companies.changeContact({ id, version, changes: changesBetween(from, to) } as never)
    return { to: deskLink(lang, `companies/${idOf(params)}`, { done: 'contact' }) }
  },
  removeContact: async ({ api, lang }, form, { params }) => {
    await api.companies.removeContact({ id: Number(form.get('contactId')) || 0 })
    return { to: deskLink(lang, `companies/${idOf(params)}`, { done: 'contactRemoved' }) }
  },
})

export { revalidateOnConflict as shouldRevalidate } from '../../../desk/revalidate-on-conflict.ts'

export const meta = deskMeta<'companies', Loaded>('companies', (t, loaded, lang) =>
  loaded ? inLang(loaded.name, lang) : t.title,
)

export default function CompanyPage() {
  const t = useDeskTexts('companies')
  const lang = useLang()
  const company = useLoaderData<typeof loader>()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('save')
  const said = t.done[company.done as keyof typeof t.done]
  const fieldLabels = useFieldLabels()
  const errors = Object.fromEntries(
    Object.entries(failure?.fields ?? {}).map(([path, messages]) => [fieldName(path), messages]),
  )
  const texts = textsOf(company)
  return (
    <>
      <DeskHead title={<bdi>{inLang(company.name, lang)}</bdi>} above={{ title: t.title, path: 'companies' }}>
        <ButtonLink to={deskLink(lang, 'quotes', { company: company.id })} variant="quiet">
          {t.quotes}
        </ButtonLink>
        <ButtonLink to={deskLink(lang, 'quotes/new', { company: company.id })} icon="plus">
          {t.newQuote}
        </ButtonLink>
      </DeskHead>
      {said ? <DoneAlert>{said}</DoneAlert> : null}
      <RecordSides aside={<ContactsPanel contacts={company.contacts} />}>
        <CompanyAccount id={company.id} account={company.account} />
        <Panel title={t.details}>
          <EditForm record={`company:${company.id}`} version={company.version} original={texts}>
            <div className={styles.form}>
              <FormErrors
                failure={failure && !failure.conflicts ? { ...failure, fields: errors } : undefined}
                labels={fieldLabels}
              />
              <LabelledConflicts failure={failure} labels={fieldLabels} />
              <CompanyFields texts={{ ...texts, ...typedIn('save') }} errors={errors} />
            </div>
          </EditForm>
        </Panel>
      </RecordSides>
    </>
  )
}
