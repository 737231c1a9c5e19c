/** What a quote says, and the invoice that follows from it. Pure. */
import type {
  CompanyBuyer,
  Institute,
  InvoiceAmounts,
  InvoiceLine,
  Localized,
  NationalAddress,
  QuoteDocument,
} from '../../../db/shapes.ts'
import type { Draft } from '../invoices/invoice-document.ts'
import { priceOf } from '../orders/prices/pricing.ts'
import { type CourseVat, UNKNOWN_BUYER, vatOfSale } from '../orders/prices/vat.ts'

/** A line of a quote with what is known of its course and run. */
export type LineRow = {
  id: number
  courseId: number
  courseName: Localized
  courseVat: CourseVat
  isPublished: boolean
  run: {
    id: number
    startsAt: string
    endsAt: string
    city: Localized | null
    isCancelled: boolean
    seatsLeft: number
    /** The run was moved after the company had bought seats: until then they can be given back because of it. */
    freeUntil: string | null
  } | null
  seats: number
  unitHalalas: number
  discountHalalas: number
}

type Reasons = Record<'zero' | 'exempt', Localized>

/** A line of seats with its VAT, as quotes and invoices print it. */
export function documentLine(line: LineRow, institute: Institute | undefined, reasons: Reasons): InvoiceLine {
  const vat = vatOfSale(institute, line.courseVat, UNKNOWN_BUYER)
  const discount = { percent: null, amountHalalas: line.discountHalalas }
  const { currency: _, vatTreatment, ...price } = priceOf(line.seats * line.unitHalalas, discount, vat)
  return {
    ...price,
    description: line.courseName,
    seats: line.seats,
    ...{ quoteLineId: line.id, courseId: line.courseId, scheduleId: line.run?.id ?? null },
    run: line.run && {
      startsAt: new Date(line.run.startsAt).toISOString(),
      endsAt: new Date(line.run.endsAt).toISOString(),
    },
    couponCode: null,
    vatTreatment,
    vatReason: vatTreatment === 'zero' || vatTreatment === 'exempt' ? reasons[vatTreatment] : null,
    vatReasonCode: vat.reasonCode,
  }
}

export function totalsOf(lines: readonly InvoiceAmounts[]): InvoiceAmounts {
  const totals = { priceHalalas: 0, discountHalalas: 0, netHalalas: 0, vatHalalas: 0, totalHalalas: 0 }
  for (const line of lines)
    for (const name of Object.keys(totals) as (keyof InvoiceAmounts)[]) totals[name] += line[name]
  return totals
}

type Company = {
  name: Localized
  vatNumber: string | null
  registerNumber: string | null
  nationalAddress: NationalAddress | null
}

export function buyerOf({ name, vatNumber, registerNumber, nationalAddress }: Company): {
  name: string
  company: CompanyBuyer
} {
  const address = nationalAddress && addressText(nationalAddress)
  return { name: name.ar, company: { name, vatNumber, registerNumber, address } }
}

/** A national address in a line, as invoices print it. */
export function addressText({
  buildingNumber,
  street,
  district,
  city,
  postalCode,
  additionalNumber,
}: NationalAddress): Localized {
  const inOne = (lang: 'ar' | 'en', comma: string) => {
    const text = (words: Localized) => (lang === 'en' ? (words.en ?? words.ar) : words.ar)
    const code = additionalNumber ? `${postalCode}-${additionalNumber}` : postalCode
    return [`${buildingNumber} ${text(street)}`, text(district), `${text(city)} ${code}`].join(comma)
  }
  const hasEnglish = [street, district, city].some(({ en }) => en !== undefined)
  return { ar: inOne('ar', '، '), ...(hasEnglish ? { en: inOne('en', ', ') } : {}) }
}

/** The invoice of an accepted quote: issued before it is paid. */
export function invoiceDraft(number: string, { seller, buyer, lines, totals }: QuoteDocument, acceptedAt: Date): Draft {
  return {
    ...{ seller, buyer, lines, totals },
    order: { reference: number, placedAt: acceptedAt.toISOString(), paidAt: null },
    original: null,
    reason: null,
  }
}

/**
 * What is credited when seats of a line are given back after `before` of them were: the shares of all seats add up to
 * exactly the line's total.
 */
export function creditOfSeats(line: { totalHalalas: number; seats: number }, before: number, seats: number): number {
  const upTo = (count: number) => Math.round((line.totalHalalas * count) / line.seats)
  return upTo(before + seats) - upTo(before)
}
