/** The authority's categories of VAT and its codes of the reasons why none is due. */
import type { InvoiceLine } from '../../../../db/shapes.ts'
import { VAT_REASON_CODES } from '../../orders/prices/vat.ts'

/** S: at the standard rate. Z: at zero. E: exempt. */
export type VatCategory = { category: 'S' | 'Z' | 'E'; code: string; reason: string }

/** An empty code where the category needs none, or where none is known: `lacksReasonCode` tells them apart. */
export function vatCategoryOf({ vatTreatment, vatReason, vatReasonCode }: InvoiceLine): VatCategory {
  if (vatTreatment !== 'zero' && vatTreatment !== 'exempt') return { category: 'S', code: '', reason: '' }
  const category = vatTreatment === 'zero' ? 'Z' : 'E'
  // Documents from before the code was stored name it in the reason, as the institute wrote it.
  const named = [vatReasonCode, vatReason?.ar, vatReason?.en].join(' ').split(/[^A-Z0-9-]+/)
  const code = VAT_REASON_CODES[vatTreatment].find((known) => named.includes(known)) ?? ''
  const reason = [vatReason?.en, vatReason?.ar].filter(Boolean).join(' | ')
  return { category, code, reason }
}

/** Such a document would be refused. */
export function lacksReasonCode(line: InvoiceLine): boolean {
  const { category, code } = vatCategoryOf(line)
  return category !== 'S' && code === ''
}
