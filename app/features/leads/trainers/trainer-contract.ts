/** The fields of a trainer's application. */
import { getCountries } from 'libphonenumber-js/max'
import { z } from 'zod'
import { Email, FileField, FullName, optional, Text, WholeNumber } from '../../../api/fields.ts'
import { foldDigits } from '../../../locales/digits.ts'
import { FormFacts, Message, Phone } from '../enquiry-contract.ts'
import { isIdentityNumber, isLikeIdentityNumber } from './identity-number.ts'

export const MAX_RESEARCHES = 20
export const MAX_COURSES = 30

const given = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema)

/** A calendar day, as `2001-12-31`. */
const Day = z
  .string()
  .transform((text) => foldDigits(text).trim())
  .pipe(z.string().min(1, 'required').pipe(z.iso.date('date')))

/** A year, month or day: `2023`, `2023-05`, `2023/5/31`. */
export const PublishDate = z
  .string()
  .transform((text) =>
    foldDigits(text)
      .trim()
      .replaceAll('/', '-')
      .replace(/-(\d)(?=-|$)/g, '-0$1'),
  )
  .pipe(
    z
      .string()
      .min(1, 'required')
      .regex(/^(?:19|20)\d\d(?:-(?:0[1-9]|1[0-2])(?:-\d\d)?)?$/, 'publishDate')
      .refine((date) => date.length < 10 || z.iso.date().safeParse(date).success, 'publishDate'),
  )

const Gender = z.preprocess(
  (value) => ({ '1': 'male', '2': 'female', '': undefined })[foldDigits(String(value ?? ''))] ?? (value || undefined),
  z.enum(['male', 'female'], { error: (issue) => (issue.input === undefined ? 'required' : 'invalid') }),
)

const IdentityNumber = z
  .string()
  .transform((text) => foldDigits(text).replace(/[\s-]/g, ''))
  .pipe(
    z
      .string()
      .refine(isLikeIdentityNumber, { error: 'identityNumber', abort: true })
      .refine(isIdentityNumber, 'identityCheckDigit'),
  )

/** Ascension and Tristan da Cunha: they have calling codes of their own but are not ISO 3166 countries. */
const NO_COUNTRIES = new Set<string>(['AC', 'TA'])
export const COUNTRIES: readonly string[] = getCountries().filter((code) => !NO_COUNTRIES.has(code))
const Country = z
  .string()
  .transform((code) => code.trim().toUpperCase())
  .pipe(
    z
      .string()
      .min(1, 'required')
      .refine((code) => code === '' || COUNTRIES.includes(code), 'invalid'),
  )

/** Empty rows, which a form without scripts sends, are ignored. */
const Rows = <T extends z.ZodType>(row: T, most: number) =>
  z.preprocess(
    (value) => filledRows(parsed(value)),
    z
      // Their positions stay, so that an error is reported at the right row.
      .array(row.nullable(), 'invalid')
      .transform((rows) => rows.filter((filled) => filled !== null))
      .refine((rows) => rows.length <= most, `tooManyRows:${most}`),
  )

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? []
  try {
    return value.trim() === '' ? [] : JSON.parse(value)
  } catch {
    return value
  }
}

function filledRows(rows: unknown): unknown {
  if (!Array.isArray(rows)) return rows
  const isEmpty = (row: unknown) =>
    typeof row === 'object' && row !== null && Object.values(row).every((value) => String(value ?? '').trim() === '')
  return rows.map((row) => (isEmpty(row) ? null : row))
}

export const CvId = z.uuid('invalid')

export const TrainerFields = z.object({
  name: FullName,
  email: Email,
  phone: Phone,
  birthdate: Day,
  /** 1 or male, 2 or female. */
  gender: Gender,
  /** Optional for applicants who live abroad. */
  identityNumber: optional(IdentityNumber),
  /** Its ISO 3166 code. */
  country: Country,
  address: Text(300),
  qualification: Text(150),
  graduationYear: given(WholeNumber.pipe(z.number().min(1900, 'year').max(2200, 'year'))),
  jobTitle: Text(150),
  yearsOfExperience: given(WholeNumber.pipe(z.number().min(0, 'numberBetween:0,64').max(64, 'numberBetween:0,64'))),
  currentJob: Text(150),
  specialty: Text(150),
  academicRank: optional(Text(150)),
  experienceDescription: Message(5000),
  researches: Rows(z.object({ title: Text(300), publishDate: PublishDate }), MAX_RESEARCHES),
  courses: Rows(z.object({ title: Text(300), organization: Text(200) }), MAX_COURSES),
  organization: optional(Text(150)),
  ...FormFacts,
  /** A PDF or DOCX of at most 10 MB … */
  cv: optional(FileField),
  /** … or the id of one that was uploaded before. */
  cvId: optional(CvId),
})

/** A pending CV. */
export const WaitingCv = z.object({ id: z.uuid(), name: z.string(), size: z.int() })
export type WaitingCv = z.output<typeof WaitingCv>
