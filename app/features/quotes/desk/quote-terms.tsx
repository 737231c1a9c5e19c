import { EditForm } from '../../../desk/edit-form/edit-form.tsx'
import { LabelledConflicts } from '../../../desk/record/conflicts.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Panel } from '../../../desk/ui/panel.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { Quote } from '../desk-contract.ts'
import styles from './quotes.module.css'

const NAMES = ['lang', 'validUntil', 'paymentDays', 'withdrawalDays', 'terms'] as const

/** The terms of a draft, edited like any record. */
export function QuoteTerms({ quote }: { quote: Quote }) {
  const t = useDeskTexts('quotes')
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('save')
  const original = Object.fromEntries(NAMES.map((name) => [name, String(quote[name])]))
  const values: Record<string, string> = { ...original, ...typedIn('save') }
  const labels = { ...t, lang: t.newQuote.lang }
  const field = (name: (typeof NAMES)[number]) => ({
    ...{ name, label: labels[name], defaultValue: values[name], errors: failure?.fields[`changes.${name}.to`] },
  })
  return (
    <Panel title={t.change}>
      <EditForm record={`quote:${quote.id}`} version={quote.version} original={original}>
        <div className={styles.form}>
          <FormErrors
            failure={failure && !failure.conflicts ? failure : undefined}
            labels={Object.fromEntries(NAMES.map((name) => [`changes.${name}.to`, labels[name]]))}
            ids={Object.fromEntries(NAMES.map((name) => [`changes.${name}.to`, name]))}
          />
          <LabelledConflicts failure={failure} labels={labels} />
          <FieldRow>
            <SelectField
              {...field('lang')}
              required
              options={Object.entries(t.newQuote.langs).map(([value, label]) => ({ value, label }))}
            />
            <TextField {...field('validUntil')} type="date" required />
            <TextField {...field('paymentDays')} inputMode="numeric" dir="ltr" required />
            <TextField {...field('withdrawalDays')} inputMode="numeric" dir="ltr" required />
          </FieldRow>
          <TextAreaField {...field('terms')} hint={t.termsHint} rows={4} dir="auto" />
        </div>
      </EditForm>
    </Panel>
  )
}
