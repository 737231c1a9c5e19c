// biome-ignore-all lint/a11y/noRedundantRoles: small screens show table rows as blocks, which takes their roles away

/** An invoice or a credit note as an HTML document, in Arabic with English beside it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fragment } from 'react'
import type { CompanyBuyer } from '../../../db/shapes.ts'
import { InlineScript, InlineStyle, renderDocument } from '../../html/document.server.tsx'
import { invoice as ar } from '../../locales/ar/invoices.ts'
import { formatDay, formatHijri, formatTime } from '../../locales/format.ts'
import { dirOf, type Lang, separatorOf } from '../../locales/lang.ts'
import { qrCode } from '../../platform/qr-code.server.ts'
import { Lines } from './invoice-lines.server.tsx'
import { Amount, Both, Code, Fact, Label, Moment, TEXTS, type TextOf, type Texts } from './invoice-parts.server.tsx'
import { PRINT_SCRIPT, STYLE } from './invoice-style.ts'
import type { InvoiceView } from './invoice-views.server.ts'

export type PageControls = {
  /** The language of the controls; the document itself is in both. */
  lang: Lang
  /** The same page in the other language. */
  otherUrl: string
  /** The page of the buyer's orders; undefined for staff. */
  ordersUrl?: string | undefined
  pdfUrl?: string | undefined
}

/** @param controls links and buttons around the document; undefined for print */
export function invoiceHtml(invoice: InvoiceView, controls?: PageControls): string {
  const lang = controls?.lang ?? 'ar'
  return renderDocument({
    lang,
    title: `${invoice.number} · ${titlesOf(TEXTS[lang], invoice)[invoice.kind]}`,
    head: (
      <>
        <meta name="robots" content="noindex" />
        {controls && <link rel="icon" href="/brand/mark.svg" type="image/svg+xml" />}
        <InlineStyle css={STYLE} />
      </>
    ),
    body: (
      <>
        {controls && <Controls {...controls} />}
        <main>
          <article className="paper" lang="ar" dir="rtl">
            <Head {...invoice} />
            <Facts {...invoice} />
            <Parties {...invoice} />
            <Lines {...invoice} />
            <End {...invoice} />
            <Notes {...invoice} />
          </article>
          {controls && <RelatedDocuments invoice={invoice} lang={lang} />}
        </main>
        {controls && <InlineScript code={PRINT_SCRIPT} />}
      </>
    ),
  })
}

function Controls({ lang, otherUrl, ordersUrl, pdfUrl }: PageControls) {
  const texts = TEXTS[lang].page
  const other: Lang = lang === 'ar' ? 'en' : 'ar'
  return (
    <header className="bar">
      <nav aria-label={texts.nav}>
        {ordersUrl && <a href={ordersUrl}>{texts.back}</a>}
        <a href={otherUrl} lang={other} hrefLang={other} dir={dirOf(other)}>
          {TEXTS[other].page.language}
        </a>
      </nav>
      <div className="tools">
        {pdfUrl && (
          <a href={pdfUrl} download>
            {texts.pdf}
          </a>
        )}
        <button type="button" id="print" hidden>
          {texts.print}
        </button>
      </div>
    </header>
  )
}

/** An invoice's credit notes, or a credit note's invoice. */
function RelatedDocuments({ invoice: { original, creditNotes }, lang }: { invoice: InvoiceView; lang: Lang }) {
  const texts = TEXTS[lang].page
  const documents = original ? [original, ...creditNotes] : creditNotes
  if (documents.length === 0) return null
  return (
    <nav className="bar others" aria-label={texts.others}>
      <p>
        {original ? texts.toInvoice : texts.creditNotes}:{' '}
        {documents.map(({ number, url }, index) => (
          <Fragment key={number}>
            {index > 0 && separatorOf(lang)}
            <a href={url}>
              <Code>{number}</Code>
            </a>
          </Fragment>
        ))}
      </p>
    </nav>
  )
}

const [, MARK = ''] = /^<svg[^>]*>(.*)<\/svg>\s*$/s.exec(
  readFileSync(join(import.meta.dirname, '../../../public/brand/mark.svg'), 'utf8'),
)!

function Head(invoice: InvoiceView) {
  const { kind, seller } = invoice
  return (
    <header className="head">
      <div className="who">
        <svg
          xmlns="http://www.w3.org/2000/svg"
          width="64"
          height="64"
          viewBox="0 0 64 64"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the mark's own file
          dangerouslySetInnerHTML={{ __html: MARK }}
        />
        <p>
          <Both text={seller.name} />
        </p>
      </div>
      <h1>
        <Label of={(texts) => titlesOf(texts, invoice)[kind]} />
      </h1>
    </header>
  )
}

