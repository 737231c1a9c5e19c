import { Form } from 'react-router'
import { useTexts } from '../../locales/texts.tsx'
import type { FormFailure } from '../../request-context.ts'
import { Card } from '../../ui/content/card.tsx'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import { FormErrors } from '../../ui/fields/form-errors.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import styles from './profile-form.module.css'
import { useUnsaved } from './use-unsaved.ts'

type Names = { firstName: string; lastName: string; userName: string }

/** @param values the typed values of a refused submission */
export function NamesForm({
  names,
  failure,
  values,
}: {
  names: Names
  failure: FormFailure | undefined
  values: Record<string, string> | undefined
}) {
  const t = useTexts('profile').names
  const { form, isUnsaved } = useUnsaved(names)
  const text = (name: keyof Names) => ({
    name,
    label: t.fields[name],
    errors: failure?.fields[name],
    defaultValue: values?.[name] ?? names[name],
  })
  return (
    <Card as="section" aria-labelledby="names">
      <Form
        {...form}
        method="post"
        className={styles.form}
        noValidate
        preventScrollReset
        key={Object.values(names).join('\n')}
      >
        <h3 id="names">{t.title}</h3>
        <FormErrors failure={failure} labels={t.fields} />
        <FieldRow isFilled>
          <TextField {...text('firstName')} autoComplete="given-name" maxLength={50} dir="auto" required />
          <TextField {...text('lastName')} autoComplete="family-name" maxLength={50} dir="auto" />
        </FieldRow>
        <TextField {...text('userName')} hint={t.userNameHint} autoComplete="nickname" maxLength={60} dir="auto" />
        <div className={styles.buttons}>
          <SubmitButton name="intent" value="names">
            {t.save}
          </SubmitButton>
          <span role="status" className={styles.unsaved}>
            {isUnsaved ? t.unsaved : null}
          </span>
        </div>
      </Form>
    </Card>
  )
}
