/** Who of a company's employees uses a seat, attends and got a certificate, as a file for spreadsheets. */
import type { FileAnswer, TableFormat } from '../../../api/fields.ts'
import { seatsReport as ar } from '../../../locales/ar/seats-report.ts'
import { seatsReport as en } from '../../../locales/en/seats-report.ts'
import type { Context } from '../../../platform/context.server.ts'
import { type Column, inOneBatch } from '../../lists/table.ts'
import { tableFile } from '../../lists/table-file.server.ts'
import type { QuoteRow } from '../queries.server.ts'
import { seatView } from '../quote-views.server.ts'
import type { SeatView } from '../view-contract.ts'
import { seatsOf } from './seat-queries.server.ts'

const TEXTS = { ar, en }

type Row = Omit<SeatView, 'orderId'>

/** As the company's page shows it: without seats that were given back, and with codes once they can be used. */
export async function seatsReport(ctx: Context, quote: QuoteRow, format: TableFormat): Promise<FileAnswer> {
  const seats = (await seatsOf(ctx.db, quote.id, ctx.now())).map((row) => seatView(row, ctx.lang))
  return tableFile(format, {
    name: `${TEXTS[ctx.lang].fileName}-${quote.number}`,
    ...{ title: TEXTS[ctx.lang].title, lang: ctx.lang, columns: columnsOf(ctx, quote) },
    batches: inOneBatch(seats.filter(({ state }) => state !== 'withdrawn')),
  })
}

function columnsOf({ lang, settings }: Context, { releasedAt }: QuoteRow): Column<Row>[] {
  const { columns, states } = TEXTS[lang]
  const isReleased = releasedAt !== null
  const ofUsed = (read: (row: Row) => number) => (row: Row) =>
    row.state === 'used' && row.sessions > 0 ? read(row) : null
  return [
    { title: columns.course, kind: 'text', of: ({ course }) => course },
    { title: columns.code, kind: 'text', of: ({ code }) => (isReleased ? code : null) },
    { title: columns.state, kind: 'text', of: ({ state }) => states[state] },
    { title: columns.name, kind: 'text', of: ({ person }) => person?.name },
    { title: columns.email, kind: 'text', of: ({ person }) => person?.email },
    { title: columns.usedAt, kind: 'moment', of: ({ usedAt }) => (usedAt === null ? null : new Date(usedAt)) },
    { title: columns.attended, kind: 'number', of: ofUsed(({ attended }) => attended) },
    { title: columns.sessions, kind: 'number', of: ofUsed(({ sessions }) => sessions) },
    { title: columns.percent, kind: 'number', of: ofUsed((row) => Math.round((row.attended / row.sessions) * 100)) },
    { title: columns.certificate, kind: 'text', of: ({ certificate }) => certificate?.number },
    {
      title: columns.check,
      kind: 'text',
      of: ({ certificate }) => certificate && new URL(certificate.url, settings.publicUrl).href,
    },
  ]
}
