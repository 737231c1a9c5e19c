/** A course as the values that staff edit, and back: every language of a text is a value of its own. */
import type { Localized, OutlineUnit, Question, Seo } from '../../../db/shapes.ts'
import { type FlatTexts, flatTexts, textsIn } from '../revisions/flat-texts.ts'
import type { TextName } from './course-texts.ts'
import type { VatTreatment } from './desk-contract.ts'

export type CourseValues = {
  slug: string
  specializationId: number
  subSpecializationId: number | null
  category: number
  level: number
  deliveryMethod: number
  hours: number
  licence: string | null
  previewVideo: string | null
  trainers: number[]
  outcomes: Localized[]
  prerequisites: Localized[]
  audience: Localized[]
  outline: OutlineUnit[]
  faq: Question[]
  priceHalalas: number
  oldPriceHalalas: number | null
  vatTreatment: VatTreatment
  vatReasonCode: string | null
  zeroRatedForCitizens: boolean
  /** Where the picture is; set by its own command. */
  cover: string
} & FlatTexts<TextName>

/** The columns that hold the values. */
export type CourseColumns = {
  slug: string
  specialization_id: number
  sub_specialization_id: number | null
  category: number
  level: number
  delivery_method: number
  hours: number
  licence: string | null
  preview_video: string | null
  price_halalas: number
  old_price_halalas: number | null
  vat_treatment: string
  vat_reason_code: string | null
  zero_rated_for_citizens: boolean
  cover: string
  cover_alt: Localized | null
  name: Localized
  summary: Localized
  description: Localized
  certificate: Localized
  outcomes: Localized[]
  prerequisites: Localized[]
  audience: Localized[]
  outline: OutlineUnit[]
  faq: Question[]
  seo: Seo
}

export function valuesOf(row: CourseColumns, trainers: number[]): CourseValues {
  const texts: Record<TextName, Localized | null | undefined> = {
    name: row.name,
    summary: row.summary,
    description: row.description,
    certificate: row.certificate,
    seoTitle: row.seo.title,
    seoDescription: row.seo.description,
    seoKeywords: row.seo.keywords,
    coverAlt: row.cover_alt,
  }
  return {
    slug: row.slug,
    specializationId: row.specialization_id,
    subSpecializationId: row.sub_specialization_id,
    category: row.category,
    level: row.level,
    deliveryMethod: row.delivery_method,
    hours: row.hours,
    licence: row.licence,
    previewVideo: row.preview_video,
    trainers,
    outcomes: row.outcomes,
    prerequisites: row.prerequisites,
    audience: row.audience,
    outline: row.outline,
    faq: row.faq,
    priceHalalas: row.price_halalas,
    oldPriceHalalas: row.old_price_halalas,
    vatTreatment: row.vat_treatment as VatTreatment,
    vatReasonCode: row.vat_reason_code,
    zeroRatedForCitizens: row.zero_rated_for_citizens,
    cover: row.cover,
    ...flatTexts(texts),
  }
}

export function columnsOf(values: CourseValues): CourseColumns {
  const { text, unlessBlank } = textsIn<TextName>(values)
  const keywords = unlessBlank('seoKeywords')
  return {
    slug: values.slug,
    specialization_id: values.specializationId,
    sub_specialization_id: values.subSpecializationId,
    category: values.category,
    level: values.level,
    delivery_method: values.deliveryMethod,
    hours: values.hours,
    licence: values.licence,
    preview_video: values.previewVideo,
    price_halalas: values.priceHalalas,
    old_price_halalas: values.oldPriceHalalas,
    vat_treatment: values.vatTreatment,
    vat_reason_code: values.vatReasonCode,
    zero_rated_for_citizens: values.zeroRatedForCitizens,
    cover: values.cover,
    cover_alt: unlessBlank('coverAlt') ?? null,
    name: text('name'),
    summary: text('summary'),
    description: text('description'),
    certificate: text('certificate'),
    outcomes: values.outcomes,
    prerequisites: values.prerequisites,
    audience: values.audience,
    outline: values.outline,
    faq: values.faq,
    seo: { title: text('seoTitle'), description: text('seoDescription'), ...(keywords && { keywords }) },
  }
}

/** The fields without which a course is not shown to visitors. */
export function missingForPublication(values: CourseValues): (keyof CourseValues)[] {
  const needed = ['name.ar', 'summary.ar', 'description.ar', 'certificate.ar', 'cover'] as const
  const lists = ['outcomes', 'outline', 'trainers'] as const
  return [...needed.filter((name) => !values[name]), ...lists.filter((name) => values[name].length === 0)]
}
