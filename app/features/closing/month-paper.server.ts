/** The documents of a month on paper: its sums, then a list of the documents. */
import type { Localized } from '../../../db/shapes.ts'
import { monthPrint as ar } from '../../locales/ar/desk/month-print.ts'
import { monthPrint as en } from '../../locales/en/desk/month-print.ts'
import { formatDay, formatNumber, formatTime } from '../../locales/format.ts'
import { formatMonth } from '../../locales/format-month.ts'
import { keepSigns } from '../../locales/keep-signs.ts'
import { dirOf, type Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { createSheet, type Sheet, type Text } from '../../platform/pdf/sheet.server.ts'
import { COLOURS, STYLES } from '../printed-documents/printed-documents.server.ts'
import { type Figures, type MonthTotal, signOf } from './figures.ts'
import type { MonthDocument } from './queries.server.ts'

const TEXTS = { ar, en }

/** Smaller than on an invoice, so that a document takes one line. */
const CELL = {
  plain: { ...STYLES.plain, size: 7.4 },
  value: { ...STYLES.value, size: 7.4 },
  strong: { ...STYLES.strong, size: 7.4 },
}
/** Closer than that of an invoice: a month has many rows. */
const LOOK = { padding: [2.5, 4] as [number, number], head: COLOURS.deep, line: COLOURS.line }

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

type Paper = MonthPrint & { sheet: Sheet; t: typeof ar }

export async function monthPaper(print: MonthPrint, lang: Lang): Promise<Buffer> {
  const t = TEXTS[lang]
  const title = t.title(formatMonth(print.month, lang))
  const sheet = createSheet({
    ...{ lang, direction: dirOf(lang), title, at: print.now },
    footer: { style: STYLES.small, text: (page, pages) => `${page} / ${pages}` },
  })
  const paper = { ...print, sheet, t }
  placeTop(paper, title, lang)
  if (print.part === 1) await placeSums(paper)
  await placeDocuments(paper)
  return sheet.finish()
}

function placeTop({ sheet, t, seller, closed, now, part, parts }: Paper, title: string, lang: Lang): void {
  const moment = (at: Date) => `${formatDay(at, lang)} ${formatTime(at, lang)}`
  const state = closed ? t.closed(moment(closed.at), closed.by ?? t.erased) : t.open(moment(now))
  const vat: Text[] = seller.vatNumber
    ? [
        { text: `${t.vatNumber}: `, style: STYLES.small },
        { text: seller.vatNumber, style: STYLES.small, isolate: 'ltr' },
      ]
    : []
  sheet.place(
    sheet.stack(
      [
        sheet.text({ text: inLang(seller.name, lang), style: STYLES.name, isolate: 'auto' }),
        ...(vat.length > 0 ? [sheet.text(vat)] : []),
        sheet.text({ text: title, style: STYLES.title }, { tag: 'H1', leading: 1.6 }),
        sheet.text({ text: state, style: STYLES.plain }),
        sheet.text({ text: parts > 1 ? `${t.riyals} ${t.part(part, parts)}.` : t.riyals, style: STYLES.small }),
      ],
      2,
    ),
    8,
  )
  sheet.place(sheet.rule(1.5, COLOURS.deep), 10)
}

async function placeSums({ sheet, t, figures: { vat }, total }: Paper): Promise<void> {
  const { kind, treatment, count, net, vat: vatName, total: totalName } = t.columns
  const rate = (row: Figures['vat'][number]) =>
    row.treatment === 'standard'
      ? [plainText(`${t.treatments[row.treatment]} `), codeText(`${row.ratePercent}%`)]
      : [plainText(t.treatments[row.treatment])]
  const rows = vat.map((row) => [
    sheet.text(plainText(t.kinds[row.kind] ?? row.kind)),
    sheet.text(rate(row)),
    number(sheet, formatNumber(row.documents)),
    ...amounts(sheet, row, signOf(row.kind)),
  ])
  const all = [
    sheet.text({ text: t.kinds.balance!, style: CELL.strong }),
    sheet.text(plainText('')),
    number(sheet, formatNumber(total.documents)),
    ...amounts(sheet, total),
  ]
  placeHeading(sheet, t.sums)
  await sheet.placeTable(
    [
      ...[kind, treatment].map((name) => head(sheet, name)),
      ...[count, net, vatName, totalName].map((name) => head(sheet, name, 'right')),
    ],
    [...rows, all],
    { cells: [{ share: 2 }, { share: 2.6 }, { share: 1 }, { share: 1.4 }, { share: 1.4 }, { share: 1.4 }], ...LOOK },
  )
  sheet.space(12)
}

async function placeDocuments({ sheet, t, documents, parts }: Paper): Promise<void> {
  const { number: numberName, kind, issued, order, buyer, net, vat, total } = t.columns
  const rows = documents.map((row) => [
    sheet.text(codeText(row.number)),
    sheet.text(plainText(t.one[row.kind] ?? row.kind)),
    sheet.text(codeText(stampOf(row.issuedAt))),
    sheet.text(codeText(row.reference)),
    sheet.text({ text: keepSigns(row.buyer ?? t.deleted), style: CELL.plain, isolate: 'auto' }),
    ...amounts(sheet, row, signOf(row.kind)),
  ])
  const sum = (of: (row: MonthDocument) => number) =>
    documents.reduce((all, row) => all + signOf(row.kind) * of(row), 0)
  const all = [
    sheet.text({ text: parts > 1 ? t.partSum : t.monthSum, style: CELL.strong }),
    ...Array.from({ length: 4 }, () => sheet.text(plainText(''))),
    ...amounts(sheet, {
      netHalalas: sum(({ netHalalas }) => netHalalas),
      vatHalalas: sum(({ vatHalalas }) => vatHalalas),
      totalHalalas: sum(({ totalHalalas }) => totalHalalas),
    }),
  ]
  placeHeading(sheet, t.documents)
  await sheet.placeTable(
    [
      ...[numberName, kind, issued, order, buyer].map((name) => head(sheet, name)),
      ...[net, vat, total].map((name) => head(sheet, name, 'right')),
    ],
    [...rows, all],
    { cells: [12, 10, 16.5, 14.5, 18, 10, 9, 10].map((share) => ({ share })), ...LOOK },
  )
}

const plainText = (text: string): Text => ({ text, style: CELL.plain })
const codeText = (text: string): Text => ({ text, style: CELL.value, isolate: 'ltr' })

const placeHeading = (sheet: Sheet, text: string) =>
  sheet.place(sheet.text({ text, style: STYLES.heading }, { tag: 'H2' }), 5)

const head = (sheet: Sheet, text: string, align: 'start' | 'right' = 'start') =>
  sheet.text({ text, style: STYLES.head }, { align })

const number = (sheet: Sheet, text: string) => sheet.text(codeText(text), { align: 'right' })

type Amounts = { netHalalas: number; vatHalalas: number; totalHalalas: number }

const amounts = (sheet: Sheet, { netHalalas, vatHalalas, totalHalalas }: Amounts, sign = 1) =>
  [netHalalas, vatHalalas, totalHalalas].map((halalas) => number(sheet, amountOf(sign * halalas)))

/** Always with two decimals, so that amounts in a column align. */
function amountOf(halalas: number): string {
  const amount = Math.abs(halalas)
  return `${halalas < 0 ? '-' : ''}${formatNumber(Math.trunc(amount / 100))}.${String(amount % 100).padStart(2, '0')}`
}

const RIYADH = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Riyadh', dateStyle: 'short', timeStyle: 'short' })
/** Short, and the same in both languages: `2026-10-31 23:59`. */
const stampOf = (at: Date) => RIYADH.format(at)
