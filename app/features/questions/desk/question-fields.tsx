import { stateOf, TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { RichTextField } from '../../../desk/editor/rich-text-field.tsx'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { CheckField } from '../../../ui/fields/check-field.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'

export type Values = Record<string, string>

const both = (fields: Values, name: string) => ({ ar: fields[`${name}.ar`] ?? '', en: fields[`${name}.en`] ?? '' })

/** The fields of a form as calls take them. */
export const questionIn = (fields: Values) => ({
  ...{ question: both(fields, 'question'), answer: both(fields, 'answer') },
  ...{ group: fields.group ?? '', hidden: fields.hidden === 'on' },
})

export function useQuestionLabels() {
  const t = useDeskTexts('questions')
  const { arabic, english } = useDeskTexts('frame').edit
  const texts = (['question', 'answer'] as const).flatMap((name) => [
    [`${name}.ar`, `${t[name]}: ${arabic}`],
    [`${name}.en`, `${t[name]}: ${english}`],
  ])
  return { ...Object.fromEntries(texts), group: t.group, hidden: t.hide } as Record<string, string>
}

export function QuestionFields({
  values,
  errors,
  groups,
  english = [],
}: {
  values: Values
  errors: Record<string, string[]>
  groups: readonly { key: string; title: { ar: string; en?: string | undefined } }[]
  english?: Parameters<typeof stateOf>[0]
}) {
  const t = useDeskTexts('questions')
  const lang = useLang()
  return (
    <>
      <TwoLanguages
        name="question"
        label={t.question}
        state={stateOf(english, 'question')}
        values={both(values, 'question')}
        errors={errors}
        required
      />
      <TwoLanguages
        name="answer"
        label={t.answer}
        state={stateOf(english, 'answer')}
        values={both(values, 'answer')}
        errors={errors}
        lines={7}
        longField={(area) => <RichTextField {...area} />}
        required
      />
      <SelectField
        name="group"
        label={t.group}
        defaultValue={values.group}
        errors={errors.group}
        options={groups.map(({ key, title }) => ({ value: key, label: inLang(title, lang) }))}
        required
      />
      <CheckField name="hidden" label={t.hide} hint={t.hideHint} defaultChecked={values.hidden === 'on'} />
    </>
  )
}
