import { stateOf, TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { MARKS } from '../marks.ts'

export type Values = Record<string, string>

export function SpecializationFields({
  values,
  errors,
  english = [],
}: {
  values: Values
  errors: Record<string, string[]>
  english?: Parameters<typeof stateOf>[0]
}) {
  const t = useDeskTexts('specializations')
  const both = (name: string) => ({ ar: values[`${name}.ar`] ?? '', en: values[`${name}.en`] ?? '' })
  return (
    <>
      <TwoLanguages
        name="name"
        state={stateOf(english, 'name')}
        label={t.name}
        values={both('name')}
        errors={errors}
        required
      />
      <TwoLanguages
        name="summary"
        state={stateOf(english, 'summary')}
        label={t.summary}
        values={both('summary')}
        errors={errors}
        lines={2}
        required
      />
      <SelectField
        name="mark"
        label={t.mark}
        defaultValue={values.mark}
        errors={errors.mark}
        options={MARKS.map((mark) => ({ value: mark, label: t.marks[mark] }))}
        required
      />
      <TextField
        name="colour"
        type="color"
        label={t.colour}
        defaultValue={values.colour}
        errors={errors.colour}
        required
      />
    </>
  )
}
