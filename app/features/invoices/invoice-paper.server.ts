/** An invoice or a credit note as a document of its own, Arabic with English beside it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { html, raw } from 'hono/html'
import type { Localized } from '../../../db/shapes.ts'
import { invoice as ar } from '../../locales/ar/invoice.ts'
import { invoice as en } from '../../locales/en/invoice.ts'
import { formatDay, formatHijri, formatNumber, formatTime } from '../../locales/format.ts'
import { dirOf, type Lang } from '../../locales/lang.ts'
import { qrCode } from '../pages/qr-code.server.ts'
import { PRINT_SCRIPT, STYLE } from './invoice-style.ts'
import type { InvoiceView } from './invoice-views.server.ts'

type Html = ReturnType<typeof html>
type Texts = typeof ar

const MARK = readFileSync(join(import.meta.dirname, '../../../public/brand/mark.svg'), 'utf8')
const texts = { ar, en }

export type Around = {
  /** Of what stands round the paper; the paper itself is in both. */
  lang: Lang
  /** The same page in the other language. */
  otherUrl: string
  /** Its buyer's orders; undefined for staff. */
  ordersUrl?: string | undefined
  pdfUrl?: string | undefined
}

/** @param around what is shown on a screen; without it, the document is for a printer only */
export function invoicePaper(invoice: InvoiceView, around?: Around): Html {
  const lang = around?.lang ?? 'ar'
  return html`<!doctype html>
    <html lang="${lang}" dir="${dirOf(lang)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${invoice.number} · ${texts[lang].titles[invoice.kind]}</title>
        ${around ? html`<link rel="icon" href="/brand/mark.svg" type="image/svg+xml" />` : ''}
        <style>${raw(STYLE)}</style>
      </head>
      <body>
        ${around ? bar(around) : ''}
        <main>
          <article class="paper" lang="ar" dir="rtl">
            ${head(invoice)} ${facts(invoice)} ${parties(invoice)} ${lines(invoice)} ${end(invoice)} ${notes(invoice)}
          </article>
          ${around ? others(invoice, around) : ''}
        </main>
        ${around ? html`<script>${raw(PRINT_SCRIPT)}</script>` : ''}
      </body>
    </html>`
}

function bar({ lang, otherUrl, ordersUrl, pdfUrl }: Around): Html {
  const t = texts[lang].page
  const other: Lang = lang === 'ar' ? 'en' : 'ar'
  return html`<header class="bar">
    <nav aria-label="${t.nav}">
      ${ordersUrl ? html`<a href="${ordersUrl}">${t.back}</a>` : ''}
      <a href="${otherUrl}" lang="${other}" hreflang="${other}" dir="${dirOf(other)}">${texts[other].page.language}</a>
    </nav>
    <div class="tools">
      ${pdfUrl ? html`<a href="${pdfUrl}" download>${t.pdf}</a>` : ''}
      <button type="button" id="print" hidden>${t.print}</button>
    </div>
  </header>`
}

/** The papers that belong to this one. */
function others({ original, creditNotes }: InvoiceView, { lang }: Around): Html | string {
  const t = texts[lang].page
  const papers = original ? [original] : creditNotes
  if (papers.length === 0) return ''
  return html`<nav class="bar others" aria-label="${t.others}">
    <p>
      ${original ? t.toInvoice : t.creditNotes}:
      ${papers.map(({ number, url }, place) => html`${place > 0 ? (lang === 'ar' ? '، ' : ', ') : ''}<a href="${url}"><bdi dir="ltr">${number}</bdi></a>`)}
    </p>
  </nav>`
}

/** Both languages of one text; a text without English stands alone. */
function both(text: Localized): Html {
  return html`<span>${text.ar}</span>${text.en && text.en !== text.ar ? html` <span class="en" lang="en" dir="ltr">${text.en}</span>` : ''}`
}

const label = (of: (t: Texts) => string) => both({ ar: of(ar), en: of(en) })
const code = (text: string) => html`<bdi dir="ltr">${text}</bdi>`

/** Always with halalas, as amounts stand under each other. */
function amount(halalas: number): Html {
  const rest = String(halalas % 100).padStart(2, '0')
  return code(`${formatNumber(Math.trunc(halalas / 100))}.${rest}`)
}

function fact(name: (t: Texts) => string, value: Html | string, wide = false): Html {
  return html`<div class="${wide ? 'wide' : 'fact'}"><dt>${label(name)}</dt><dd>${value}</dd></div>`
}

const dateOf = (instant: string) => both({ ar: formatDay(instant, 'ar'), en: formatDay(instant, 'en') })

function head({ kind, seller }: InvoiceView): Html {
  return html`<header class="head">
    <div class="who">${raw(MARK)}<p>${both(seller.name)}</p></div>
    <h1>${label((t) => t.titles[kind])}</h1>
  </header>`
}

