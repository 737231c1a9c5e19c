/** A quote as PDF in one language. */
import type { Localized, QuoteDocument } from '../../../db/shapes.ts'
import { quotePaper as ar } from '../../locales/ar/quote-paper.ts'
import { quotePaper as en } from '../../locales/en/quote-paper.ts'
import { formatDay, formatNumber } from '../../locales/format.ts'
import { keepSigns } from '../../locales/keep-signs.ts'
import { dirOf, type Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import { instantOf } from '../../platform/days.ts'
import { type Box, createSheet, type Sheet, type Text } from '../../platform/pdf/sheet.server.ts'
import { amountOf, vatByRate } from '../invoices/invoice-content.ts'
import { COLOURS, placeHead, STYLES, TABLE_LOOK } from '../printed-documents/printed-documents.server.ts'

const TEXTS = { ar, en }
const TOTALS_WIDTH = 262

type Paper = { sheet: Sheet; quote: QuoteDocument; t: typeof ar; lang: Lang; say: (text: Localized) => string }

/** @param isDraft marks a quote that nobody can accept */
export async function quotePdf(
  number: string,
  quote: QuoteDocument,
  { lang, isDraft }: { lang: Lang; isDraft: boolean },
): Promise<Buffer> {
  const t = TEXTS[lang]
  const sheet = createSheet({
    ...{ lang, direction: dirOf(lang), at: new Date(quote.sentAt), title: `${t.title} ${number}` },
    footer: { style: STYLES.small, text: (page, pages) => `${number} · ${page} / ${pages}` },
  })
  const paper: Paper = { sheet, quote, t, lang, say: (text) => inLang(text, lang) }
  const title = sheet.text({ text: t.title, style: STYLES.title }, { align: 'end', tag: 'H1', leading: 1.4 })
  const mark = sheet.text({ text: t.draft, style: STYLES.small }, { align: 'end' })
  const seller = paper.say(quote.seller.name)
  await placeHead(sheet, {
    seller,
    name: written(sheet, seller, STYLES.name),
    title: sheet.stack(isDraft ? [title, mark] : [title]),
  })
  placeFacts(paper, number)
  placeParties(paper)
  await placeLines(paper)
  sheet.space(12)
  placeEnd(paper)
  placeTerms(paper)
  return sheet.finish()
}

const written = (sheet: Sheet, text: string, style: Text['style'] = STYLES.value) =>
  sheet.text({ text: keepSigns(text), style, isolate: 'auto' })
const code = (sheet: Sheet, text: string) => sheet.text({ text, style: STYLES.value, isolate: 'ltr' })

const fact = (sheet: Sheet, name: string, value: Box) =>
  sheet.stack([sheet.text({ text: name, style: STYLES.small }), value])

function placeFacts({ sheet, quote, t, lang }: Paper, number: string): void {
  const day = (at: string) => written(sheet, formatDay(at, lang))
  const cells = [
    fact(sheet, t.number, code(sheet, number)),
    fact(sheet, t.date, day(quote.sentAt)),
    fact(sheet, t.validUntil, day(instantOf(quote.validUntil).toISOString())),
  ]
  sheet.place(
    sheet.row(
      cells.map((box) => ({ box })),
      { gap: 16 },
    ),
    11,
  )
}

function placeParties({ sheet, quote: { seller, buyer, contact }, t, say }: Paper): void {
  const { company } = buyer
  const from = [
    ...(seller.vatNumber ? [fact(sheet, t.vatNumber, code(sheet, seller.vatNumber))] : []),
    fact(sheet, t.registration, code(sheet, seller.commercialRegistration)),
  ]
  const to = [
    ...(company.vatNumber ? [fact(sheet, t.vatNumber, code(sheet, company.vatNumber))] : []),
    ...(company.registerNumber ? [fact(sheet, t.registration, code(sheet, company.registerNumber))] : []),
  ]
  const attention = sheet.text([
    { text: `${t.attention} `, style: STYLES.small },
    { text: contact.name, style: STYLES.value, isolate: 'auto' },
  ])
  const ours = [named(sheet, say(seller.name), say(seller.address))]
  const theirs = [named(sheet, say(company.name), company.address ? say(company.address) : '—'), attention]
  sheet.place(
    sheet.row(
      [party(sheet, t.from, ours, from), party(sheet, t.to, theirs, to)].map((box) => ({ box })),
      { gap: 10 },
    ),
    12,
  )
}

const named = (sheet: Sheet, name: string, address: string) =>
  sheet.stack([written(sheet, name, STYLES.strong), written(sheet, address, STYLES.plain)])

/** Numbers share a line. */
function party(sheet: Sheet, heading: string, boxes: Box[], numbers: Box[]): Box {
  const line = sheet.row(
    numbers.map((box) => ({ box })),
    { gap: 10 },
  )
  const all = [sheet.text({ text: heading, style: STYLES.heading }, { tag: 'H2' }), ...boxes]
  return sheet.panel(sheet.stack(numbers.length > 0 ? [...all, line] : all, 4), {
    ...{ padding: [8, 10], fill: COLOURS.panel, stroke: COLOURS.line, radius: 5 },
  })
}

type Line = QuoteDocument['lines'][number]

async function placeLines({ sheet, quote: { seller, lines }, t, say, lang }: Paper): Promise<void> {
  const hasVat = seller.vatNumber !== null
  const hasDiscount = lines.some(({ discountHalalas }) => discountHalalas > 0)
  const columns: [title: string, cell: (line: Line) => string, isShown: boolean][] = [
    [t.seats, ({ seats = 1 }) => formatNumber(seats), true],
    [t.unit, ({ priceHalalas, seats = 1 }) => amountOf(Math.round(priceHalalas / seats)), true],
    [t.discount, ({ discountHalalas }) => amountOf(discountHalalas), hasDiscount],
    [t.net, ({ netHalalas }) => amountOf(netHalalas), hasVat],
    [t.vat, ({ vatHalalas }) => amountOf(vatHalalas), hasVat],
    [t.total, ({ totalHalalas }) => amountOf(totalHalalas), true],
  ]
  const shown = columns.filter(([, , isShown]) => isShown)
  const head = (text: string, align: 'start' | 'right') => sheet.text({ text, style: STYLES.head }, { align })
  const amount = (text: string) => sheet.text({ text, style: STYLES.value, isolate: 'ltr' }, { align: 'right' })
  const description = ({ description, run, vatReason }: Line) =>
    sheet.stack([
      written(sheet, say(description), STYLES.strong),
      written(
        sheet,
        run ? `${formatDay(run.startsAt, lang)} – ${formatDay(run.endsAt, lang)}` : t.recorded,
        STYLES.small,
      ),
      ...(vatReason ? [written(sheet, `${t.vatReason}: ${say(vatReason)}`, STYLES.small)] : []),
    ])
  await sheet.placeTable(
    [head(t.course, 'start'), ...shown.map(([title]) => head(title, 'right'))],
    lines.map((line) => [description(line), ...shown.map(([, cell]) => amount(cell(line)))]),
    { cells: [{ share: 3.2 }, ...shown.map(([title]) => ({ share: title === t.seats ? 0.8 : 1.2 }))], ...TABLE_LOOK },
  )
}

function placeEnd({ sheet, quote: { seller, lines, totals }, t }: Paper): void {
  const hasVat = seller.vatNumber !== null
  const notes = [t.notInvoice, ...(hasVat ? [t.withVat] : [])]
  const rows = [
    ...(totals.discountHalalas > 0 ? [[t.discount, totals.discountHalalas] as const] : []),
    ...(hasVat ? [[t.totals.net, totals.netHalalas] as const] : []),
    ...(hasVat ? vatByRate(lines).map(([rate, halalas]) => [t.totals.vat(rate), halalas] as const) : []),
  ]
  const total = hasVat ? t.totals.total : t.totals.plainTotal
  const box = sheet.stack([
    ...rows.flatMap(([name, halalas]) => [
      sheet.panel(sum(sheet, name, halalas, STYLES.plain, STYLES.value), { padding: [3, 9] }),
      sheet.rule(0.6, COLOURS.line),
    ]),
    sheet.panel(sum(sheet, total, totals.totalHalalas, STYLES.grand, STYLES.grandAmount), {
      ...{ padding: [7, 9], fill: COLOURS.mint, radius: 5 },
    }),
  ])
  const said = sheet.stack(notes.map((text) => sheet.text({ text, style: STYLES.small })))
  sheet.place(sheet.row([{ box: said }, { box, width: TOTALS_WIDTH }], { gap: 16 }), 14)
}

const sum = (sheet: Sheet, name: string, halalas: number, style: Text['style'], amount: Text['style']) =>
  sheet.row(
    [
      { box: sheet.text({ text: name, style }) },
      { box: sheet.text({ text: amountOf(halalas), style: amount, isolate: 'ltr' }, { align: 'right' }), width: 76 },
    ],
    { gap: 10, align: 'middle' },
  )

function placeTerms({ sheet, quote: { lines, paymentDays, withdrawalDays, terms }, t }: Paper): void {
  const plain = (text: string) => sheet.text({ text: keepSigns(text), style: STYLES.plain })
  sheet.place(
    sheet.stack(
      [sheet.rule(0.6, COLOURS.line), sheet.text({ text: t.terms, style: STYLES.heading }, { tag: 'H2' })],
      6,
    ),
    4,
  )
  const said = [
    paymentDays === 0 ? t.paymentAtOnce : t.payment(t.days(paymentDays)),
    // A recorded course has no start.
    ...(lines.every(({ run }) => !run)
      ? []
      : [withdrawalDays === 0 ? t.withdrawalUntilStart : t.withdrawal(t.days(withdrawalDays))]),
    t.seatsNote,
  ]
  for (const text of said) sheet.place(plain(text), 2)
  // In the direction of its own language.
  for (const line of terms.split('\n').filter((text) => text.trim() !== ''))
    sheet.place(sheet.text({ text: keepSigns(line), style: STYLES.plain }, { direction: 'auto' }), 2)
  sheet.place(sheet.text({ text: t.currency, style: STYLES.small }))
}
