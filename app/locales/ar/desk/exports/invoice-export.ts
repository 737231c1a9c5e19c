import { books } from '../books.ts'

const t = books.invoices

/** The file in which staff download invoices. */
export const invoiceExport = {
  fileName: 'invoices',
  title: t.title,
  columns: {
    number: t.number,
    kind: t.kind,
    issued: t.issued,
    order: t.order,
    buyer: t.buyer,
    buyerVatNumber: t.buyerVatNumber,
    net: `${t.net} (ر.س)`,
    vat: `${t.vat} (ر.س)`,
    total: `${t.total} (ر.س)`,
  },
  kinds: t.kinds,
  erased: t.erased,
}
