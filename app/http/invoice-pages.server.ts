/**
 * `/ar/invoice/INV-000001`: invoices and credit notes as pages of the server's own. They are documents, with no part of
 * the site round them; the PDF says the same.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import type { LocalApi } from '../api/local-api.server.ts'
import { isProblem } from '../api/problem.ts'
import { invoiceHtml } from '../features/invoices/invoice-html.server.tsx'
import { FONTS, PRINT_SCRIPT, STYLE } from '../features/invoices/invoice-style.ts'
import { sectionAddress } from '../features/profile/profile-sections.ts'
import { inLang, linksFor } from '../links.ts'
import { isLang } from '../locales/lang.ts'
import type { Services } from '../platform/context.server.ts'
import { socketAddress } from './request.server.ts'
import { requestContext } from './request-context.server.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(PRINT_SCRIPT)}; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export function invoicePages(services: Services, localApi: LocalApi): Hono {
  const app = new Hono()
  for (const { address, file } of Object.values(FONTS)) {
    const bytes = readFileSync(new URL(import.meta.resolve(`@fontsource-variable/readex-pro/files/${file}`)))
    app.get(address, (c) =>
      c.body(bytes, 200, { 'Content-Type': 'font/woff2', 'Cache-Control': 'public, max-age=31536000, immutable' }),
    )
  }
  // For a client-side navigation the router requests `.data`: the response makes it load the document.
  app.get('/:lang{ar|en}/invoice/:number{[A-Za-z0-9-]+}', async (c) => {
    const ctx = await requestContext(services, c.req.raw, socketAddress(c))
    const { lang, number } = c.req.param()
    if (!isLang(lang)) return c.notFound()
    for (const cookie of ctx.setCookies) c.header('Set-Cookie', cookie, { append: true })
    c.header('Cache-Control', 'private, no-store')
    c.header('Vary', 'Cookie')
    c.header('X-Robots-Tag', 'noindex')
    if (!ctx.user) return c.redirect(linksFor(lang).login(c.req.path))
    try {
      const invoice = await localApi(ctx).invoices.paper({ number })
      c.header('Content-Security-Policy', POLICY)
      c.header('Content-Language', lang)
      return c.html(
        invoiceHtml(invoice, {
          lang,
          otherUrl: inLang(lang === 'ar' ? 'en' : 'ar', c.req.path, ''),
          pdfUrl: invoice.pdfUrl,
          ordersUrl: invoice.isMine ? sectionAddress('orders', lang) : undefined,
        }),
      )
    } catch (error) {
      if (isProblem(error)) return c.redirect(linksFor(lang).error)
      throw error
    }
  })
  return app
}