function Facts({ kind, number, issuedAt, suppliedOn, orderId, order, original, reason }: InvoiceView) {
  return (
    <dl className="facts">
      <Fact name={(texts) => texts.number[kind]}>
        <Code>{number}</Code>
      </Fact>
      <Fact name={(texts) => texts.issued}>
        <Moment at={issuedAt} format={formatDay} />
      </Fact>
      <Fact name={(texts) => texts.hijri}>
        <Moment at={issuedAt} format={formatHijri} />
      </Fact>
      <Fact name={(texts) => texts.time}>
        <Moment at={issuedAt} format={formatTime} />
      </Fact>
      {suppliedOn && (
        <Fact name={(texts) => texts.supplied}>
          <Moment at={`${suppliedOn}T12:00:00+03:00`} format={formatDay} />
        </Fact>
      )}
      <Fact name={(texts) => (orderId === null ? texts.quote : texts.order)}>
        <Code>{order.reference}</Code>
      </Fact>
      {original && (
        <>
          <Fact name={(texts) => texts.original}>
            <Code>{original.number}</Code>
          </Fact>
          <Fact name={(texts) => texts.originalDate}>
            <Moment at={original.issuedAt} format={formatDay} />
          </Fact>
        </>
      )}
      {reason && (
        <Fact name={(texts) => texts.reason} isWide>
          <bdi>{reason}</bdi>
        </Fact>
      )}
    </dl>
  )
}

function Parties({ seller, buyer }: InvoiceView) {
  return (
    <div className="parties">
      <section>
        <h2>
          <Label of={(texts) => texts.seller} />
        </h2>
        <dl>
          <Fact name={(texts) => texts.name}>
            <Both text={seller.name} />
          </Fact>
          <Fact name={(texts) => texts.address}>
            <Both text={seller.address} />
          </Fact>
          {seller.vatNumber !== null && (
            <Fact name={(texts) => texts.vatNumber}>
              <Code>{seller.vatNumber}</Code>
            </Fact>
          )}
          <Fact name={(texts) => texts.registration}>
            <Code>{seller.commercialRegistration}</Code>
          </Fact>
        </dl>
      </section>
      {buyer && (
        <section>
          <h2>
            <Label of={(texts) => texts.buyer} />
          </h2>
          <dl>
            {buyer.company ? (
              <CompanyFacts {...buyer.company} />
            ) : (
              <Fact name={(texts) => texts.name}>
                <bdi>{buyer.name}</bdi>
              </Fact>
            )}
          </dl>
        </section>
      )}
    </div>
  )
}

/** What a tax invoice to a company must say of it. */
export function CompanyFacts({ name, vatNumber, registerNumber, address }: CompanyBuyer) {
  return (
    <>
      <Fact name={(texts) => texts.name}>
        <Both text={name} />
      </Fact>
      {address && (
        <Fact name={(texts) => texts.address}>
          <Both text={address} />
        </Fact>
      )}
      {vatNumber && (
        <Fact name={(texts) => texts.vatNumber}>
          <Code>{vatNumber}</Code>
        </Fact>
      )}
      {registerNumber && (
        <Fact name={(texts) => texts.registration}>
          <Code>{registerNumber}</Code>
        </Fact>
      )}
    </>
  )
}

/** Only a seller who is registered for VAT issues tax invoices; those to companies are standard ones. */
function titlesOf(texts: Texts, { seller, buyer }: InvoiceView) {
  if (seller.vatNumber === null) return texts.plain.titles
  return buyer?.company ? texts.standard.titles : texts.titles
}

function End({ kind, totals, lines, qr, seller }: InvoiceView) {
  const hasVat = seller.vatNumber !== null
  return (
    <div className="end">
      {qr !== null && <QrCode content={qr} />}
      <dl className="totals">
        {totals.discountHalalas > 0 && (
          <>
            <Total name={(texts) => (hasVat ? texts : texts.plain).columns.price} halalas={totals.priceHalalas} />
            <Total name={(texts) => texts.columns.discount} halalas={totals.discountHalalas} />
          </>
        )}
        {hasVat && (
          <>
            <Total name={(texts) => texts.net} halalas={totals.netHalalas} />
            {vatByRate(lines).map(([rate, halalas]) => (
              <Total key={rate} name={(texts) => texts.vat(rate)} halalas={halalas} />
            ))}
          </>
        )}
        <Total
          name={(texts) => (hasVat ? texts : texts.plain).total[kind]}
          halalas={totals.totalHalalas}
          className="grand"
        />
      </dl>
    </div>
  )
}

/** The VAT of each rate that a document's lines have. */
export function vatByRate(lines: readonly { vatRatePercent: number; vatHalalas: number }[]): [number, number][] {
  const sums = new Map<number, number>()
  for (const { vatRatePercent, vatHalalas } of lines)
    sums.set(vatRatePercent, (sums.get(vatRatePercent) ?? 0) + vatHalalas)
  return [...sums]
}

function Total({ name, halalas, className = 'row' }: { name: TextOf; halalas: number; className?: string }) {
  return (
    <div className={className}>
      <dt>
        <Label of={name} />
      </dt>
      <dd>
        <Amount halalas={halalas} />
      </dd>
    </div>
  )
}

function QrCode({ content }: { content: string }) {
  const { size, path } = qrCode(content)
  return (
    <div className="code">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={ar.qr}>
        <path d={path} fill="#000" />
      </svg>
      <p>
        <Label of={(texts) => texts.scan} />
      </p>
    </div>
  )
}

function Notes({ id, counter }: InvoiceView) {
  return (
    <footer className="notes">
      <p>
        <Label of={(texts) => texts.currency} />
      </p>
      <p>
        <Label of={(texts) => texts.issuedBy} />
      </p>
      <p className="fine">
        <span>
          <Label of={(texts) => texts.id} />: <Code>{id}</Code>
        </span>{' '}
        <span>
          <Label of={(texts) => texts.counter} />: <Code>{String(counter)}</Code>
        </span>
      </p>
    </footer>
  )
}
