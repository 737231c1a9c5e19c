import { useTexts } from '../../../locales/texts.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { EnquiryForm, type EnquiryFormFacts } from './enquiry-form.tsx'
import { PersonFields } from './person-fields.tsx'

export const SUPPORT_FIELDS = ['problem', 'name', 'email', 'phone', 'orderReference', 'message'] as const

/** A request for technical help. */
export function SupportForm(facts: EnquiryFormFacts) {
  const { enquiries: t, leads } = useTexts('innerPages')
  return (
    <EnquiryForm kind="support" names={SUPPORT_FIELDS} submit={t.send.support} {...facts}>
      {(field) => (
        <>
          <SelectField
            {...field('problem')}
            options={[
              { value: '', label: t.choose },
              ...Object.entries(leads.choices.problem).map(([value, label]) => ({ value, label })),
            ]}
            required
          />
          <PersonFields field={field} />
          <TextField
            {...field('orderReference')}
            hint={t.hints.paymentOrder}
            dir="ltr"
            autoComplete="off"
            maxLength={60}
          />
          <TextAreaField {...field('message')} hint={t.hints.support} rows={6} maxLength={5000} required />
        </>
      )}
    </EnquiryForm>
  )
}
