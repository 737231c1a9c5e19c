/** A quote as its company sees it by the link, and what the company does there. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { quoteEmails as ar } from '../../locales/ar/emails/emails-quotes.ts'
import { quoteEmails as en } from '../../locales/en/emails/emails-quotes.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { limitSource } from '../attempt-limits/attempt-limits.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { mayBeShared } from '../e-invoicing/sharing.ts'
import { findInstitute } from '../orders/queries.server.ts'
import { accept, requireOpen } from './acceptance.server.ts'
import type { Quotation, quotesEndpoints } from './contract.ts'
import { quoteCorrections } from './corrections.server.ts'
import { debitPurchase, takePurchaseDebitBack } from './notes.server.ts'
import { findQuote, linesOf, lockQuote, type QuoteRow, saveAnswer } from './queries.server.ts'
import type { LineRow } from './quote-document.ts'
import { documentFile, quoteFile } from './quote-files.server.ts'
import { mailDeclined } from './quote-mails.server.ts'
import { isQuoteToken } from './quote-token.server.ts'
import { purchaseOf, seatView, withdrawableUntil } from './quote-views.server.ts'
import { quotesDeskOperations } from './quotes.server.ts'
import { companyEnrolOperations } from './seats/company-enrol.server.ts'
import { withdraw } from './seats/give-back.server.ts'
import { rowsOfFile, rowsOfText } from './seats/read-names.server.ts'
import { nameSeatsOf } from './seats/seat-names.server.ts'
import { seatsOf } from './seats/seat-queries.server.ts'
import { redeemSeat, seat } from './seats/seats.server.ts'
import { seatsReport } from './seats/seats-report.server.ts'
import { shownState } from './terms.ts'

type Calls = typeof quotesEndpoints

const TEXTS = { ar, en }

/** Of one network: enough for a purchasing department, too few to guess a token. */
const MAX_CALLS_PER_HOUR = 600

export const quotesOperations: Operations<Calls> = {
  ...quotesDeskOperations,
  ...quoteCorrections,
  ...companyEnrolOperations,
  ...{ debitPurchase, takePurchaseDebitBack },
  quotation: async (ctx, link) => view(ctx, await requireLinked(ctx, link)),
  acceptQuotation,
  declineQuotation,
  nameSeats,
  nameSeatsByFile,
  giveSeatsBack,
  quotationFile,
  quotationReport,
  seat,
  redeemSeat,
}

export type QuoteLink = { number: string; token: string }

/** A wrong token is answered as a number that does not exist. */
export async function requireLinked(ctx: Context, { number, token }: QuoteLink): Promise<QuoteRow> {
  await limitSource(ctx, 'quotation', MAX_CALLS_PER_HOUR)
  const quote = await findQuote(ctx.db, { number: number.toUpperCase() })
  if (!quote || !isQuoteToken(ctx, quote, token)) throw new Problem('notFound')
  return quote
}

async function view(ctx: Context, quote: QuoteRow): Promise<Quotation> {
  const now = ctx.now()
  const [lines, { documents, money }, seats, institute] = await Promise.all([
    linesOf(ctx.db, quote.id, now),
    purchaseOf(ctx.db, quote),
    seatsOf(ctx.db, quote.id, now),
    findInstitute(ctx.db),
  ])
  const bank = institute?.bank
  return {
    ...{ number: quote.number, lang: quote.lang, state: shownState(quote, dayOf(now)), document: quote.document },
    answer: quote.answer && {
      ...{ name: quote.answer.name, role: quote.answer.role },
      at: quote.answeredAt!.toISOString(),
    },
    money,
    bank:
      bank && money && money.dueHalalas > 0
        ? { name: inLang(bank.name, ctx.lang), beneficiary: inLang(bank.beneficiary, ctx.lang), iban: bank.iban }
        : null,
    documents: documents.map(({ kind, number, totalHalalas, issuedAt, clearance: state, isStandard }) => ({
      ...{ kind, number, totalHalalas },
      isReady: state === null || mayBeShared({ state, isStandard }, issuedAt, now),
    })),
    isReleased: quote.releasedAt !== null,
    lines: lines.map(({ id, courseName, run }) => ({
      ...{ id, course: inLang(courseName, ctx.lang) },
      startsAt: run && new Date(run.startsAt).toISOString(),
      isOver: run !== null && (run.isCancelled || new Date(run.startsAt) <= now),
      withdrawableUntil: openUntil(run, quote, now),
    })),
    seats: seats.map((row) => seatView(row, ctx.lang)),
  }
}

