import { TextField } from '../../../ui/fields/text-field.tsx'
import { type EnquiryField, FieldPair } from './enquiry-form.tsx'

/** The contact details of a person. */
export function ReachFields({ field }: { field: EnquiryField }) {
  return (
    <FieldPair>
      <TextField {...field('email')} type="email" autoComplete="email" required />
      <TextField {...field('phone')} type="tel" autoComplete="tel" required />
    </FieldPair>
  )
}

/** The fields for a person's name and contact details. */
export function PersonFields({ field }: { field: EnquiryField }) {
  return (
    <>
      <TextField {...field('name')} autoComplete="name" maxLength={100} required />
      <ReachFields field={field} />
    </>
  )
}
