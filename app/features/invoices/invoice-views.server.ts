/** Rows of invoices and credit notes in the shape of the contract. */
import type { Lang } from '../../locales/lang.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import type { InvoiceView } from './invoice-content.ts'
import type { InvoiceRow } from './queries.server.ts'

/**
 * @param lang the language of the linked pages
 * @param qr what is printed on it, which the document itself does not know: the tax authority may have stamped it later
 */
export function invoiceView(
  row: InvoiceRow,
  creditNotes: InvoiceRow[],
  { lang, qr }: { lang: Lang; qr: string | null },
): InvoiceView {
  const { id, kind, number, counter, orderId, issuedAt, document } = row
  const links = orderLinksFor(lang)
  const { original, ...rest } = document
  return {
    ...{ id, kind, number, counter, orderId, ...rest, qr },
    issuedAt: issuedAt.toISOString(),
    currency: 'SAR',
    original: original && { ...original, url: links.invoice(original.number) },
    creditNotes: creditNotes.map((note) => ({
      number: note.number,
      url: links.invoice(note.number),
      totalHalalas: note.document.totals.totalHalalas,
    })),
    url: links.invoice(number),
  }
}
