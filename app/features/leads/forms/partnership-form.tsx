import { useTexts } from '../../../locales/texts.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { EnquiryForm, type EnquiryFormFacts } from './enquiry-form.tsx'
import { ReachFields } from './person-fields.tsx'

export const PARTNERSHIP_FIELDS = ['institutionName', 'contactName', 'email', 'phone', 'message'] as const

export function PartnershipForm(facts: EnquiryFormFacts) {
  const { enquiries: t } = useTexts('innerPages')
  return (
    <EnquiryForm kind="partnership" names={PARTNERSHIP_FIELDS} submit={t.send.partnership} {...facts}>
      {(field) => (
        <>
          <TextField {...field('institutionName')} autoComplete="organization" maxLength={150} required />
          <TextField {...field('contactName')} autoComplete="name" maxLength={100} required />
          <ReachFields field={field} />
          <TextAreaField {...field('message')} hint={t.hints.partnership} rows={6} maxLength={5000} required />
        </>
      )}
    </EnquiryForm>
  )
}
