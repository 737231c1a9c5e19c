import { useTexts } from '../../../locales/texts.tsx'
import { ChoiceCards } from '../../../ui/fields/choice-cards.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { IconName } from '../../../ui/icons/icon.tsx'
import { EnquiryForm, type EnquiryFormFacts, FieldPair } from './enquiry-form.tsx'
import { ReachFields } from './person-fields.tsx'
import styles from './quote-form.module.css'

export const QUOTE_FIELDS = [
  ...(['institutionName', 'managerName', 'jobTitle', 'email', 'phone', 'specializationId', 'traineeCount'] as const),
  ...(['trainingLocation', 'hospitality', 'trainingPackage', 'otherAdditions'] as const),
] as const

type Props = EnquiryFormFacts & {
  specializations: { id: number; name: string }[]
  /** The one of the query parameter. */
  specialization: string | undefined
}

const LOCATIONS: [value: '1' | '2' | '3', icon: IconName][] = [
  ['1', 'building'],
  ['2', 'map-pin'],
  ['3', 'video'],
]

/** A company's request for a quote. */
export function QuoteForm({ specializations, specialization, ...facts }: Props) {
  const { enquiries: t, leads } = useTexts('innerPages')
  const { trainingLocation, hospitality } = leads.choices
  return (
    <EnquiryForm kind="quote" names={QUOTE_FIELDS} submit={t.send.quote} {...facts}>
      {(field) => (
        <>
          <TextField {...field('institutionName')} autoComplete="organization" maxLength={150} required />
          <FieldPair>
            <TextField {...field('managerName')} autoComplete="name" maxLength={100} required />
            <TextField {...field('jobTitle')} autoComplete="organization-title" maxLength={100} required />
          </FieldPair>
          <ReachFields field={field} />
          <FieldPair>
            <SelectField
              {...field('specializationId')}
              defaultValue={field('specializationId').defaultValue ?? specialization}
              options={[
                { value: '', label: t.choose },
                ...specializations.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              required
            />
            <TextField
              {...field('traineeCount')}
              inputMode="numeric"
              dir="ltr"
              autoComplete="off"
              maxLength={6}
              required
            />
          </FieldPair>
          <div className={styles.place}>
            <ChoiceCards
              {...field('trainingLocation')}
              choices={LOCATIONS.map(([value, icon]) => ({ value, icon, label: trainingLocation[value] }))}
            />
            <div className={styles.hospitality}>
              <SelectField
                {...field('hospitality')}
                options={[
                  { value: '', label: t.noHospitality },
                  ...Object.entries(hospitality).map(([value, label]) => ({ value, label })),
                ]}
              />
            </div>
          </div>
          <TextAreaField {...field('trainingPackage')} hint={t.hints.package} rows={3} maxLength={500} />
          <TextAreaField {...field('otherAdditions')} hint={t.hints.additions} rows={3} maxLength={2000} />
        </>
      )}
    </EnquiryForm>
  )
}
