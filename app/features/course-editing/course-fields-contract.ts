/** The fields of a course as staff edit them. Each language of a text is a field of its own. */
import { z } from 'zod'
import { Flag, Id, WholeNumber } from '../../api/fields.ts'
import { foldDigits } from '../../locales/digits.ts'
import {
  MAX_LINE,
  MAX_PARAGRAPH,
  orNull,
  Slug,
  WrittenMarkdown,
  WrittenText,
} from '../revisions/text-fields-contract.ts'

const Both = (max: number) =>
  z
    .object({ ar: WrittenText(max), en: WrittenText(max).optional() })
    .transform(({ ar, en }) => ({ ar: ar ?? '', ...(en ? { en } : {}) }))
    .refine(({ ar }) => ar !== '', 'required')

const MAX_MARKDOWN = 20_000

const Choice = WholeNumber.pipe(z.union([z.literal(1), z.literal(2), z.literal(3)], 'invalid'))
const Decimal = z
  .union([z.number(), z.string().transform((text) => Number(foldDigits(text.trim()).replace('٫', '.')))])
  .pipe(z.number('number').positive('number').max(9999, 'number').multipleOf(0.5, 'halfHours'))

export const COURSE_FIELDS = {
  slug: Slug,
  specializationId: Id,
  subSpecializationId: orNull(Id),
  category: Choice,
  level: Choice,
  deliveryMethod: Choice,
  hours: Decimal,
  licence: WrittenText(100),
  previewVideo: orNull(z.url('url').max(500, 'tooLong:500')),
  trainers: z.array(Id).max(20, 'tooManyRows:20'),
  'name.ar': WrittenText(MAX_LINE).refine((text) => text !== null, 'required'),
  'name.en': WrittenText(MAX_LINE),
  'summary.ar': WrittenText(MAX_PARAGRAPH),
  'summary.en': WrittenText(MAX_PARAGRAPH),
  'description.ar': WrittenMarkdown(MAX_MARKDOWN),
  'description.en': WrittenMarkdown(MAX_MARKDOWN),
  'certificate.ar': WrittenText(MAX_PARAGRAPH),
  'certificate.en': WrittenText(MAX_PARAGRAPH),
  'seoTitle.ar': WrittenText(MAX_LINE),
  'seoTitle.en': WrittenText(MAX_LINE),
  'seoDescription.ar': WrittenText(MAX_PARAGRAPH),
  'seoDescription.en': WrittenText(MAX_PARAGRAPH),
  'seoKeywords.ar': WrittenText(MAX_PARAGRAPH),
  'seoKeywords.en': WrittenText(MAX_PARAGRAPH),
  'coverAlt.ar': WrittenText(MAX_LINE),
  'coverAlt.en': WrittenText(MAX_LINE),
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
