/** Quotes as files, PDF or HTML where nothing prints them, and the invoices and notes of a purchase as PDF. */
import type { FileAnswer } from '../../api/fields.ts'
import { Problem } from '../../api/problem.ts'
import type { Lang } from '../../locales/lang.ts'
import type { Context } from '../../platform/context.server.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { pdfFontFaces } from '../../platform/pdf-fonts.server.ts'
import { limit } from '../../platform/rate-limit.server.ts'
import { invoicePdf } from '../invoices/invoice-pdf.server.ts'
import { FONT_FACES } from '../invoices/invoice-style.ts'
import { findInvoice } from '../invoices/queries.server.ts'
import type { QuoteRow } from './queries.server.ts'
import { quoteHtml } from './quote-html.server.tsx'
import { printedDocument } from './sending.server.ts'

const MAX_PDFS_PER_HOUR = 60

type As = { lang?: Lang | undefined; asHtml?: boolean | undefined }

export async function quoteFile(ctx: Context, quote: QuoteRow, { lang, asHtml }: As): Promise<FileAnswer> {
  const document = await printedDocument(ctx.db, quote, ctx.now())
  const html = quoteHtml(quote.number, document, { lang: lang ?? quote.lang, isDraft: quote.state === 'draft' })
  return fileOf(ctx, quote, quote.number, html, asHtml)
}

/** @throws Problem notFound for documents of others */
export async function documentFile(ctx: Context, quote: QuoteRow, number: string): Promise<FileAnswer> {
  const row = await findInvoice(ctx.db, number)
  if (row?.quoteId !== quote.id) throw new Problem('notFound')
  await limit(ctx, `pdf:quote:${quote.id}`, MAX_PDFS_PER_HOUR, HOUR_SECONDS)
  const { name, type, content } = await invoicePdf(row)
  return { name, type, body: new Blob([new Uint8Array(content)]).stream() }
}

/** Limited, since printing takes a second of CPU and runs one document at a time. */
async function fileOf(ctx: Context, quote: QuoteRow, name: string, html: string, asHtml = false): Promise<FileAnswer> {
  if (!ctx.pdf || asHtml)
    return { name: `${name}.html`, type: 'text/html; charset=utf-8', body: new Blob([html]).stream() }
  await limit(ctx, `pdf:quote:${quote.id}`, MAX_PDFS_PER_HOUR, HOUR_SECONDS)
  const content = await ctx.pdf(html.replace(FONT_FACES, await pdfFontFaces()))
  return { name: `${name}.pdf`, type: 'application/pdf', body: new Blob([new Uint8Array(content)]).stream() }
}
