import { useTexts } from '../../../locales/texts.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { type EnquiryField, EnquiryForm, type EnquiryFormFacts } from './enquiry-form.tsx'
import { PersonFields } from './person-fields.tsx'

export const CONTACT_FIELDS = ['subject', 'name', 'email', 'phone', 'orderReference', 'message'] as const

type Props = EnquiryFormFacts & {
  /** The subject of the query parameter. */
  subject: string | undefined
  /** The order for which another date is asked. */
  moves: string | undefined
}

/** A message about one of the four subjects. */
export function ContactForm({ subject, moves, ...facts }: Props) {
  const { enquiries: t, leads } = useTexts('innerPages')
  return (
    <EnquiryForm kind="contact" names={CONTACT_FIELDS} submit={t.send.contact} about={moves} {...facts}>
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
          <MovedOrder {...field('orderReference')} moves={moves} />
          <TextAreaField
            {...field('message')}
            defaultValue={field('message').defaultValue ?? (moves && t.moveMessage(moves))}
            // What was typed before takes the place of the message that is proposed.
            data-preset={moves && ''}
            rows={6}
            maxLength={5000}
            required
          />
        </>
      )}
    </EnquiryForm>
  )
}

/** The order goes with the message, so that staff find it at once. It is in the message, too, and is not typed here. */
function MovedOrder({
  name,
  defaultValue,
  moves,
}: Pick<ReturnType<EnquiryField>, 'name' | 'defaultValue'> & Pick<Props, 'moves'>) {
  const value = defaultValue ?? moves
  return value ? <input type="hidden" name={name} value={value} /> : null
}
