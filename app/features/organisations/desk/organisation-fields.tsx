import { stateOf, TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

export type Values = Record<string, string>

/** The fields of a form as calls take them. */
export const organisationIn = (fields: Values) => ({
  name: { ar: fields['name.ar'] ?? '', en: fields['name.en'] ?? '' },
  link: fields.link ?? '',
})

export function useOrganisationLabels(): Record<string, string> {
  const t = useDeskTexts('organisations')
  const { arabic, english } = useDeskTexts('frame').edit
  return { 'name.ar': `${t.name}: ${arabic}`, 'name.en': `${t.name}: ${english}`, link: t.link, kind: t.kind }
}

export function OrganisationFields({
  values,
  errors,
  english = [],
}: {
  values: Values
  errors: Record<string, string[]>
  english?: Parameters<typeof stateOf>[0]
}) {
  const t = useDeskTexts('organisations')
  return (
    <>
      <TwoLanguages
        name="name"
        label={t.name}
        state={stateOf(english, 'name')}
        values={{ ar: values['name.ar'] ?? '', en: values['name.en'] ?? '' }}
        errors={errors}
        required
      />
      <TextField
        name="link"
        label={t.link}
        hint={t.linkHint}
        inputMode="url"
        dir="ltr"
        defaultValue={values.link}
        errors={errors.link}
      />
    </>
  )
}
