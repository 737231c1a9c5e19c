// biome-ignore-all lint/a11y/noRedundantRoles: small screens show table rows as blocks, which takes their roles away

/** An invoice or a credit note as an HTML document, in Arabic with English beside it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Fragment } from 'react'
import { InlineScript, InlineStyle, renderDocument } from '../../html/document.server.tsx'
import { invoice as ar } from '../../locales/ar/invoices.ts'
import { dirOf, type Lang, separatorOf } from '../../locales/lang.ts'
import { qrCode } from '../../platform/qr-code.server.ts'
import {
  amountOf,
  buyerFacts,
  type Fact,
  factsOf,
  type InvoiceView,
  isSignedQr,
  sellerFacts,
  TEXTS,
  type TextOf,
  titleOf,
  totalsOf,
} from './invoice-content.ts'
import { Lines } from './invoice-lines.server.tsx'
import { Both, Code, Label, Shown } from './invoice-parts.server.tsx'
import { PRINT_SCRIPT, STYLE } from './invoice-style.ts'

export type PageControls = {
  /** The language of the controls; the document itself is in both. */
  lang: Lang
  /** The same page in the other language. */
  otherUrl: string
  /** The page of the buyer's orders; undefined for staff. */
  ordersUrl?: string | undefined
  pdfUrl: string
}

/** @param controls links and buttons around the document; undefined for print */
export function invoiceHtml(invoice: InvoiceView, controls?: PageControls): string {
  const lang = controls?.lang ?? 'ar'
  return renderDocument({
    lang,
    title: `${invoice.number} · ${titleOf(TEXTS[lang], invoice)}`,
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
        <a href={pdfUrl} download>
          {texts.pdf}
        </a>
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
  const { seller } = invoice
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
        <Label of={(texts) => titleOf(texts, invoice)} />
      </h1>
    </header>
  )
}

const Facts = (invoice: InvoiceView) => (
  <dl className="facts">
    <FactList facts={factsOf(invoice)} />
  </dl>
)

function Parties({ seller, buyer }: InvoiceView) {
  return (
    <div className="parties">
      <Party name={(texts) => texts.seller} facts={sellerFacts(seller)} />
      {buyer && <Party name={(texts) => texts.buyer} facts={buyerFacts(buyer)} />}
    </div>
  )
}

function Party({ name, facts }: { name: TextOf; facts: Fact[] }) {
  return (
    <section>
      <h2>
        <Label of={name} />
      </h2>
      <dl>
        <FactList facts={facts} />
      </dl>
    </section>
  )
}

function FactList({ facts }: { facts: Fact[] }) {
  return facts.map(({ name, value, isWide = false }) => (
    <div key={name(TEXTS.ar)} className={isWide ? 'wide' : 'fact'}>
      <dt>
        <Label of={name} />
      </dt>
      <dd>
        <Shown value={value} />
      </dd>
    </div>
  ))
}

function End(invoice: InvoiceView) {
  return (
    <div className="end">
      {invoice.qr !== null && <QrCode content={invoice.qr} />}
      <dl className="totals">
        {totalsOf(invoice).map(({ key, name, halalas, isGrand }) => (
          <div key={key} className={isGrand ? 'grand' : 'row'}>
            <dt>
              <Label of={name} />
            </dt>
            <dd>
              <Code>{amountOf(halalas)}</Code>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function QrCode({ content }: { content: string }) {
  const { size, path } = qrCode(content)
  return (
    <div className={isSignedQr(size) ? 'code signed' : 'code'}>
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
