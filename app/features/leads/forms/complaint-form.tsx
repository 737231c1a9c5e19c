import { useTexts } from '../../../locales/texts.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { EnquiryForm, type EnquiryFormFacts } from './enquiry-form.tsx'
import { PersonFields } from './person-fields.tsx'

export const COMPLAINT_FIELDS = ['name', 'email', 'phone', 'orderReference', 'message'] as const

type Props = EnquiryFormFacts & {
  /** The order of the query parameter. */
  orderReference: string | undefined
}

export function ComplaintForm({ orderReference, ...facts }: Props) {
  const { enquiries: t } = useTexts('innerPages')
  return (
    <EnquiryForm kind="complaint" names={COMPLAINT_FIELDS} submit={t.send.complaint} {...facts}>
      {(field) => (
        <>
          <PersonFields field={field} />
          <TextField
            {...field('orderReference')}
            defaultValue={field('orderReference').defaultValue ?? orderReference}
            hint={t.hints.order}
            dir="ltr"
            autoComplete="off"
            maxLength={60}
          />
          <TextAreaField {...field('message')} hint={t.hints.complaint} rows={6} maxLength={5000} required />
        </>
      )}
    </EnquiryForm>
  )
}