function facts({ kind, number, issuedAt, order, original, reason }: InvoiceView): Html {
  return html`<dl class="facts">
    ${fact((t) => t.number[kind], code(number))} ${fact((t) => t.issued, dateOf(issuedAt))}
    ${fact((t) => t.hijri, both({ ar: formatHijri(issuedAt, 'ar'), en: formatHijri(issuedAt, 'en') }))}
    ${fact((t) => t.time, both({ ar: formatTime(issuedAt, 'ar'), en: formatTime(issuedAt, 'en') }))}
    ${fact((t) => t.order, code(order.reference))}
    ${original ? html`${fact((t) => t.original, code(original.number))} ${fact((t) => t.originalDate, dateOf(original.issuedAt))}` : ''}
    ${reason ? fact((t) => t.reason, html`<bdi>${reason}</bdi>`, true) : ''}
  </dl>`
}

function parties({ seller, buyer }: InvoiceView): Html {
  return html`<div class="parties">
    <section>
      <h2>${label((t) => t.seller)}</h2>
      <dl>
        ${fact((t) => t.name, both(seller.name))} ${fact((t) => t.address, both(seller.address))}
        ${fact((t) => t.vatNumber, code(seller.vatNumber))} ${fact((t) => t.registration, code(seller.commercialRegistration))}
      </dl>
    </section>
    ${
      buyer
        ? html`<section>
          <h2>${label((t) => t.buyer)}</h2>
          <dl>${fact((t) => t.name, html`<bdi>${buyer.name}</bdi>`)}</dl>
        </section>`
        : ''
    }
  </div>`
}

type Line = InvoiceView['lines'][number]

function lines({ lines: all }: InvoiceView): Html {
  const sums = (['price', 'discount', 'net', 'rate', 'vat', 'total'] as const).filter(
    (column) => column !== 'discount' || all.some(({ discountHalalas }) => discountHalalas > 0),
  )
  // Small screens show rows as blocks, which takes a table's own roles away.
  return html`<table role="table">
    <thead role="rowgroup">
      <tr role="row">
        <th role="columnheader" scope="col" class="what">${label((t) => t.description)}</th>
        ${sums.map((column) => html`<th role="columnheader" scope="col" class="sum">${label((t) => t.columns[column])}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${all.map(
        (line) => html`<tr role="row">
          <td role="cell" class="what">${description(line)}</td>
          ${sums.map((column) => html`<td role="cell" class="sum"><span class="label" aria-hidden="true">${label((t) => t.columns[column])}</span>${value(line, column)}</td>`)}
        </tr>`,
      )}
    </tbody>
  </table>`
}

function value(line: Line, column: keyof Texts['columns']): Html {
  if (column === 'rate') return code(`${line.vatRatePercent}%`)
  if (column === 'discount') return amount(line.discountHalalas)
  return amount(line[`${column}Halalas`])
}

function description({ description: name, run, couponCode, vatTreatment, vatReason }: Line): Html {
  const dates = (lang: Lang) =>
    run ? `${formatDay(run.startsAt, lang)} – ${formatDay(run.endsAt, lang)}` : texts[lang].recorded
  return html`<b>${both(name)}</b>
    <span class="small dates">${both({ ar: dates('ar'), en: dates('en') })}</span>
    ${couponCode ? html`<span class="small">${label((t) => t.coupon)}: ${code(couponCode)}</span>` : ''}
    ${vatTreatment === 'standard' ? '' : html`<span class="small">${label((t) => t.treatments[vatTreatment])}</span>`}
    ${vatReason ? html`<span class="small">${label((t) => t.vatReason)}: ${both(vatReason)}</span>` : ''}`
}

function end(invoice: InvoiceView): Html {
  const { kind, totals, lines: all } = invoice
  const row = (name: (t: Texts) => string, halalas: number, className = 'row') =>
    html`<div class="${className}"><dt>${label(name)}</dt><dd>${amount(halalas)}</dd></div>`
  const rate = all[0]?.vatRatePercent ?? 0
  return html`<div class="end">
    ${qr(invoice)}
    <dl class="totals">
      ${
        totals.discountHalalas > 0
          ? html`${row((t) => t.columns.price, totals.priceHalalas)} ${row((t) => t.columns.discount, totals.discountHalalas)}`
          : ''
      }
      ${row((t) => t.net, totals.netHalalas)} ${row((t) => t.vat(rate), totals.vatHalalas)}
      ${row((t) => t.total[kind], totals.totalHalalas, 'grand')}
    </dl>
  </div>`
}

function qr(invoice: InvoiceView): Html {
  const { size, path } = qrCode(invoice.qr)
  return html`<div class="code">
    <svg viewBox="0 0 ${size} ${size}" role="img" aria-label="${ar.qr}"><path d="${path}" fill="#000" /></svg>
    <p>${label((t) => t.scan)}</p>
  </div>`
}

function notes({ id, counter }: InvoiceView): Html {
  return html`<footer class="notes">
    <p>${label((t) => t.currency)}</p>
    <p>${label((t) => t.issuedBy)}</p>
    <p class="fine">
      <span>${label((t) => t.id)}: ${code(id)}</span> <span>${label((t) => t.counter)}: ${code(String(counter))}</span>
    </p>
  </footer>`
}
