import { stateOf, TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

export type Values = Record<string, string>

/** @param mayLink the account is set only by those who manage staff: it sees the learners of the trainer's runs */
export function TrainerFields({
  values,
  errors,
  mayLink,
  hasPicture = false,
  english = [],
}: {
  values: Values
  errors: Record<string, string[]>
  mayLink: boolean
  hasPicture?: boolean
  english?: Parameters<typeof stateOf>[0]
}) {
  const t = useDeskTexts('trainers')
  const both = (name: 'name' | 'title' | 'bio' | 'pictureAlt') => ({
    name,
    state: stateOf(english, name),
    values: { ar: values[`${name}.ar`] ?? '', en: values[`${name}.en`] ?? '' },
    errors,
    required: true,
  })
  return (
    <>
      <TwoLanguages {...both('name')} label={t.name} />
      <TwoLanguages {...both('title')} label={t.profession} hint={t.professionHint} />
      <TwoLanguages {...both('bio')} label={t.bio} lines={4} />
      {hasPicture ? (
        <TwoLanguages {...both('pictureAlt')} label={t.picture.alt} hint={t.picture.altHint} required={false} />
      ) : null}
      {mayLink ? (
        <TextField
          name="account"
          type="email"
          label={t.account}
          hint={t.accountHint}
          defaultValue={values.account}
          errors={errors.account}
        />
      ) : null}
    </>
  )
}

/** What the fields say. */
export const valuesIn = (fields: Values) => {
  const both = (name: string) => ({ ar: fields[`${name}.ar`] ?? '', en: fields[`${name}.en`] ?? '' })
  return { name: both('name'), title: both('title'), bio: both('bio'), account: fields.account ?? '' }
}
