/** The VAT of a sale: by the seller's registration, the course, and the buyer's situation. */
import type { Institute } from '../../../../db/shapes.ts'

/** `none`: the seller is not registered for VAT, and no VAT is mentioned anywhere. */
export type VatTreatment = 'standard' | 'zero' | 'exempt' | 'none'
export type CourseVatTreatment = Exclude<VatTreatment, 'none'>

/** The rate unless the institute sets its own. Source: KSA VAT since 2020-07-01. */
export const DEFAULT_VAT_PERCENT = 15

/** Source: ZATCA, BR-KSA-40. */
export const isVatNumber = (text: string): boolean => /^3\d{13}3$/.test(text)

/** ZATCA's reason codes of sales without VAT, by treatment. Source: ZATCA, data dictionary, BT-121. */
export const VAT_REASON_CODES = {
  zero: [
    ...['VATEX-SA-32', 'VATEX-SA-33', 'VATEX-SA-34-1', 'VATEX-SA-34-2', 'VATEX-SA-34-3', 'VATEX-SA-34-4'],
    ...['VATEX-SA-34-5', 'VATEX-SA-35', 'VATEX-SA-36', 'VATEX-SA-EDU', 'VATEX-SA-HEA', 'VATEX-SA-MLTRY'],
  ],
  exempt: ['VATEX-SA-29', 'VATEX-SA-29-7', 'VATEX-SA-30'],
} as const satisfies Record<'zero' | 'exempt', readonly string[]>

/** Private education to citizens, whose VAT the state bears. */
const EDUCATION_OF_CITIZENS = 'VATEX-SA-EDU'

export type CourseVat = {
  vatTreatment: CourseVatTreatment
  /** Why it is sold without VAT; null where only a text says so. */
  vatReasonCode: string | null
  /** A long programme whose VAT the state bears for citizens. */
  zeroRatedForCitizens: boolean
}
export type Buyer = { isCitizen: boolean }

/** Until the checkout asks for a national ID, and checks it, nobody is sold anything at the citizens' rate. */
export const UNKNOWN_BUYER: Buyer = { isCitizen: false }

export type Vat = { treatment: VatTreatment; ratePercent: number; reasonCode: string | null }

export function vatOfSale(
  seller: Pick<Institute, 'vatRegistered' | 'vatRatePercent'> | undefined,
  course: CourseVat,
  buyer: Buyer,
): Vat {
  if (seller?.vatRegistered === false) return { treatment: 'none', ratePercent: 0, reasonCode: null }
  if (course.vatTreatment !== 'standard')
    return { treatment: course.vatTreatment, ratePercent: 0, reasonCode: course.vatReasonCode }
  if (course.zeroRatedForCitizens && buyer.isCitizen)
    return { treatment: 'zero', ratePercent: 0, reasonCode: EDUCATION_OF_CITIZENS }
  return { treatment: 'standard', ratePercent: seller?.vatRatePercent ?? DEFAULT_VAT_PERCENT, reasonCode: null }
}
