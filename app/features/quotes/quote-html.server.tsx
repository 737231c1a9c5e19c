// biome-ignore-all lint/a11y/noRedundantRoles: small screens show table rows as blocks, which takes their roles away

/** A quote as an HTML document in one language, for printing as PDF. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReactNode } from 'react'
import type { Localized, QuoteDocument } from '../../../db/shapes.ts'
import { InlineStyle, renderDocument } from '../../html/document.server.tsx'
import { quotePaper as ar } from '../../locales/ar/quote-paper.ts'
import { quotePaper as en } from '../../locales/en/quote-paper.ts'
import { formatDay, formatNumber } from '../../locales/format.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { instantOf } from '../../platform/days.ts'
import { vatByRate } from '../invoices/invoice-content.ts'
import { Amount, Code } from '../invoices/invoice-parts.server.tsx'
import { STYLE } from '../invoices/invoice-style.ts'

const TEXTS = { ar, en }
type Texts = typeof ar

/** Unlike an invoice it is in one language: both parties get the same width, and numbers of a column end together. */
const QUOTE_STYLE = `${STYLE}
@media print,(width>=44rem){.parties{grid-template-columns:repeat(2,minmax(0,1fr))}}
:root[dir=ltr] .sum{text-align:end}
:root[dir=ltr] .totals .row{padding-inline-end:.875rem}
:root[dir=ltr] .totals .grand{padding-inline:.875rem}
`

const [, MARK = ''] = /^<svg[^>]*>(.*)<\/svg>\s*$/s.exec(
  readFileSync(join(import.meta.dirname, '../../../public/brand/mark.svg'), 'utf8'),
)!