function openUntil(run: LineRow['run'], quote: QuoteRow, now: Date): string | null {
  const until = withdrawableUntil(run, quote)
  return until && until > now && !run?.isCancelled && quote.state === 'accepted' ? until.toISOString() : null
}

/** Does something with the locked quote, and answers with it as it is then. */
async function change(
  ctx: Context,
  link: QuoteLink,
  act: (tx: Tx, quote: QuoteRow) => Promise<void>,
): Promise<Quotation> {
  const { id } = await requireLinked(ctx, link)
  await ctx.db.transaction().execute(async (tx) => act(tx, (await lockQuote(tx, id))!))
  return view(ctx, (await findQuote(ctx.db, { id }))!)
}

async function acceptQuotation(ctx: Context, { totalHalalas, ...typed }: Input<Calls['acceptQuotation']>) {
  const { name, role, hasAgreed: _, ...link } = typed
  return change(ctx, link, async (tx, quote) => {
    requireOpen(quote, ctx.now())
    // Revised and sent again since the page was opened.
    if (quote.document!.totals.totalHalalas !== totalHalalas) throw new Problem('previewStale')
    await accept(tx, ctx, quote, { name, role, note: '', ip: ctx.ip, staffId: null })
    await writeAudit(tx, ctx, { action: 'quote.accept', reference: quote.number, detail: { byLink: true } })
  })
}

async function declineQuotation(ctx: Context, { name, role, note, ...link }: Input<Calls['declineQuotation']>) {
  return change(ctx, link, async (tx, quote) => {
    requireOpen(quote, ctx.now())
    const answer = { name, role, note: note ?? '', ip: ctx.ip, staffId: null }
    await saveAnswer(tx, quote.id, 'declined', answer, ctx.now())
    await mailDeclined(tx, ctx, quote, answer)
    await writeAudit(tx, ctx, { action: 'quote.decline', reference: quote.number, detail: { byLink: true } })
  })
}

async function nameSeats(ctx: Context, { lineId, names, ...link }: Input<Calls['nameSeats']>) {
  return nameRows(ctx, link, lineId, { rows: rowsOfText(names), field: 'names' })
}

async function nameSeatsByFile(ctx: Context, { lineId, file, ...link }: Input<Calls['nameSeatsByFile']>) {
  // Nobody without the link has a file read.
  await requireLinked(ctx, link)
  return nameRows(ctx, link, lineId, { rows: await rowsOfFile(file), field: 'file' })
}

async function nameRows(ctx: Context, link: QuoteLink, lineId: number, list: Parameters<typeof nameSeatsOf>[4]) {
  return change(ctx, link, async (tx, quote) => {
    if (quote.state !== 'accepted') throw new Problem('quoteNotAccepted')
    const seats = await nameSeatsOf(tx, ctx, quote, lineId, list)
    const after = { lineId, seats }
    await writeAudit(tx, ctx, { action: 'quote.name-seats', reference: quote.number, after, detail: { byLink: true } })
  })
}

async function giveSeatsBack(ctx: Context, { lineId, seats, ...link }: Input<Calls['giveSeatsBack']>) {
  return change(ctx, link, async (tx, quote) => {
    const line = (await linesOf(tx, quote.id, ctx.now())).find(({ id }) => id === lineId)
    // A recorded course has no start before which seats could be given back.
    if (line && !line.run) throw new Problem('withdrawalOver')
    const reason = TEXTS[quote.lang].givenBack
    const after = { lineId, seats, ...(await withdraw(tx, ctx, quote, { lineId, seats, reason })) }
    await writeAudit(tx, ctx, {
      ...{ action: 'quote.withdraw-seats', reference: quote.number, after, detail: { byLink: true } },
    })
  })
}

async function quotationFile(ctx: Context, { file, lang, ...link }: Input<Calls['quotationFile']>) {
  const quote = await requireLinked(ctx, link)
  if (quote.state === 'draft') throw new Problem('notFound')
  return file === 'quote' ? quoteFile(ctx, quote, lang) : documentFile(ctx, quote, file.toUpperCase())
}

async function quotationReport(ctx: Context, { format, lang = ctx.lang, ...link }: Input<Calls['quotationReport']>) {
  const quote = await requireLinked(ctx, link)
  if (quote.state !== 'accepted') throw new Problem('quoteNotAccepted')
  return seatsReport({ ...ctx, lang }, quote, format)
}
