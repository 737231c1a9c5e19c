/** Invoices and their notes as PDF: the same content as the page, in Arabic with English beside it. */
import { setImmediate } from 'node:timers/promises'
import type { Localized } from '../../../db/shapes.ts'
import type { Attachment } from '../../adapters/email/port.ts'
import { keepSigns } from '../../locales/keep-signs.ts'
import type { Services } from '../../platform/context.server.ts'
import { createSheet, type Sheet, type Text } from '../../platform/pdf/sheet.server.ts'
import { qrCode } from '../../platform/qr-code.server.ts'
import { type EnclosedXml, printedOf } from '../e-invoicing/stamping.server.ts'
import { COLOURS, PDF_TYPE, placeHead, STYLES, TABLE_LOOK } from '../printed-documents/printed-documents.server.ts'
import {
  amountOf,
  buyerFacts,
  cellOf,
  columnsOf,
  datesOf,
  type Fact,
  factsOf,
  type InvoiceView,
  inBoth,
  isSignedQr,
  notesOf,
  seatsText,
  sellerFacts,
  TEXTS,
  type TextOf,
  type Total,
  titleOf,
  totalsOf,
  type Value,
} from './invoice-content.ts'
import { invoiceView } from './invoice-views.server.ts'
import type { InvoiceRow } from './queries.server.ts'

const QR_SIZE = 96
/** Of a code that holds the signature, so that a phone can still tell its squares apart. */
const SIGNED_QR_SIZE = 132
const TOTALS_WIDTH = 292

export async function invoicePdf(services: Services, row: InvoiceRow): Promise<Attachment> {
  const { qr, xml } = await printedOf(services, row)
  const content = await paperOf(invoiceView(row, [], { lang: 'ar', qr }), xml)
  return { name: `${row.number}.pdf`, type: PDF_TYPE, content }
}

async function paperOf(invoice: InvoiceView, xml: EnclosedXml | undefined): Promise<Buffer> {
  const sheet = createSheet({
    ...{ lang: 'ar', direction: 'rtl', at: new Date(invoice.issuedAt), enclosed: xml },
    title: `${invoice.number} · ${titleOf(TEXTS.ar, invoice)}`,
    footer: { style: STYLES.small, text: (page, pages) => `${invoice.number} · ${page} / ${pages}` },
  })
  await placeInvoiceHead(sheet, invoice)
  placeFacts(sheet, factsOf(invoice))
  sheet.space(5)
  // A document takes a tenth of a second: others are answered in between.
  await setImmediate()
  placeParties(sheet, invoice)
  await setImmediate()
  await placeLines(sheet, invoice)
  sheet.space(12)
  await setImmediate()
  placeEnd(sheet, invoice)
  placeNotes(sheet, invoice)
  await setImmediate()
  return sheet.finish()
}

/** The texts of a value: Arabic, and English where it is another. */
function both(text: Localized, style: Text['style'], other: Text['style'] = STYLES.small): [Text, Text?] {
  const own: Text = { text: keepSigns(text.ar), style }
  return text.en && text.en !== text.ar ? [own, { text: text.en, style: other, isolate: 'ltr' }] : [own]
}

/** Both languages in one line. */
function inLine(text: Localized, style: Text['style'], other?: Text['style'], between = ' · '): Text[] {
  const [own, english] = both(text, style, other)
  return english ? [own, { text: between, style: english.style }, english] : [own]
}

/** English below the Arabic. */
function below(
  sheet: Sheet,
  text: Localized,
  style: Text['style'],
  options: Parameters<Sheet['text']>[1] = {},
  other?: Text['style'],
) {
  const [own, english] = both(text, style, other)
  return sheet.stack([
    sheet.text(own, options),
    ...(english ? [sheet.text(english, { ...options, direction: 'ltr' })] : []),
  ])
}

function shown(sheet: Sheet, value: Value) {
  if ('both' in value) return below(sheet, value.both, STYLES.value)
  if ('code' in value) return sheet.text({ text: value.code, style: STYLES.value, isolate: 'ltr' })
  return sheet.stack(
    value.written
      .split('\n')
      .map((text) => sheet.text({ text: keepSigns(text), style: STYLES.value, isolate: 'auto' })),
  )
}

const factBox = (sheet: Sheet, { name, value }: Fact) =>
  sheet.stack([sheet.text(inLine(inBoth(name), STYLES.small)), shown(sheet, value)])

function placeInvoiceHead(sheet: Sheet, invoice: InvoiceView): Promise<void> {
  const { seller } = invoice
  const title = inBoth((texts) => titleOf(texts, invoice))
  return placeHead(sheet, {
    seller: seller.name.ar,
    name: below(sheet, seller.name, STYLES.name),
    title: below(sheet, title, STYLES.title, { align: 'end', tag: 'H1', leading: 1.4 }),
  })
}

function placeFacts(sheet: Sheet, facts: Fact[]): void {
  const narrow = facts.filter(({ isWide }) => !isWide)
  for (let index = 0; index < narrow.length; index += 3) {
    const boxes = [0, 1, 2].map((place) => narrow[index + place])
    const cells = boxes.map((fact) => ({ box: fact ? factBox(sheet, fact) : sheet.stack([]) }))
    sheet.place(sheet.row(cells, { gap: 16 }), 6)
  }
  for (const fact of facts) if (fact.isWide) sheet.place(factBox(sheet, fact), 7)
}

function placeParties(sheet: Sheet, { seller, buyer }: InvoiceView): void {
  const cells = [
    { box: party(sheet, (texts) => texts.seller, sellerFacts(seller)) },
    ...(buyer ? [{ box: party(sheet, (texts) => texts.buyer, buyerFacts(buyer)) }] : []),
  ]
  sheet.place(sheet.row(cells, { gap: 10 }), 12)
}

