import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { priceOf } from '../orders/prices/pricing.ts'
import { seatsText } from './invoice-content.ts'
import { type Credited, creditAmounts, creditNoteOf, invoiceOf, type Sold, sellerOf } from './invoice-document.ts'

const seller = {
  name: { ar: 'شركة معهد للتدريب', en: 'Maahad Training' },
  address: { ar: 'الرياض', en: 'Riyadh' },
  vatNumber: '310098765000003',
  commercialRegistration: '1010987650',
}
const reasons = { zero: { ar: 'تعليم', en: 'Education' }, exempt: { ar: 'معفاة', en: 'Exempt' } }
const sold = (facts: Partial<Sold> = {}): Sold => ({
  ...priceOf(1150_00, { percent: 10, amountHalalas: null }, { treatment: 'standard', ratePercent: 15 }),
  reference: 'M-2026-000001',
  courseName: { ar: 'المحاسبة', en: 'Accounting' },
  run: { startsAt: new Date('2026-12-01T14:00:00Z'), endsAt: new Date('2026-12-10T17:00:00Z') },
  couponCode: 'TEN',
  vatReasonCode: null,
  placedAt: new Date('2026-11-20T11:00:00Z'),
  paidAt: new Date('2026-11-20T11:05:00Z'),
  buyerName: 'سارة القحطاني',
  part: null,
  ...facts,
})

describe('an invoice', () => {
  it('contains the amounts of the order, with discount and VAT', () => {
    const draft = invoiceOf(sold(), seller, reasons)
    expect(draft.totals).toEqual({
      priceHalalas: 1150_00,
      discountHalalas: 115_00,
      netHalalas: 900_00,
      vatHalalas: 135_00,
      totalHalalas: 1035_00,
    })
    expect(draft.lines).toEqual([expect.objectContaining({ ...draft.totals, couponCode: 'TEN', vatReason: null })])
    expect(draft).toMatchObject({ seller, buyer: { name: 'سارة القحطاني' }, original: null, reason: null })
  })

  it.each(['zero', 'exempt'] as const)('explains why a line has no VAT: %s', (vatTreatment) => {
    const price = priceOf(1000_00, null, { treatment: vatTreatment, ratePercent: 0 })
    const [line] = invoiceOf(sold({ ...price, vatReasonCode: 'VATEX-SA-EDU', couponCode: null }), seller, reasons).lines
    expect(line).toMatchObject({ vatHalalas: 0, vatRatePercent: 0, vatTreatment })
    expect(line).toMatchObject({ vatReason: reasons[vatTreatment], vatReasonCode: 'VATEX-SA-EDU' })
  })

  it('says how many seats, and the price of one, whole in each language', () => {
    expect(seatsText(3, 4350_00)).toEqual({ ar: '3 مقاعد × 1,450.00', en: '3 seats × 1,450.00' })
    expect(seatsText(50, 50_00)).toEqual({ ar: '50 مقعدًا × 1.00', en: '50 seats × 1.00' })
  })

  it('requires a seller with a name, an address and a valid VAT number', () => {
    const institute = {
      ...{ legalName: seller.name, address: seller.address, vatNumber: seller.vatNumber },
      commercialRegistration: seller.commercialRegistration,
    } as Parameters<typeof sellerOf>[0] & object
    expect(sellerOf(institute)).toEqual(seller)
    expect(sellerOf(undefined)).toBe(undefined)
    expect(sellerOf({} as Parameters<typeof sellerOf>[0])).toBe(undefined)
    for (const vatNumber of ['', '310098765000002', '110098765000003', '31009876500000', '3100987650000033'])
      expect(sellerOf({ ...institute, vatNumber })).toBe(undefined)
    expect(sellerOf({ ...institute, legalName: { ar: '' } })).toBe(undefined)
    expect(sellerOf({ ...institute, vatRegistered: false })).toEqual({ ...seller, vatNumber: null })
  })
})

describe('credit notes', () => {
  const invoice = {
    number: 'INV-000001',
    issuedAt: new Date('2026-11-20T11:05:00Z'),
    document: { ...invoiceOf(sold(), seller, reasons), qr: 'x' },
  }

  it('name the invoice, the reason and their part of the amounts', () => {
    const note = creditNoteOf(invoice, { totalHalalas: 0, netHalalas: 0 }, 115_00, 'ظرف طارئ')
    expect(note).toMatchObject({
      seller,
      original: { number: 'INV-000001', issuedAt: '2026-11-20T11:05:00.000Z' },
      reason: 'ظرف طارئ',
      totals: { priceHalalas: 115_00, discountHalalas: 0, netHalalas: 100_00, vatHalalas: 15_00, totalHalalas: 115_00 },
    })
    expect(note).not.toHaveProperty('qr')
  })

  it('are refused for more than is left', () => {
    const before = { totalHalalas: 1000_00, netHalalas: 869_57 }
    expect(() => creditNoteOf(invoice, before, 35_01, '')).toThrow(RangeError)
    expect(() => creditNoteOf(invoice, before, 0, '')).toThrow(RangeError)
    expect(creditNoteOf(invoice, before, 35_00, '').totals.netHalalas).toBe(30_43)
  })

  it('are never negative, never exceed the invoice, and add up to exactly the invoice', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 30 })
    const rates = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)
    fc.assert(
      fc.property(parts, rates, fc.integer({ min: -3, max: 3 }), (amounts, vatRatePercent, off) => {
        const totalHalalas = amounts.reduce((sum, amount) => sum + amount, 0)
        const exact = priceOf(totalHalalas, null, { treatment: 'standard', ratePercent: vatRatePercent }).netHalalas
        // Also for an invoice with another rounding.
        const netHalalas = Math.min(Math.max(exact + off, 0), totalHalalas)
        const invoiceAmounts = { totalHalalas, netHalalas, vatHalalas: totalHalalas - netHalalas, vatRatePercent }
        const sum: Credited & { vatHalalas: number } = { totalHalalas: 0, netHalalas: 0, vatHalalas: 0 }
        for (const amount of amounts) {
          const note = creditAmounts(invoiceAmounts, sum, amount)
          expect(note.netHalalas).toBeGreaterThanOrEqual(0)
          expect(note.vatHalalas).toBeGreaterThanOrEqual(0)
          expect(note.netHalalas + note.vatHalalas).toBe(amount)
          sum.totalHalalas += amount
          sum.netHalalas += note.netHalalas
          sum.vatHalalas += note.vatHalalas
          expect(sum.netHalalas).toBeLessThanOrEqual(netHalalas)
          expect(sum.vatHalalas).toBeLessThanOrEqual(invoiceAmounts.vatHalalas)
        }
        expect(sum).toEqual({ totalHalalas, netHalalas, vatHalalas: invoiceAmounts.vatHalalas })
      }),
    )
  })
})
