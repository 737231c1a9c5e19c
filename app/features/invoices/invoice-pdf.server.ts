/** Invoices and credit notes as PDF, where a browser is configured to print them. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Attachment } from '../../adapters/email/port.ts'
import type { Services } from '../../platform/context.server.ts'
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
  const content = await pdf(html.replace(FONT_FACES, await fonts()))
  return { name: `${row.number}.pdf`, type: PDF_TYPE, content }
}

/** Static weights: browsers embed a variable font's glyphs as images, which makes the PDF three times as large. */
async function readFonts(): Promise<string> {
  const { resolve } = createRequire(import.meta.url)
  const faces = [
    ['400Regular', '400'],
    ['500Medium', '500'],
    ['600SemiBold', '600 700'],
  ].map(async ([name, weight]) => {
    const bytes = await readFile(resolve(`@expo-google-fonts/readex-pro/${name}/ReadexPro_${name}.ttf`))
    return `@font-face{font-family:"Readex Pro";font-weight:${weight};src:url(data:font/ttf;base64,${bytes.toString('base64')})}`
  })
  return (await Promise.all(faces)).join('\n')
}

let cachedFonts: Promise<string> | undefined

function fonts(): Promise<string> {
  cachedFonts ??= readFonts()
  return cachedFonts
}
