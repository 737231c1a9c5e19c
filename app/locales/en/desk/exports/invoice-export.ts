import type { invoiceExport as source } from '../../../ar/desk/exports/invoice-export.ts'
import { books } from '../books.ts'

const t = books.invoices

export const invoiceExport: typeof source = {
  fileName: 'invoices',
  title: t.title,
  columns: {
    number: t.number,
    kind: t.kind,
    issued: t.issued,
    order: t.order,
    buyer: t.buyer,
    buyerVatNumber: t.buyerVatNumber,
    net: `${t.net} (SAR)`,
    vat: `${t.vat} (SAR)`,
    total: `${t.total} (SAR)`,
  },
  kinds: t.kinds,
  erased: t.erased,
}
