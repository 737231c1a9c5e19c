/** The form fields of each kind of enquiry. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { z } from 'zod'
import { Email, FullName, Id, NameText, NO_CONTROLS, optional, Text, WholeNumber } from '../../api/fields.ts'
import { foldDigits } from '../../locales/digits.ts'

export const LeadKind = z.enum(['contact', 'support', 'complaint', 'quote', 'partnership', 'trainer'], 'invalid')
export type LeadKind = z.output<typeof LeadKind>

export const LeadStatus = z.enum(['received', 'handling', 'answered', 'closed'], 'invalid')
export type LeadStatus = z.output<typeof LeadStatus>

export const Reference = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^Q-\d{4}-\d{6,10}$/, 'invalid')

/** Multi-line text, saved as typed. */
export const Message = (max: number) =>
  z
    .string()
    .transform((text) => text.replace(/\r\n?/g, '\n'))
    .pipe(
      z
        .string()
        .max(max, `tooLong:${max}`)
        .regex(NO_CONTROLS, 'invalid')
        .refine((text) => text.isWellFormed(), 'invalid')
        .refine((text) => text.trim() !== '', 'required'),
    )

/** A phone number as E.164; Saudi unless it has another country code. */
export const Phone = z
  .string()
  .transform((text) => foldDigits(text).trim())
  .pipe(z.string().min(1, 'required').max(25, 'phone'))
  .transform((text, check) => {
    const phone = parsePhoneNumberFromString(text, 'SA')
    if (phone?.isValid()) return phone.number as string
    check.addIssue({ code: 'custom', message: 'phone' })
    return z.NEVER
  })

/** One of the numbered options of a form. */
export const Choice = (last: number) =>
  z.preprocess(
    (value) => value ?? '',
    z
      .union([z.string().trim().min(1, 'required'), z.number()])
      .pipe(WholeNumber)
      .pipe(z.number().min(1, 'invalid').max(last, 'invalid')),
  )

/** Additional fields of the website's forms; API clients send none of them. */
export const FormFacts = {
  /** The form token, rendered into the form's page. */
  stamp: optional(z.string().max(200, 'invalid')),
  /** The honeypot: an invisible field that only bots fill. */
  website: optional(z.string().max(10_000, 'invalid')),
  /** Consents to the use of the data for answering. */
  consent: optional(z.literal('on', 'consent')),
}

const MESSAGE = 5000
const person = { email: Email, phone: Phone, ...FormFacts }

export const ContactFields = z.object({
  name: FullName,
  ...person,
  /** 1 general inquiry, 2 suggestion, 3 complaint, 4 job offer. */
  subject: Choice(4),
  /** The order for which another date is asked. */
  orderReference: optional(Text(60).transform(foldDigits)),
  message: Message(MESSAGE),
})

export const SupportFields = z.object({
  name: FullName,
  ...person,
  /** 1 signing in, 2 paying or an order, 3 a lesson, session or file, 4 something else. */
  problem: Choice(4),
  orderReference: optional(Text(60).transform(foldDigits)),
  message: Message(MESSAGE),
})

export const ComplaintFields = z.object({
  name: FullName,
  ...person,
  orderReference: optional(Text(60).transform(foldDigits)),
  message: Message(MESSAGE),
})

export const QuoteFields = z.object({
  institutionName: NameText(150),
  managerName: FullName,
  jobTitle: NameText(100),
  ...person,
  specializationId: z.preprocess((id) => (id === '' ? undefined : id), Id),
  traineeCount: z.preprocess(
    (count) => (count === '' ? undefined : count),
    WholeNumber.pipe(z.number().min(1, 'numberBetween:1,10000').max(10_000, 'numberBetween:1,10000')),
  ),
  /** 1 the institute, 2 a hotel, 3 online. */
  trainingLocation: Choice(3),
  trainingPackage: optional(Message(500)),
  /** 1 a meal, 2 drinks and a meal. */
  hospitality: optional(Choice(2)),
  otherAdditions: optional(Message(2000)),
})

export const PartnershipFields = z.object({
  institutionName: NameText(150),
  contactName: FullName,
  ...person,
  message: Message(MESSAGE),
})
