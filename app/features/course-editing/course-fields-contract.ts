/** The fields of a course as staff edit them. Each language of a text is a field of its own. */
import { z } from 'zod'
import { Flag, Id, NO_CONTROLS, optional, WholeNumber } from '../../api/fields.ts'
import { foldDigits } from '../../locales/digits.ts'
import { cleanText } from './clean-text.ts'

const orNull = <T extends z.ZodType>(schema: T) => optional(schema).transform((value) => value ?? null)

/** A text as it is stored: without what word processors put into it. Null when nothing is written. */
const Written = (max: number) =>
  z
    .string()
    .nullable()
    .transform((text) => cleanText(text ?? '') || null)
    .pipe(z.string().max(max, `tooLong:${max}`).regex(NO_CONTROLS, 'invalid').nullable())

const Both = (max: number) =>
  z
    .object({ ar: Written(max), en: Written(max).optional() })
    .transform(({ ar, en }) => ({ ar: ar ?? '', ...(en ? { en } : {}) }))
    .refine(({ ar }) => ar !== '', 'required')

const MAX_LINE = 300
const MAX_PARAGRAPH = 2_000
const MAX_MARKDOWN = 20_000

/** Letters of any script, digits and hyphens, as in an address. */
export const CourseSlug = z
  .string()
  .transform((slug) => slug.normalize('NFC').trim().toLowerCase())
  .pipe(
    z
      .string()
      .min(1, 'required')
      .max(120, 'tooLong:120')
      .regex(/^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u, 'slug'),
  )

const Choice = WholeNumber.pipe(z.union([z.literal(1), z.literal(2), z.literal(3)], 'invalid'))
const Decimal = z
  .union([z.number(), z.string().transform((text) => Number(foldDigits(text.trim()).replace('٫', '.')))])
  .pipe(z.number('number').positive('number').max(9999, 'number').multipleOf(0.5, 'halfHours'))

export const COURSE_FIELDS = {
  slug: CourseSlug,
  specializationId: Id,
  subSpecializationId: orNull(Id),
  category: Choice,
  level: Choice,
  deliveryMethod: Choice,
  hours: Decimal,
  licence: Written(100),
  previewVideo: orNull(z.url('url').max(500, 'tooLong:500')),
  trainers: z.array(Id).max(20, 'tooManyRows:20'),
  'name.ar': Written(MAX_LINE).refine((text) => text !== null, 'required'),
  'name.en': Written(MAX_LINE),
  'summary.ar': Written(MAX_PARAGRAPH),
  'summary.en': Written(MAX_PARAGRAPH),
  'description.ar': Written(MAX_MARKDOWN),
  'description.en': Written(MAX_MARKDOWN),
  'certificate.ar': Written(MAX_PARAGRAPH),
  'certificate.en': Written(MAX_PARAGRAPH),
  'seoTitle.ar': Written(MAX_LINE),
  'seoTitle.en': Written(MAX_LINE),
  'seoDescription.ar': Written(MAX_PARAGRAPH),
  'seoDescription.en': Written(MAX_PARAGRAPH),
  'seoKeywords.ar': Written(MAX_PARAGRAPH),
  'seoKeywords.en': Written(MAX_PARAGRAPH),
  'coverAlt.ar': Written(MAX_LINE),
  'coverAlt.en': Written(MAX_LINE),
  outcomes: z.array(Both(MAX_PARAGRAPH)).max(50, 'tooManyRows:50'),
  prerequisites: z.array(Both(MAX_PARAGRAPH)).max(50, 'tooManyRows:50'),
  audience: z.array(Both(MAX_PARAGRAPH)).max(50, 'tooManyRows:50'),
  outline: z
    .array(
      z.object({
        title: Both(MAX_LINE),
        lessons: z
          .array(
            z.object({
              title: Both(MAX_LINE),
              minutes: WholeNumber.pipe(z.number().min(1, 'number').max(6000, 'number')),
            }),
          )
          .max(100, 'tooManyRows:100'),
      }),
    )
    .max(60, 'tooManyRows:60'),
  faq: z.array(z.object({ question: Both(MAX_LINE), answer: Both(MAX_PARAGRAPH) })).max(50, 'tooManyRows:50'),
}

const Halalas = WholeNumber.pipe(z.number().min(0, 'number').max(100_000_000, 'number'))

export const PRICE_FIELDS = {
  priceHalalas: Halalas,
  oldPriceHalalas: orNull(Halalas),
  vatTreatment: z.enum(['standard', 'zero', 'exempt'], 'invalid'),
  vatReasonCode: orNull(z.string().trim().max(50, 'tooLong:50')),
  zeroRatedForCitizens: Flag.transform((value) => value ?? false),
}
