import { useLoaderData } from 'react-router'
import { deskLink } from '../../../desk/desk-links.ts'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskAction, deskLoader, requireRight } from '../../../desk/desk-page.ts'
import { KeptForm } from '../../../desk/drafts/kept-form.tsx'
import { TwoLanguages } from '../../../desk/edit-form/two-languages.tsx'
import { labelsOf } from '../../../desk/record/field-labels.ts'
import styles from '../../../desk/record/record.module.css'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { useDeskAnswer } from '../../../desk/use-desk-answer.ts'
import { inLang } from '../../../locales/localized.ts'
import { useLang } from '../../../locales/texts.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { FormErrors } from '../../../ui/fields/form-errors.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { optionsOf } from './options.ts'

export const loader = deskLoader(async (page) => {
  await requireRight(page, 'courses.change')
  const { specializations } = await page.api.courseEditing.courseChoices({})
  return { specializations: specializations.map(({ id, name }) => ({ id, name })) }
})

export const action = deskAction({
  add: async ({ api, lang }, form) => {
    const { intent: _, ...fields } = Object.fromEntries(form)
    const { id } = await api.courseEditing.addCourse(fields as never)
    return { to: deskLink(lang, `courses/${id}`, { said: 'added' }) }
  },
})

export const meta = deskMeta('courses', (t) => t.addTitle)

/** The few facts without which there is no course; everything else is written on its page. */
export default function NewCoursePage() {
  const { specializations } = useLoaderData<typeof loader>()
  const t = useDeskTexts('courses')
  const lang = useLang()
  const { failureOf, typedIn } = useDeskAnswer()
  const failure = failureOf('add')
  const typed = typedIn('add')
  const errors = failure?.fields ?? {}
  const select = (name: string, label: string, options: ReturnType<typeof optionsOf>) => (
    <SelectField
      name={name}
      label={label}
      options={options}
      errors={errors[name]}
      defaultValue={typed[name] ?? ''}
      required
    />
  )
  return (
    <>
      <DeskHead title={t.addTitle} lead={t.addLead} above={{ title: t.title, path: 'courses' }} />
      <KeptForm className={styles.form}>
        <FormErrors failure={failure} labels={labelsOf(t, Object.keys(errors))} />
        <TwoLanguages
          name="name"
          label={t.name}
          values={{ ar: typed['name.ar'] ?? '', en: typed['name.en'] ?? '' }}
          errors={errors}
          required
        />
        <FieldRow>
          {select(
            'specializationId',
            t.specialization,
            specializations.map(({ id, name }) => ({ value: id, label: inLang(name, lang) })),
          )}
          {select('category', t.category, optionsOf(t.categories))}
          {select('level', t.level, optionsOf(t.levels))}
          {select('deliveryMethod', t.deliveryMethod, optionsOf(t.deliveries))}
          <TextField
            name="hours"
            label={t.hours}
            inputMode="decimal"
            dir="ltr"
            defaultValue={typed.hours}
            errors={errors.hours}
            required
          />
        </FieldRow>
        <div className={styles.actions}>
          <SubmitButton name="intent" value="add">
            {t.add}
          </SubmitButton>
        </div>
      </KeptForm>
    </>
  )
}
