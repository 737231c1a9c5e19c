import type { ReactNode } from 'react'
import { Form, useLocation } from 'react-router'
import { linksFor } from '../../../links.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useDraft } from '../../../ui/fields/use-draft.ts'
import type { LeadKind } from '../contract.ts'
import styles from './enquiry-form.module.css'
import type { EnquiryAnswer } from './send-enquiry.ts'

/** What the page passes to a form. */
export type EnquiryFormFacts = {
  /** The form token of the page. */
  stamp: string
  answer: EnquiryAnswer
  /** The initial values by field name. */
  known?: Record<string, string> | undefined
}

type Props = EnquiryFormFacts & {
  kind: LeadKind
  /** The field names in order. */
  names: readonly string[]
  /** The label of its button. */
  submit: string
  /** What it is about, where that is known: what is typed about something else is kept apart. */
  about?: string | undefined
  /** Whether the form has a file field. */
  withFile?: boolean
  children: (field: EnquiryField) => ReactNode
}

/** The props of a form field by its name. */
export type EnquiryField = (name: string) => {
  name: string
  label: string
  errors: string[] | undefined
  defaultValue: string | undefined
}

/** The page that an enquiry which was received leads to. */
const RECEIVED = /\/contact\/[^/]+$/

/** The common parts of every enquiry's form: errors, consent, draft, form token and honeypot. */
export function EnquiryForm({ kind, names, stamp, answer, known, submit, about, withFile, children }: Props) {
  const t = useTexts('innerPages')
  const { search } = useLocation()
  const labels: Record<string, string> = t.leads.fields
  const { failure, values } = answer ?? {}
  const name = [enquiryDraft(kind), about].filter(Boolean).join('-')
  const draft = useDraft(name, failure !== undefined, about ? RECEIVED : undefined)
  const field: EnquiryField = (name) => ({
    name,
    label: labels[name] ?? name,
    errors: failure?.fields[name],
    defaultValue: values?.[name] ?? known?.[name],
  })
  return (
    <Form
      method="post"
      // With the query by which it is about something: a form that is refused stays about it.
      action={about ? `${search}#form` : '#form'}
      id="form"
      className={styles.form}
      noValidate
      {...(withFile ? { encType: 'multipart/form-data' as const } : {})}
      {...draft}
    >
      <FormErrors failure={failure} labels={inOrder(labels, names)} />
      <input type="hidden" name="stamp" value={values?.stamp || stamp} />
      <Honeypot kind={kind} />
      {children(field)}
      <ConsentField errors={failure?.fields.consent} defaultChecked={values?.consent === 'on'} />
      <div className={styles.end}>
        <SubmitButton size="large">{submit}</SubmitButton>
      </div>
    </Form>
  )
}

function inOrder(labels: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries([...names, 'consent'].map((name) => [name, labels[name] ?? name]))
}

/** The key under which the browser stores the draft. */
export const enquiryDraft = (kind: LeadKind) => `enquiry-${kind}`

/** A field that only bots fill. */
export function Honeypot({ kind }: { kind: LeadKind }) {
  const { enquiries: t } = useTexts('innerPages')
  return (
    <div className={styles.trap} aria-hidden>
      <label htmlFor={`${kind}-website`}>{t.honeypot}</label>
      <input id={`${kind}-website`} name="website" tabIndex={-1} autoComplete="off" />
    </div>
  )
}

export function ConsentField({ errors, defaultChecked }: { errors: string[] | undefined; defaultChecked: boolean }) {
  return <CheckField name="consent" label={<Consent />} errors={errors} defaultChecked={defaultChecked} required />
}

/** Two fields side by side where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <FieldRow isFilled>{children}</FieldRow>
}

/** The policy opens in a new tab, so that nothing typed is lost. */
function Consent() {
  const { enquiries: t } = useTexts('innerPages')
  const links = linksFor(useLang())
  return (
    <>
      {t.consent.before}
      <a href={links.policy('privacy-policy')} target="_blank" rel="noopener">
        {t.consent.policy}
        <span className="visually-hidden"> {t.consent.newTab}</span>
      </a>
      {t.consent.after}
    </>
  )
}
