import { useTexts } from '../../locales/texts.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EnquiryForm, FieldPair } from './enquiry-form.tsx'
import type { EnquiryAnswer } from './send-enquiry.ts'

export const CONTACT_FIELDS = ['name', 'email', 'phone', 'subject', 'message'] as const

type Props = {
  stamp: string
  answer: EnquiryAnswer
  /** Which of the four the address names. */
  subject: string | undefined
}

/** A message about one of the four subjects. */
export function ContactForm({ stamp, answer, subject }: Props) {
  const { enquiries: t, leads } = useTexts('innerPages')
  return (
    <EnquiryForm kind="contact" stamp={stamp} answer={answer} submit={t.send.contact}>
      {(field) => (
        <>
          <SelectField
            {...field('subject')}
            // The address may change under the form: a subject's card was pressed.
            key={subject}
            defaultValue={field('subject').defaultValue ?? subject}
            options={[
              { value: '', label: t.choose },
              ...Object.entries(leads.choices.subject).map(([value, label]) => ({ value, label })),
            ]}
            required
          />
          <TextField {...field('name')} autoComplete="name" maxLength={100} required />
          <FieldPair>
            <TextField {...field('email')} type="email" autoComplete="email" required />
            <TextField {...field('phone')} type="tel" autoComplete="tel" required />
          </FieldPair>
          <TextAreaField {...field('message')} rows={6} maxLength={5000} required />
        </>
      )}
    </EnquiryForm>
  )
}
