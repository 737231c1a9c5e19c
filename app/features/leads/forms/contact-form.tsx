import { useTexts } from '../../../locales/texts.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { EnquiryForm, type EnquiryFormFacts } from './enquiry-form.tsx'
import { PersonFields } from './person-fields.tsx'

export const CONTACT_FIELDS = ['subject', 'name', 'email', 'phone', 'message'] as const

type Props = EnquiryFormFacts & {
  /** The subject of the query parameter. */
  subject: string | undefined
}

/** A message about one of the four subjects. */
export function ContactForm({ subject, ...facts }: Props) {
  const { enquiries: t, leads } = useTexts('innerPages')
  return (
    <EnquiryForm kind="contact" names={CONTACT_FIELDS} submit={t.send.contact} {...facts}>
      {(field) => (
        <>
          <SelectField
            {...field('subject')}
            // The query changes while the form is shown: a subject's card was clicked.
            key={subject}
            defaultValue={field('subject').defaultValue ?? subject}
            options={[
              { value: '', label: t.choose },
              ...Object.entries(leads.choices.subject).map(([value, label]) => ({ value, label })),
            ]}
            required
          />
          <PersonFields field={field} />
          <TextAreaField {...field('message')} rows={6} maxLength={5000} required />
        </>
      )}
    </EnquiryForm>
  )
}