/** @param isDraft marks a quote that nobody can accept */
export function quoteHtml(
  number: string,
  quote: QuoteDocument,
  { lang, isDraft }: { lang: Lang; isDraft: boolean },
): string {
  const t = TEXTS[lang]
  const say = (text: Localized) => inLang(text, lang)
  return renderDocument({
    lang,
    title: `${t.title} ${number}`,
    head: <InlineStyle css={QUOTE_STYLE} />,
    body: (
      <main>
        <article className="paper">
          <header className="head">
            <div className="who">
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the mark's own file */}
              <svg viewBox="0 0 64 64" role="img" aria-hidden="true" dangerouslySetInnerHTML={{ __html: MARK }} />
              <p>{say(quote.seller.name)}</p>
            </div>
            <h1>
              {t.title}
              {isDraft && <span className="small">{t.draft}</span>}
            </h1>
          </header>
          <dl className="facts">
            <Fact name={t.number}>
              <Code>{number}</Code>
            </Fact>
            <Fact name={t.date}>{formatDay(quote.sentAt, lang)}</Fact>
            <Fact name={t.validUntil}>{formatDay(instantOf(quote.validUntil).toISOString(), lang)}</Fact>
          </dl>
          <Parties quote={quote} t={t} say={say} />
          <Lines quote={quote} t={t} say={say} lang={lang} />
          <Totals quote={quote} t={t} />
          <Terms quote={quote} t={t} />
        </article>
      </main>
    ),
  })
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

type Part = { quote: QuoteDocument; t: Texts; say: (text: Localized) => string }

function Parties({ quote: { seller, buyer, contact }, t, say }: Part) {
  const { company } = buyer
  return (
    <div className="parties">
      <section>
        <h2>{t.from}</h2>
        <dl>
          <Fact name={say(seller.name)}>
            <bdi>{say(seller.address)}</bdi>
          </Fact>
          {seller.vatNumber && (
            <Fact name={t.vatNumber}>
              <Code>{seller.vatNumber}</Code>
            </Fact>
          )}
          <Fact name={t.registration}>
            <Code>{seller.commercialRegistration}</Code>
          </Fact>
        </dl>
      </section>
      <section>
        <h2>{t.to}</h2>
        <dl>
          <Fact name={say(company.name)}>{company.address ? <bdi>{say(company.address)}</bdi> : '—'}</Fact>
          <Fact name={t.attention}>
            <bdi>{contact.name}</bdi>
          </Fact>
          {company.vatNumber && (
            <Fact name={t.vatNumber}>
              <Code>{company.vatNumber}</Code>
            </Fact>
          )}
          {company.registerNumber && (
            <Fact name={t.registration}>
              <Code>{company.registerNumber}</Code>
            </Fact>
          )}
        </dl>
      </section>
    </div>
  )
}

function Lines({ quote: { seller, lines }, t, say, lang }: Part & { lang: Lang }) {
  const hasVat = seller.vatNumber !== null
  const hasDiscount = lines.some(({ discountHalalas }) => discountHalalas > 0)
  type Line = QuoteDocument['lines'][number]
  const columns: [title: string, cell: (line: Line) => ReactNode, isShown: boolean][] = [
    [t.seats, ({ seats = 1 }) => <Code>{formatNumber(seats)}</Code>, true],
    [t.unit, ({ priceHalalas, seats = 1 }) => <Amount halalas={Math.round(priceHalalas / seats)} />, true],
    [t.discount, ({ discountHalalas }) => <Amount halalas={discountHalalas} />, hasDiscount],
    [t.net, ({ netHalalas }) => <Amount halalas={netHalalas} />, hasVat],
    [t.vat, ({ vatHalalas }) => <Amount halalas={vatHalalas} />, hasVat],
    [t.total, ({ totalHalalas }) => <Amount halalas={totalHalalas} />, true],
  ]
  const shown = columns.filter(([, , isShown]) => isShown)
  return (
    <table>
      <thead>
        <tr>
          <th scope="col" className="what">
            {t.course}
          </th>
          {shown.map(([title]) => (
            <th key={title} scope="col" className="sum">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.quoteLineId}>
            <td className="what">
              <b>{say(line.description)}</b>
              <span className="small">
                {line.run ? `${formatDay(line.run.startsAt, lang)} – ${formatDay(line.run.endsAt, lang)}` : t.recorded}
              </span>
              {line.vatReason && (
                <span className="small">
                  {t.vatReason}: {say(line.vatReason)}
                </span>
              )}
            </td>
            {shown.map(([title, cell]) => (
              <td key={title} className="sum">
                <span className="label" aria-hidden="true">
                  {title}
                </span>
                {cell(line)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Totals({ quote: { seller, lines, totals }, t }: Omit<Part, 'say'>) {
  const hasVat = seller.vatNumber !== null
  const row = (name: string, halalas: number, className = 'row') => (
    <div key={name} className={className}>
      <dt>{name}</dt>
      <dd>
        <Amount halalas={halalas} />
      </dd>
    </div>
  )
  return (
    <div className="end">
      <div>
        <p className="small">{t.notInvoice}</p>
        {hasVat && <p className="small">{t.withVat}</p>}
      </div>
      <dl className="totals">
        {totals.discountHalalas > 0 && row(t.discount, totals.discountHalalas)}
        {hasVat && row(t.totals.net, totals.netHalalas)}
        {hasVat && vatByRate(lines).map(([rate, halalas]) => row(t.totals.vat(rate), halalas))}
        {row(hasVat ? t.totals.total : t.totals.plainTotal, totals.totalHalalas, 'grand')}
      </dl>
    </div>
  )
}

function Terms({ quote: { paymentDays, withdrawalDays, terms }, t }: Omit<Part, 'say'>) {
  return (
    <footer className="notes">
      <p>
        <b>{t.terms}</b>
      </p>
      <p>{paymentDays === 0 ? t.paymentAtOnce : t.payment(t.days(paymentDays))}</p>
      <p>{withdrawalDays === 0 ? t.withdrawalUntilStart : t.withdrawal(t.days(withdrawalDays))}</p>
      <p>{t.seatsNote}</p>
      {terms.split('\n').map((line, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text have no other name
        line.trim() === '' ? null : <Line key={index} text={line} />,
      )}
      <p>{t.currency}</p>
    </footer>
  )
}

/** In the direction of its own language. */
const Line = ({ text }: { text: string }) => <p dir="auto">{text}</p>
