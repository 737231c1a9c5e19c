import type { vatExport as source } from '../../../ar/desk/exports/vat-export.ts'
import { books } from '../books.ts'

const { vat: t, treatments } = books
const inRiyals = (title: string) => `${title} (SAR)`

/** The file in which staff download the VAT return. */
export const vatExport: typeof source = {
  fileName: 'vat-return',
  title: t.title,
  columns: {
    treatment: t.treatment,
    rate: t.rate,
    sales: inRiyals(t.sales),
    salesVat: inRiyals(t.salesVat),
    debited: inRiyals(t.debited),
    debitedVat: inRiyals(t.debitedVat),
    credited: inRiyals(t.credited),
    creditedVat: inRiyals(t.creditedVat),
    balance: inRiyals(t.balance),
    balanceVat: inRiyals(t.balanceVat),
  },
  treatments,
  total: t.total,
}
