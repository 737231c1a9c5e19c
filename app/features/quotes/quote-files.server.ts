/** The documents of a purchase as PDF: the quote, its invoices and their notes. */
import type { FileAnswer } from '../../api/fields.ts'
import { Problem } from '../../api/problem.ts'
import type { Lang } from '../../locales/lang.ts'
import type { Context } from '../../platform/context.server.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { isShared } from '../e-invoicing/stamping.server.ts'
import { invoicePdf } from '../invoices/invoice-pdf.server.ts'
import { findInvoice } from '../invoices/queries.server.ts'
import { pdfAnswer } from '../printed-documents/printed-documents.server.ts'
import type { QuoteRow } from './queries.server.ts'
import { quotePdf } from './quote-pdf.server.ts'
import { printedDocument } from './sending.server.ts'

/** A document takes a tenth of a second of CPU. */
const MAX_PDFS_PER_HOUR = 60

/** @param lang that of the quote where none is asked for */
export async function quoteFile(ctx: Context, quote: QuoteRow, lang: Lang = quote.lang): Promise<FileAnswer> {
  await limitOf(ctx, quote)
  const document = await printedDocument(ctx.db, quote, ctx.now())
  const content = await quotePdf(quote.number, document, { lang, isDraft: quote.state === 'draft' })
  return pdfAnswer(quote.number, content)
}

/** @throws Problem notFound for documents of others, invoiceNotCleared before the tax authority has cleared it */
export async function documentFile(ctx: Context, quote: QuoteRow, number: string): Promise<FileAnswer> {
  const row = await findInvoice(ctx.db, number)
  if (row?.quoteId !== quote.id) throw new Problem('notFound')
  if (!(await isShared(ctx, row))) throw new Problem('invoiceNotCleared')
  await limitOf(ctx, quote)
  const { content } = await invoicePdf(ctx, row)
  return pdfAnswer(row.number, content)
}

const limitOf = (ctx: Context, quote: QuoteRow) => limit(ctx, `pdf:quote:${quote.id}`, MAX_PDFS_PER_HOUR, HOUR_SECONDS)