/** Names and addresses take a line each, numbers share one. */
function party(sheet: Sheet, name: TextOf, facts: Fact[]) {
  const numbers = facts.filter(({ value }) => 'code' in value)
  return sheet.panel(
    sheet.stack(
      [
        sheet.text(inLine(inBoth(name), STYLES.heading), { tag: 'H2' }),
        ...facts.filter((fact) => !numbers.includes(fact)).map((fact) => factBox(sheet, fact)),
        ...(numbers.length > 0
          ? [
              sheet.row(
                numbers.map((fact, place) => ({ box: factBox(sheet, fact), share: 2 + place })),
                { gap: 10 },
              ),
            ]
          : []),
      ],
      4,
    ),
    { padding: [8, 10], fill: COLOURS.panel, stroke: COLOURS.line, radius: 5 },
  )
}

async function placeLines(sheet: Sheet, invoice: InvoiceView): Promise<void> {
  const columns = columnsOf(invoice)
  const head = (name: TextOf, align: 'start' | 'right') =>
    below(sheet, inBoth(name), STYLES.head, { align, leading: 1.4 }, STYLES.headEn)
  const rows = invoice.lines.map((own) => [
    description(sheet, own),
    ...columns.map((column) =>
      sheet.text({ text: cellOf(own, column), style: STYLES.value, isolate: 'ltr' }, { align: 'right' }),
    ),
  ])
  await sheet.placeTable(
    [head((texts) => texts.description, 'start'), ...columns.map(({ name }) => head(name, 'right'))],
    rows,
    {
      cells: [{ share: 3.2 }, ...columns.map(({ key }) => ({ share: key === 'rate' || key === 'vat' ? 1 : 1.25 }))],
      ...TABLE_LOOK,
    },
  )
}

function description(sheet: Sheet, own: InvoiceView['lines'][number]) {
  const { seats, priceHalalas } = own
  const small = STYLES.small
  return sheet.stack([
    below(sheet, own.description, STYLES.strong),
    below(sheet, datesOf(own), small),
    ...(seats === undefined ? [] : [below(sheet, seatsText(seats, priceHalalas), small)]),
    ...notesOf(own).map(({ name, value }) => noteBox(sheet, inBoth(name), value)),
  ])
}

function noteBox(sheet: Sheet, name: Localized, value: Value | undefined) {
  const small = STYLES.small
  if (value && 'both' in value) {
    const { ar, en } = value.both
    return below(sheet, { ar: `${name.ar}: ${ar}`, ...(en ? { en: `${name.en}: ${en}` } : {}) }, small)
  }
  const code: Text[] =
    value && 'code' in value
      ? [
          { text: ': ', style: small },
          { text: value.code, style: small, isolate: 'ltr' },
        ]
      : []
  return sheet.text([...inLine(name, small, small), ...code])
}

function placeEnd(sheet: Sheet, invoice: InvoiceView): void {
  const totals = sheet.stack(totalsOf(invoice).map((total) => totalBox(sheet, total)))
  const code = invoice.qr === null ? sheet.stack([]) : codeBox(sheet, invoice.qr)
  sheet.place(sheet.row([{ box: code }, { box: totals, width: TOTALS_WIDTH }], { gap: 16 }), 14)
}

function totalBox(sheet: Sheet, { name, halalas, isGrand }: Total) {
  const amount: Text = { text: amountOf(halalas), style: isGrand ? STYLES.grandAmount : STYLES.value, isolate: 'ltr' }
  const row = sheet.row(
    [
      { box: isGrand ? below(sheet, inBoth(name), STYLES.grand) : sheet.text(inLine(inBoth(name), STYLES.plain)) },
      { box: sheet.text(amount, { align: 'right' }), width: 72 },
    ],
    { gap: 10, align: 'middle' },
  )
  return isGrand
    ? sheet.panel(row, { padding: [7, 9], fill: COLOURS.mint, radius: 5 })
    : sheet.stack([sheet.panel(row, { padding: [3, 9] }), sheet.rule(0.6, COLOURS.line)])
}

function codeBox(sheet: Sheet, content: string) {
  const { size, path } = qrCode(content)
  const texts = below(
    sheet,
    inBoth((all) => all.scan),
    STYLES.small,
  )
  const code = (width: number) => ({ box: sheet.path(path, size, width, TEXTS.ar.qr), width })
  if (isSignedQr(size)) return sheet.stack([sheet.row([code(SIGNED_QR_SIZE)]), texts])
  return sheet.row([code(QR_SIZE), { box: texts }], { gap: 10, align: 'middle' })
}

function placeNotes(sheet: Sheet, { id, counter }: InvoiceView): void {
  const note = (name: TextOf) => below(sheet, inBoth(name), STYLES.small)
  const code = (name: TextOf, text: string): Text[] => [
    ...inLine(inBoth(name), STYLES.small, STYLES.small, ' '),
    { text: ': ', style: STYLES.small },
    { text, style: STYLES.small, isolate: 'ltr' },
  ]
  sheet.place(
    sheet.stack(
      [
        sheet.rule(0.6, COLOURS.line),
        note((texts) => texts.currency),
        note((texts) => texts.issuedBy),
        sheet.row([
          { box: sheet.text(code((texts) => texts.id, id)), share: 2 },
          {
            box: sheet.text(
              code((texts) => texts.counter, String(counter)),
              { align: 'end' },
            ),
            share: 1,
          },
        ]),
      ],
      5,
    ),
  )
}
