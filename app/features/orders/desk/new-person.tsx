/** The fields of a person without an account, whom staff enrol. */
import { useDeskTexts } from '../../../desk/texts.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import type { FormFailure } from '../../../request-context.ts'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

export const PERSON_FIELDS = ['firstName', 'lastName', 'phone', 'lang', 'hasAgreed'] as const

/** @param intent of the form that they belong to */
export function NewPerson({ intent }: { intent: string }) {
  const t = useDeskTexts('enrol')
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf(intent)
  const typed = typedIn(intent)
  const field = (name: 'firstName' | 'lastName' | 'phone') => ({
    ...{ name, label: t.fields[name], defaultValue: typed[name], errors: failure?.fields[name] },
  })
  return (
    <>
      <FieldRow width="wide">
        <TextField {...field('firstName')} autoComplete="off" required />
        <TextField {...field('lastName')} autoComplete="off" required />
        <TextField {...field('phone')} type="tel" autoComplete="off" required />
        <SelectField
          name="lang"
          label={t.fields.lang}
          defaultValue={typed.lang ?? 'ar'}
          options={[
            { value: 'ar', label: 'العربية' },
            { value: 'en', label: 'English' },
          ]}
          required
        />
      </FieldRow>
      <CheckField
        name="hasAgreed"
        label={t.fields.hasAgreed}
        errors={failure?.fields.hasAgreed}
        defaultChecked={Boolean(typed.hasAgreed)}
        required
      />
    </>
  )
}

/** What the site says to the learner is said about the learner here. */
export function saidToStaff(
  failure: FormFailure | undefined,
  refusals: Record<string, string>,
): FormFailure | undefined {
  return failure && { ...failure, message: refusals[failure.code] ?? failure.message }
}
