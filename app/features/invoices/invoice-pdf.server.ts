/** Invoices and credit notes as PDF, where a browser is configured to print them. */
import type { Attachment } from '../../adapters/email/port.ts'
import type { Services } from '../../platform/context.server.ts'
import { pdfFontFaces } from '../../platform/pdf-fonts.server.ts'
import { invoiceHtml } from './invoice-html.server.tsx'
import { FONT_FACES } from './invoice-style.ts'
import { invoiceView } from './invoice-views.server.ts'
import type { InvoiceRow } from './queries.server.ts'

const PDF_TYPE = 'application/pdf'

/**
 * Prints the same document as the page, with embedded fonts.
 * @returns undefined when no browser is configured
 * @throws when printing fails
 */
export async function invoicePdf({ pdf }: Pick<Services, 'pdf'>, row: InvoiceRow): Promise<Attachment | undefined> {
  if (!pdf) return undefined
  const html = invoiceHtml(invoiceView(row, [], 'ar'))
  const content = await pdf(html.replace(FONT_FACES, await pdfFontFaces()))
  return { name: `${row.number}.pdf`, type: PDF_TYPE, content }
}
