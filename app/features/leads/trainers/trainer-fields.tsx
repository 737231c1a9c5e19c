import type { ReactNode } from 'react'
import { useTexts } from '../../../locales/texts.tsx'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { TextAreaField } from '../../../ui/fields/text-area-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { type EnquiryField, FieldPair } from '../forms/enquiry-form.tsx'

export type Countries = { code: string; name: string }[]

/** The personal fields of the applicant. */
export function PersonStep({ field, countries }: { field: EnquiryField; countries: Countries }) {
  const { hints } = useTexts('trainer')
  const { enquiries, leads } = useTexts('innerPages')
  return (
    <>
      <TextField {...field('name')} autoComplete="name" maxLength={100} required />
      <FieldPair>
        <TextField {...field('email')} type="email" autoComplete="email" required />
        <TextField {...field('phone')} type="tel" autoComplete="tel" required />
      </FieldPair>
      <FieldPair>
        <TextField {...field('birthdate')} type="date" autoComplete="bday" required />
        <SelectField
          {...field('gender')}
          options={[
            { value: '', label: enquiries.choose },
            ...Object.entries(leads.choices.gender).map(([value, label]) => ({ value, label })),
          ]}
          required
        />
      </FieldPair>
      <TextField
        {...field('identityNumber')}
        hint={hints.identityNumber}
        inputMode="numeric"
        autoComplete="off"
        maxLength={14}
        dir="ltr"
        required
      />
      <SelectField
        {...field('country')}
        autoComplete="country"
        data-preset=""
        options={[
          { value: '', label: enquiries.choose },
          ...countries.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        required
      />
      <TextField {...field('address')} hint={hints.address} autoComplete="address-line1" maxLength={300} required />
    </>
  )
}

/** The fields for education and experience. */
export function ExperienceStep({ field }: { field: EnquiryField }) {
  const { hints } = useTexts('trainer')
  const words = (name: string, hint?: ReactNode) => (
    <TextField {...field(name)} {...(hint ? { hint } : {})} maxLength={150} dir="auto" required />
  )
  const number = (name: string, length: number) => (
    <TextField {...field(name)} inputMode="numeric" maxLength={length} dir="ltr" required />
  )
  return (
    <>
      <FieldPair>
        {words('qualification')}
        {number('graduationYear', 4)}
      </FieldPair>
      <FieldPair>
        {words('specialty')}
        <TextField {...field('academicRank')} maxLength={150} dir="auto" />
      </FieldPair>
      <FieldPair>
        {words('jobTitle')}
        {words('currentJob')}
      </FieldPair>
      <FieldPair>
        <TextField {...field('organization')} maxLength={150} dir="auto" autoComplete="organization" />
        {number('yearsOfExperience', 2)}
      </FieldPair>
      <TextAreaField
        {...field('experienceDescription')}
        hint={hints.experienceDescription}
        rows={6}
        maxLength={5000}
        required
      />
    </>
  )
}
