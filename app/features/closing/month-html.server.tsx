/** The documents of a month on paper: its sums, then a list of the documents. */
import type { Localized } from '../../../db/shapes.ts'
import { InlineStyle, renderDocument } from '../../html/document.server.tsx'
import { monthPrint as ar } from '../../locales/ar/desk/month-print.ts'
import { monthPrint as en } from '../../locales/en/desk/month-print.ts'
import { formatDay, formatNumber, formatTime } from '../../locales/format.ts'
import { formatMonth } from '../../locales/format-month.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { BRAND_COLOURS } from '../../ui/brand-colours.ts'
import { type Figures, type MonthTotal, signOf } from './figures.ts'
import type { MonthDocument } from './queries.server.ts'

const TEXTS = { ar, en }

const STYLE = `
@page{size:A4;margin:12mm 12mm 16mm;@bottom-center{content:counter(page) " / " counter(pages);font:9px "Readex Pro",sans-serif;color:#5b6b66}}
*{box-sizing:border-box}
body{margin:0;font:10px/1.5 "Readex Pro",sans-serif;color:#1d2b27;font-variant-numeric:tabular-nums lining-nums}
header{border-block-end:2px solid ${BRAND_COLOURS.deep};padding-block-end:8px;margin-block-end:12px}
h1{margin:0;font-size:17px;color:${BRAND_COLOURS.deep}}
h2{margin:14px 0 6px;font-size:12.5px;color:${BRAND_COLOURS.deep}}
p{margin:2px 0}
.quiet{color:#5b6b66}
table{inline-size:100%;border-collapse:collapse;table-layout:fixed}
thead{display:table-header-group}
th,td{padding:2px 4px;text-align:start;vertical-align:top;border-block-end:1px solid #dfe5e2;overflow-wrap:anywhere}
th{background:#eef4f1;font-weight:600}
tr{break-inside:avoid}
.sum{text-align:end;white-space:nowrap}
.all td{font-weight:600;border-block-start:1.5px solid ${BRAND_COLOURS.deep}}
bdi{unicode-bidi:isolate}
`

export type MonthPrint = {
  month: string
  seller: { name: Localized; vatNumber: string | null }
  figures: Figures
  total: MonthTotal
  closed: { at: Date; by: string | null } | null
  now: Date
  documents: MonthDocument[]
  part: number
  parts: number
}

export function monthHtml(print: MonthPrint, lang: Lang): string {
  const t = TEXTS[lang]
  const { month, seller, closed, now, part, parts } = print
  const moment = (at: Date) => `${formatDay(at, lang)} ${formatTime(at, lang)}`
  const title = t.title(formatMonth(month, lang))
  return renderDocument({
    lang,
    title,
    head: <InlineStyle css={STYLE} />,
    body: (
      <>
        <header>
          <p>{inLang(seller.name, lang)}</p>
          {seller.vatNumber ? (
            <p className="quiet">
              {t.vatNumber}: <bdi>{seller.vatNumber}</bdi>
            </p>
          ) : null}
          <h1>{title}</h1>
          <p>{closed ? t.closed(moment(closed.at), closed.by ?? t.erased) : t.open(moment(now))}</p>
          <p className="quiet">
            {t.riyals}
            {parts > 1 ? ` ${t.part(part, parts)}.` : ''}
          </p>
        </header>
        {part === 1 ? <Sums {...print} lang={lang} /> : null}
        <Documents {...print} lang={lang} />
      </>
    ),
  })
}

type InPrint = MonthPrint & { lang: Lang }

function Sums({ figures: { vat }, total, lang }: InPrint) {
  const t = TEXTS[lang]
  const { kind, treatment, count, ...amounts } = t.columns
  return (
    <>
      <h2>{t.sums}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{kind}</th>
            <th scope="col">{treatment}</th>
            {[count, amounts.net, amounts.vat, amounts.total].map((name) => (
              <th key={name} scope="col" className="sum">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {vat.map((row) => (
            <tr key={`${row.kind} ${row.treatment} ${row.ratePercent}`}>
              <td>{t.kinds[row.kind] ?? row.kind}</td>
              <td>
                {t.treatments[row.treatment]} {row.treatment === 'standard' ? <bdi>{row.ratePercent}%</bdi> : null}
              </td>
              <td className="sum">{formatNumber(row.documents)}</td>
              <Amounts {...row} sign={signOf(row.kind)} />
            </tr>
          ))}
          <tr className="all">
            <td colSpan={2}>{t.kinds.balance}</td>
            <td className="sum">{formatNumber(total.documents)}</td>
            <Amounts {...total} />
          </tr>
        </tbody>
      </table>
    </>
  )
}

function Documents({ documents, parts, lang }: InPrint) {
  const t = TEXTS[lang]
  const { number, kind, issued, order, buyer, net, vat, total } = t.columns
  const sum = (of: (row: MonthDocument) => number) =>
    documents.reduce((all, row) => all + signOf(row.kind) * of(row), 0)
  return (
    <>
      <h2>{t.documents}</h2>
      <table>
        <colgroup>
          {['13%', '11%', '14%', '14%', '18%', '10%', '10%', '10%'].map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns have no other key and do not move
            <col key={index} style={{ inlineSize: width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {[number, kind, issued, order, buyer].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {[net, vat, total].map((name) => (
              <th key={name} scope="col" className="sum">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {documents.map((row) => (
            <tr key={row.number}>
              <td>
                <bdi>{row.number}</bdi>
              </td>
              <td>{t.one[row.kind] ?? row.kind}</td>
              <td>
                <bdi>{stampOf(row.issuedAt)}</bdi>
              </td>
              <td>
                <bdi>{row.reference}</bdi>
              </td>
              <td>
                <bdi>{row.buyer ?? t.deleted}</bdi>
              </td>
              <Amounts {...row} sign={signOf(row.kind)} />
            </tr>
          ))}
          <tr className="all">
            <td colSpan={5}>{parts > 1 ? t.partSum : t.monthSum}</td>
            <Amounts
              netHalalas={sum(({ netHalalas }) => netHalalas)}
              vatHalalas={sum(({ vatHalalas }) => vatHalalas)}
              totalHalalas={sum(({ totalHalalas }) => totalHalalas)}
            />
          </tr>
        </tbody>
      </table>
    </>
  )
}

type Amounts = { netHalalas: number; vatHalalas: number; totalHalalas: number }

function Amounts({ netHalalas, vatHalalas, totalHalalas, sign = 1 }: Amounts & { sign?: number }) {
  return [
    ['net', netHalalas],
    ['vat', vatHalalas],
    ['total', totalHalalas],
  ].map(([name, halalas]) => (
    <td key={name} className="sum">
      <bdi dir="ltr">{amountOf(sign * Number(halalas))}</bdi>
    </td>
  ))
}

/** Always with two decimals, so that amounts in a column align. */
function amountOf(halalas: number): string {
  const amount = Math.abs(halalas)
  return `${halalas < 0 ? '-' : ''}${formatNumber(Math.trunc(amount / 100))}.${String(amount % 100).padStart(2, '0')}`
}

const RIYADH = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Riyadh', dateStyle: 'short', timeStyle: 'short' })
/** Short, and the same in both languages: `2026-10-31 23:59`. */
const stampOf = (at: Date) => RIYADH.format(at)
