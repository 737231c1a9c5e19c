import { TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { Facts } from '../../../desk/ui/panel.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TEMPLATE_FIELDS } from '../templates/template-fields.ts'

export type Values = Record<string, string>

/** The names of the fields on the form, with their labels for the summary of errors. */
export function useTemplateLabels() {
  const t = useDeskTexts('enquiries').templates
  const both = (name: string, label: string) => ({ [`${name}.ar`]: label, [`${name}.en`]: label })
  return { ...both('name', t.name), ...both('body', t.body), kind: t.kind }
}

export function TemplateFields({ values, errors }: { values: Values; errors: Record<string, string[]> }) {
  const t = useDeskTexts('enquiries').templates
  const { kinds } = useDeskTexts('people')
  const both = (name: string) => ({ ar: values[`${name}.ar`] ?? '', en: values[`${name}.en`] ?? '' })
  return (
    <>
      <TwoLanguages name="name" label={t.name} hint={t.nameHint} values={both('name')} errors={errors} required />
      <SelectField
        name="kind"
        label={t.kind}
        defaultValue={values.kind ?? ''}
        errors={errors.kind}
        options={[
          { value: '', label: t.everyKind },
          ...Object.entries(kinds).map(([value, label]) => ({ value, label })),
        ]}
      />
      <TwoLanguages name="body" label={t.body} values={both('body')} errors={errors} lines={10} required />
      <Facts
        facts={TEMPLATE_FIELDS.map((field) => [<code key={field} dir="ltr">{`{${field}}`}</code>, t.fields[field]])}
      />
    </>
  )
}

/** What the fields say, as the calls take it. */
export const templateIn = (fields: Values) => {
  const both = (name: string) => ({ ar: fields[`${name}.ar`] ?? '', en: fields[`${name}.en`] ?? '' })
  return { name: both('name'), body: both('body'), kind: fields.kind || null }
}
