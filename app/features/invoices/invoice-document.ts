/** What invoices and credit notes say, from what was sold. */
import type { Institute, InvoiceAmounts, InvoiceDocument, InvoiceLine, Localized } from '../../../db/shapes.ts'
import { netOf, type VatTreatment } from '../orders/pricing.ts'

export type Sold = InvoiceAmounts & {
  reference: string
  courseName: Localized
  run: { startsAt: Date; endsAt: Date } | null
  couponCode: string | null
  vatTreatment: VatTreatment
  vatRatePercent: number
  placedAt: Date
  paidAt: Date
  /** Null for an account that was erased. */
  buyerName: string | null
}

export type Draft = Omit<InvoiceDocument, 'qr'>
type Seller = InvoiceDocument['seller']

/** Source: ZATCA, BR-KSA-40. */
const VAT_NUMBER = /^3\d{13}3$/

/** Who sells; undefined while the institute's settings lack what every invoice must say. */
export function sellerOf(institute: Institute | undefined): Seller | undefined {
  if (!institute || !VAT_NUMBER.test(institute.vatNumber) || !institute.legalName.ar || !institute.address.ar)
    return undefined
  const { legalName, address, vatNumber, commercialRegistration } = institute
  return { name: legalName, address, vatNumber, commercialRegistration }
}

/** @param reasons why a line carries no VAT, by its treatment */
export function invoiceOf(sold: Sold, seller: Seller, reasons: Record<'zero' | 'exempt', Localized>): Draft {
  const { priceHalalas, discountHalalas, netHalalas, vatHalalas, totalHalalas, vatTreatment } = sold
  const totals = { priceHalalas, discountHalalas, netHalalas, vatHalalas, totalHalalas }
  const line: InvoiceLine = {
    ...totals,
    description: sold.courseName,
    run: sold.run && { startsAt: sold.run.startsAt.toISOString(), endsAt: sold.run.endsAt.toISOString() },
    couponCode: discountHalalas > 0 ? sold.couponCode : null,
    vatTreatment,
    vatRatePercent: sold.vatRatePercent,
    vatReason: vatTreatment === 'standard' ? null : reasons[vatTreatment],
  }
  return {
    seller,
    buyer: sold.buyerName === null ? null : { name: sold.buyerName },
    order: {
      reference: sold.reference,
      placedAt: sold.placedAt.toISOString(),
      paidAt: sold.paidAt.toISOString(),
    },
    original: null,
    reason: null,
    lines: [line],
    totals,
  }
}

export type Credited = { totalHalalas: number; netHalalas: number }

/**
 * What a credit note over `amountHalalas` takes back, after `before`. The part without VAT is what the whole credited
 * amount has, less what was credited already: so no note is ever below zero, and when all is credited, the notes are
 * together exactly the invoice.
 * @throws RangeError for more than is left
 */
export function creditAmounts(
  invoice: { totalHalalas: number; netHalalas: number; vatHalalas: number; vatRatePercent: number },
  before: Credited,
  amountHalalas: number,
): { totalHalalas: number; netHalalas: number; vatHalalas: number } {
  const creditedInAll = before.totalHalalas + amountHalalas
  if (amountHalalas <= 0 || creditedInAll > invoice.totalHalalas)
    throw new RangeError(`A credit of ${amountHalalas} after ${before.totalHalalas} of ${invoice.totalHalalas}.`)
  // Within the invoice's own amounts, which is the rest of them for the last note.
  const byRate = Math.min(netOf(creditedInAll, invoice.vatRatePercent), invoice.netHalalas)
  const netInAll = Math.max(byRate, creditedInAll - invoice.vatHalalas)
  const netHalalas = netInAll - before.netHalalas
  return { totalHalalas: amountHalalas, netHalalas, vatHalalas: amountHalalas - netHalalas }
}

type Issued = { number: string; issuedAt: Date; document: InvoiceDocument }

/** Takes back a part of an invoice, or all of it. It is the seller's of then: the same sale. */
export function creditNoteOf(invoice: Issued, before: Credited, amountHalalas: number, reason: string): Draft {
  const { qr: _, ...sale } = invoice.document
  const [line] = sale.lines
  const amounts = creditAmounts({ ...sale.totals, vatRatePercent: line!.vatRatePercent }, before, amountHalalas)
  // What is given back is a sum, whatever discount it was bought with.
  const totals = { ...amounts, priceHalalas: amountHalalas, discountHalalas: 0 }
  return {
    ...sale,
    original: { number: invoice.number, issuedAt: invoice.issuedAt.toISOString() },
    reason,
    lines: [{ ...line!, ...totals, couponCode: null }],
    totals,
  }
}
