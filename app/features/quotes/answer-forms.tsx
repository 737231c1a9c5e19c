/** Accepting a quote, or declining it. */
import { Form, useLocation } from 'react-router'
import { formatMoney } from '../../locales/format.ts'
import { useLang, useTexts } from '../../locales/texts.tsx'
import type { FormFailure } from '../../request-context.ts'
import { Card } from '../../ui/content/card.tsx'
import { CheckField } from '../../ui/fields/check-field.tsx'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextAreaField } from '../../ui/fields/text-area-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import styles from './quotation-page.module.css'

/** A refused form as typed. */
export type FormAnswer = { intent: string; failure: FormFailure; typed: Record<string, string> } | undefined

/** What a form shows after it was refused. */
export function refusedForm(answer: FormAnswer, intent: string) {
  const isMine = answer?.intent === intent
  return { failure: isMine ? answer.failure : undefined, typed: isMine ? answer.typed : {} }
}

export function AnswerForms({ totalHalalas, answer }: { totalHalalas: number; answer: FormAnswer }) {
  const t = useTexts('quotation')
  const lang = useLang()
  const accept = refusedForm(answer, 'accept')
  const decline = refusedForm(answer, 'decline')
  const { search } = useLocation()
  return (
    <>
      <Card as="section" aria-labelledby="accept">
        <h2 id="accept">{t.accept.title}</h2>
        <p className={styles.lead}>{t.accept.lead}</p>
        {/* A browser without scripts is led to what was refused. */}
        <Form method="post" action={`${search}#accept`} className={styles.form} noValidate preventScrollReset>
          <FormErrors
            failure={accept.failure}
            labels={{
              ...{ name: t.accept.name, role: t.accept.role },
              hasAgreed: t.accept.agree(formatMoney(totalHalalas, lang)),
            }}
          />
          <input type="hidden" name="intent" value="accept" />
          <input type="hidden" name="totalHalalas" value={totalHalalas} />
          <FieldRow>
            <TextField
              name="name"
              label={t.accept.name}
              defaultValue={accept.typed.name}
              errors={accept.failure?.fields.name}
              autoComplete="name"
              dir="auto"
              required
            />
            <TextField
              name="role"
              label={t.accept.role}
              defaultValue={accept.typed.role}
              errors={accept.failure?.fields.role}
              autoComplete="organization-title"
              dir="auto"
              required
            />
          </FieldRow>
          <CheckField
            name="hasAgreed"
            label={t.accept.agree(formatMoney(totalHalalas, lang))}
            errors={accept.failure?.fields.hasAgreed}
            defaultChecked={Boolean(accept.typed.hasAgreed)}
            required
          />
          <div>
            <SubmitButton>{t.accept.submit}</SubmitButton>
          </div>
        </Form>
      </Card>
      <details id="decline" className={styles.decline} open={decline.failure !== undefined}>
        <summary>
          <span>{t.decline.title}</span>
          <Icon name="chevron-down" size={18} />
        </summary>
        <Form method="post" action={`${search}#decline`} className={styles.form} noValidate preventScrollReset>
          <FormErrors
            failure={decline.failure}
            labels={{ name: t.accept.name, role: t.accept.role, note: t.decline.note }}
            ids={{ name: 'decline-name', role: 'decline-role', note: 'decline-note' }}
          />
          <input type="hidden" name="intent" value="decline" />
          <FieldRow>
            <TextField
              name="name"
              id="decline-name"
              label={t.accept.name}
              defaultValue={decline.typed.name}
              errors={decline.failure?.fields.name}
              dir="auto"
              required
            />
            <TextField
              name="role"
              id="decline-role"
              label={t.accept.role}
              defaultValue={decline.typed.role}
              errors={decline.failure?.fields.role}
              dir="auto"
              required
            />
          </FieldRow>
          <TextAreaField
            name="note"
            id="decline-note"
            label={t.decline.note}
            defaultValue={decline.typed.note}
            errors={decline.failure?.fields.note}
            rows={3}
            dir="auto"
          />
          <div>
            <SubmitButton variant="quiet">{t.decline.submit}</SubmitButton>
          </div>
        </Form>
      </details>
    </>
  )
}
