import { TextField } from '../../ui/fields/text-field.tsx'
import { type EnquiryField, FieldPair } from './enquiry-form.tsx'

/** How somebody is reached. */
export function ReachFields({ field }: { field: EnquiryField }) {
  return (
    <FieldPair>
      <TextField {...field('email')} type="email" autoComplete="email" required />
      <TextField {...field('phone')} type="tel" autoComplete="tel" required />
    </FieldPair>
  )
}

/** Who writes, and how they are reached. */
export function PersonFields({ field }: { field: EnquiryField }) {
  return (
    <>
      <TextField {...field('name')} autoComplete="name" maxLength={100} required />
      <ReachFields field={field} />
    </>
  )
}
