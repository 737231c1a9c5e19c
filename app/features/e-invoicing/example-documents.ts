/** Documents with which a new unit shows that it can write each kind. Their content counts nowhere. */
import { randomUUID } from 'node:crypto'
import type { NationalAddress } from '../../../db/shapes.ts'
import { dayOf } from '../../platform/days.ts'
import type { EInvoiceFacts } from './document/document-xml.ts'

type Seller = EInvoiceFacts['seller']

const KINDS = ['invoice', 'credit-note', 'debit-note'] as const
const PREFIX = { invoice: 'INV', 'credit-note': 'CN', 'debit-note': 'DN' } as const

const LINE = {
  ...{ description: { ar: 'دورة تدريبية' }, run: null, couponCode: null, vatReason: null, vatReasonCode: null },
  ...{ priceHalalas: 115_00, discountHalalas: 0, netHalalas: 100_00, vatHalalas: 15_00, totalHalalas: 115_00 },
  ...{ vatTreatment: 'standard' as const, vatRatePercent: 15 },
}

/** Simplified and standard: an invoice, a credit note and a debit note of each. */
export function exampleDocuments(seller: Seller, now: Date): Omit<EInvoiceFacts, 'counter' | 'previousHash'>[] {
  const day = dayOf(now)
  return [false, true].flatMap((isStandard) =>
    KINDS.map((kind) => ({
      ...{ kind, isStandard, seller, number: `${PREFIX[kind]}-000001`, uuid: randomUUID(), issuedAt: now },
      original: kind === 'invoice' ? null : 'INV-000001',
      reason: kind === 'invoice' ? null : 'إلغاء التسجيل',
      buyer: isStandard ? company(seller) : { name: 'متدرب', registerNumber: null, vatNumber: null, address: null },
      supplied: { from: day, to: day },
      paidBy: isStandard ? ('credit' as const) : ('card' as const),
      ...{ lines: [LINE], totals: LINE },
    })),
  )
}

/** Not the seller itself, which the rules forbid. */
const company = (seller: Seller): NonNullable<EInvoiceFacts['buyer']> => ({
  ...{ name: 'شركة', registerNumber: '1010010000' },
  vatNumber: seller.vatNumber === '399999999800003' ? '399999999700003' : '399999999800003',
  address: seller.address as NationalAddress,
})
