/** The content of invoices and credit notes. */
import type { Institute, InvoiceAmounts, InvoiceDocument, InvoiceLine, Localized } from '../../../db/shapes.ts'
import { netOf } from '../orders/prices/pricing.ts'
import { isVatNumber, type VatTreatment } from '../orders/prices/vat.ts'

export type Sold = InvoiceAmounts & {
  reference: string
  courseName: Localized
  run: { startsAt: Date; endsAt: Date } | null
  couponCode: string | null
  vatTreatment: VatTreatment
  vatRatePercent: number
  vatReasonCode: string | null
  placedAt: Date
  /** Null of a part that is due because its run is over. */
  paidAt: Date | null
  /** Which of the parts in which the order is paid; null of an order that is paid at once. */
  part: { number: number; count: number; ofHalalas: number } | null
  /** Null when the account was deleted. */
  buyerName: string | null
}

export type Draft = Omit<InvoiceDocument, 'qr'>
type Seller = InvoiceDocument['seller']

/** The seller; undefined while the institute's settings lack something that every invoice must contain. */
export function sellerOf(institute: Institute | undefined): Seller | undefined {
  if (!institute) return undefined
  const vatNumber = institute.vatRegistered === false ? null : (institute.vatNumber ?? '')
  if (vatNumber !== null && !isVatNumber(vatNumber)) return undefined
  const { legalName, address, commercialRegistration } = institute
  if (!legalName.ar || !address.ar) return undefined
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
    vatReason: vatTreatment === 'zero' || vatTreatment === 'exempt' ? reasons[vatTreatment] : null,
    vatReasonCode: sold.vatReasonCode,
    ...(sold.part ? { part: sold.part } : {}),
  }
  return {
    seller,
    buyer: sold.buyerName === null ? null : { name: sold.buyerName },
    order: {
      reference: sold.reference,
      placedAt: sold.placedAt.toISOString(),
      paidAt: sold.paidAt?.toISOString() ?? null,
    },
    original: null,
    reason: null,
    lines: [line],
    totals,
  }
}

export type Credited = { totalHalalas: number; netHalalas: number }

/**
 * The amounts of a credit note over `amountHalalas`, after `before` was credited. Its net amount is the net of the total
 * credited so far, less what was credited before: so no note is ever negative, and the notes of a fully credited invoice
 * add up to exactly the invoice.
 * @throws RangeError for more than is left
 */
export function creditAmounts(
  invoice: { totalHalalas: number; netHalalas: number; vatHalalas: number; vatRatePercent: number },
  before: Credited,
  amountHalalas: number,
): { totalHalalas: number; netHalalas: number; vatHalalas: number } {
  const totalCredited = before.totalHalalas + amountHalalas
  if (amountHalalas <= 0 || totalCredited > invoice.totalHalalas)
    throw new RangeError(`A credit of ${amountHalalas} after ${before.totalHalalas} of ${invoice.totalHalalas}.`)
  // Bounded by the invoice's own amounts, so that the last note gets exactly the rest.
  const byRate = Math.min(netOf(totalCredited, invoice.vatRatePercent), invoice.netHalalas)
  const totalNet = Math.max(byRate, totalCredited - invoice.vatHalalas)
  const netHalalas = totalNet - before.netHalalas
  return { totalHalalas: amountHalalas, netHalalas, vatHalalas: amountHalalas - netHalalas }
}

type Issued = { number: string; issuedAt: Date; document: InvoiceDocument }

/**
 * Credits a part of one line of an invoice, or all of it, after `before` of that line was credited. Seller and buyer are those of the invoice, since it is the same sale.
 */
export function creditNoteOf(
  invoice: Issued,
  before: Credited,
  amountHalalas: number,
  reason: string,
  lineIndex = 0,
): Draft {
  const { qr: _, suppliedOn: __, ...sale } = invoice.document
  const line = sale.lines[lineIndex]!
  const amounts = creditAmounts(line, before, amountHalalas)
  // A refund is an amount without a discount of its own.
  const totals = { ...amounts, priceHalalas: amountHalalas, discountHalalas: 0 }
  return {
    ...sale,
    original: { number: invoice.number, issuedAt: invoice.issuedAt.toISOString() },
    reason,
    lines: [{ ...line, ...totals, couponCode: null }],
    totals,
  }
}

/** What an amount with VAT that is added to a line of an invoice comes to, at its treatment and rate. */
export function debitAmounts({ vatRatePercent }: InvoiceLine, amountHalalas: number): InvoiceAmounts {
  const netHalalas = netOf(amountHalalas, vatRatePercent)
  const vatHalalas = amountHalalas - netHalalas
  return { priceHalalas: amountHalalas, discountHalalas: 0, netHalalas, vatHalalas, totalHalalas: amountHalalas }
}

/** @property suppliedOn the day in Riyadh on which what was added was supplied */
export type Debited = { amountHalalas: number; reason: string; suppliedOn: string; lineIndex?: number }

/** Adds an amount to a line of an invoice. Seller, buyer and VAT treatment are those of the invoice, since it is the same sale. */
export function debitNoteOf(invoice: Issued, { amountHalalas, reason, suppliedOn, lineIndex = 0 }: Debited): Draft {
  const { qr: _, ...sale } = invoice.document
  // The amount is one, whatever the seats of the line.
  const { seats: __, ...line } = sale.lines[lineIndex]!
  const totals = debitAmounts(line, amountHalalas)
  return {
    ...sale,
    original: { number: invoice.number, issuedAt: invoice.issuedAt.toISOString() },
    ...{ reason, suppliedOn },
    lines: [{ ...line, ...totals, couponCode: null }],
    totals,
  }
}
