/** Quotes at the desk: written, sent, answered, paid, and their seats taken back. */

import { z } from 'zod'
import { cursorPage, placeOf } from '../../api/cursor.ts'
import { applyEdits } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { isProblem, Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { cappedTotal } from '../../platform/count-cap.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { dayOf, plusDays } from '../../platform/days.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { isRecorded } from '../catalogue/course-state.ts'
import { findContacts } from '../companies/queries.server.ts'
import { findOffer } from '../orders/queries.server.ts'
import { accept, requireOpen } from './acceptance.server.ts'
import { bookMoney, isBookedTwice } from './booking.server.ts'
import type { quotesEndpoints } from './contract.ts'
import type { quoteCorrectionsEndpoints } from './corrections-contract.ts'
import { exportQuotes } from './export.server.ts'
import {
  countQuotes,
  deleteLine,
  findQuote,
  findQuotes,
  insertLine,
  insertQuote,
  leadIdOf,
  linesOf,
  lockQuote,
  type QuoteRow,
  type QuoteTerms,
  saveDraft,
  saveSent,
  saveWithdrawn,
  touchQuote,
  updateTerms,
} from './queries.server.ts'
import { quoteFile } from './quote-files.server.ts'
import { mailQuote } from './quote-mails.server.ts'
import { quoteView } from './quote-views.server.ts'
import { withdraw } from './seats/give-back.server.ts'
import { rowsOfFile, rowsOfText } from './seats/read-names.server.ts'
import { nameSeatsOf } from './seats/seat-names.server.ts'
import { releaseTo } from './seats/seats.server.ts'
import { draftDocument } from './sending.server.ts'
import { MAX_LINES, MAX_TOTAL_HALALAS, PAYMENT_DAYS, shownState, VALID_DAYS, WITHDRAWAL_DAYS } from './terms.ts'

type Calls = typeof quotesEndpoints
type DeskCalls = Omit<
  Operations<Calls>,
  | keyof typeof quoteCorrectionsEndpoints
  | 'quotation'
  | 'acceptQuotation'
  | 'declineQuotation'
  | 'nameSeats'
  | 'nameSeatsByFile'
  | 'giveSeatsBack'
  | 'quotationFile'
  | 'quotationReport'
  | 'seat'
  | 'redeemSeat'
  | 'companySeats'
  | 'enrolByCompany'
  | 'debitPurchase'
  | 'takePurchaseDebitBack'
>

export const quotesDeskOperations: DeskCalls = {
  quotes,
  exportQuotes,
  quote: (ctx, { id }) => shown(ctx, id),
  createQuote,
  changeQuote,
  addQuoteLine,
  removeQuoteLine,
  sendQuote,
  reviseQuote,
  withdrawQuote,
  recordAcceptance,
  recordCompanyPayment,
  releaseSeats,
  withdrawSeats,
  nameQuoteSeats,
  nameQuoteSeatsByFile,
  quotePdf: async (ctx, { id, lang }) => quoteFile(ctx, await requireQuote(ctx, id), lang),
}

const QuotePlace = z.tuple([z.int(), z.iso.date()])

async function quotes(ctx: Context, { cursor, limit, sort = 'newest', ...filter }: Input<Calls['quotes']>) {
  const today = dayOf(ctx.now())
  const place = placeOf(QuotePlace, cursor)
  const after = place && { id: place[0], validUntil: place[1] }
  const [rows, count] = await Promise.all([
    findQuotes(ctx.db, filter, { limit: limit + 1, after, sort, today }),
    countQuotes(ctx.db, filter, today),
  ])
  const page = cursorPage(rows, limit, {
    itemOf: ({ companyId, company, createdAt, ...row }) => ({
      ...row,
      company: { id: companyId, name: inLang(company, ctx.lang) },
      createdAt: createdAt.toISOString(),
      state: shownState(row, today),
    }),
    placeOf: ({ id, validUntil }) => [id, validUntil],
  })
  return { ...page, ...cappedTotal(count) }
}

async function requireQuote(ctx: Context, id: number): Promise<QuoteRow> {
  const quote = await findQuote(ctx.db, { id })
  if (!quote) throw new Problem('notFound')
  return quote
}

const shown = async (ctx: Context, id: number) => quoteView(ctx, await requireQuote(ctx, id))

/** Does something with the locked quote, in one transaction with its entry in the audit log. */
async function change(ctx: Context, id: number, act: (tx: Tx, quote: QuoteRow) => Promise<void>) {
  await ctx.db.transaction().execute(async (tx) => {
    const quote = await lockQuote(tx, id)
    if (!quote) throw new Problem('notFound')
    await act(tx, quote)
  })
  return shown(ctx, id)
}

function requireDraft({ state, isContactErased }: QuoteRow): void {
  if (state !== 'draft' || isContactErased) throw new Problem('quoteNotDraft')
}

function requireAccepted({ state }: QuoteRow): void {
  if (state !== 'accepted') throw new Problem('quoteNotAccepted')
}

async function createQuote(ctx: Context, { companyId, contactId, phone, enquiry, lang }: Input<Calls['createQuote']>) {
  const now = ctx.now()
  const contact = (await findContacts(ctx.db, companyId)).find(({ id }) => id === contactId)
  const leadId = enquiry === undefined ? null : await leadIdOf(ctx.db, enquiry)
  if (!contact || leadId === undefined) throw new Problem('notFound')
  const today = dayOf(now)
  const { id } = await ctx.db.transaction().execute(async (tx) => {
    const created = await insertQuote(tx, `QT-${today.slice(0, 4)}-`, {
      ...{
        companyId,
        contact: { ...contact, phone: phone ?? contact.phone },
        leadId,
        lang,
        now,
        staffId: requireUser(ctx).id,
      },
      ...{ validUntil: plusDays(today, VALID_DAYS), paymentDays: PAYMENT_DAYS, withdrawalDays: WITHDRAWAL_DAYS },
    })
    await writeAudit(tx, ctx, { action: 'quote.create', reference: created.number, after: { companyId, enquiry } })
    return created
  })
  return shown(ctx, id)
}

async function changeQuote(ctx: Context, { id, changes }: Input<Calls['changeQuote']>) {
  return change(ctx, id, async (tx, quote) => {
    requireDraft(quote)
    const { lang, validUntil, paymentDays, withdrawalDays, terms } = quote
    const before: QuoteTerms = { lang, validUntil, paymentDays, withdrawalDays, terms }
    const edits = applyEdits<QuoteTerms>({ ...before, version: quote.version }, changes)
    if (Object.keys(edits).length === 0) return
    await updateTerms(tx, id, { ...before, ...edits })
    const was = Object.fromEntries(Object.entries(before).filter(([field]) => field in edits))
    await writeAudit(tx, ctx, { action: 'quote.change', reference: quote.number, before: was, after: edits })
  })
}

async function addQuoteLine(ctx: Context, { id, courseId, scheduleId, ...typed }: Input<Calls['addQuoteLine']>) {
  const now = ctx.now()
  const offer = await findOffer(ctx.db, courseId, now)
  if (!offer) throw new Problem('courseNotFound')
  if (scheduleId === undefined && !isRecorded(offer.course)) throw new Problem('scheduleRequired')
  const run = offer.runs.find((one) => one.id === scheduleId)
  if (scheduleId !== undefined && !run) throw new Problem('courseNotFound')
  if (run && run.startsAt <= now) throw new Problem('enrolmentClosed')
  const unitHalalas = typed.unitHalalas ?? run?.priceHalalas ?? offer.course.priceHalalas
  const line = { ...typed, unitHalalas, courseId, scheduleId: scheduleId ?? null }
  const fullHalalas = line.seats * unitHalalas
  if (fullHalalas > MAX_TOTAL_HALALAS)
    throw invalid('seats', `numberBetween:1,${Math.floor(MAX_TOTAL_HALALAS / unitHalalas)}`)
  if (line.discountHalalas > fullHalalas) throw invalid('discountHalalas', 'discountTooLarge')
  return change(ctx, id, async (tx, quote) => {
    requireDraft(quote)
    if ((await linesOf(tx, id, now)).length >= MAX_LINES) throw invalid('courseId', `tooManyRows:${MAX_LINES}`)
    await insertLine(tx, id, line)
    await touchQuote(tx, id)
    await writeAudit(tx, ctx, { action: 'quote.add-line', reference: quote.number, after: line })
  })
}

const invalid = (field: string, message: string) => new Problem('validation', {}, { [field]: [message] })

async function removeQuoteLine(ctx: Context, { id, lineId }: Input<Calls['removeQuoteLine']>) {
  return change(ctx, id, async (tx, quote) => {
    requireDraft(quote)
    if (!(await deleteLine(tx, id, lineId))) throw new Problem('notFound')
    await touchQuote(tx, id)
    await writeAudit(tx, ctx, { action: 'quote.remove-line', reference: quote.number, before: { lineId } })
  })
}

async function sendQuote(ctx: Context, { id, totalHalalas }: Input<Calls['sendQuote']>) {
  const now = ctx.now()
  return change(ctx, id, async (tx, quote) => {
    requireDraft(quote)
    if (quote.validUntil < dayOf(now)) throw invalid('validUntil', 'dayPast')
    const document = await draftDocument(tx, quote, now)
    if (document.totals.totalHalalas !== totalHalalas) throw new Problem('previewStale')
    await saveSent(tx, id, document, now)
    await mailQuote(tx, ctx, quote, document)
    await writeAudit(tx, ctx, { action: 'quote.send', reference: quote.number, after: { totalHalalas } })
  })
}

async function reviseQuote(ctx: Context, { id }: Input<Calls['reviseQuote']>) {
  return change(ctx, id, async (tx, quote) => {
    if (quote.state === 'accepted' || quote.isContactErased) throw new Problem('quoteAnswered')
    if (quote.state === 'draft') return
    await saveDraft(tx, id)
    await writeAudit(tx, ctx, { action: 'quote.revise', reference: quote.number, before: { state: quote.state } })
  })
}

async function withdrawQuote(ctx: Context, { id, reason }: Input<Calls['withdrawQuote']>) {
  return change(ctx, id, async (tx, quote) => {
    if (quote.state !== 'sent') throw new Problem('quoteAnswered')
    await saveWithdrawn(tx, id)
    await writeAudit(tx, ctx, { action: 'quote.withdraw', reference: quote.number, detail: { reason } })
  })
}

async function recordAcceptance(ctx: Context, { id, totalHalalas, ...by }: Input<Calls['recordAcceptance']>) {
  return change(ctx, id, async (tx, quote) => {
    requireOpen(quote, ctx.now())
    if (quote.document!.totals.totalHalalas !== totalHalalas) throw new Problem('previewStale')
    await accept(tx, ctx, quote, { ...by, ip: null, staffId: requireUser(ctx).id })
    await writeAudit(tx, ctx, { action: 'quote.accept', reference: quote.number, detail: { note: by.note } })
  })
}

async function recordCompanyPayment(ctx: Context, { id, ...payment }: Input<Calls['recordCompanyPayment']>) {
  if (payment.receivedOn > dayOf(ctx.now())) throw invalid('receivedOn', 'dayAhead')
  try {
    return await change(ctx, id, (tx, quote) => bookMoney(tx, ctx, quote, payment))
  } catch (error) {
    if (isBookedTwice(error)) throw invalid('reference', 'referenceKnown')
    throw isProblem(error, 'moreThanDue') ? invalid('amountHalalas', 'moreThanDue') : error
  }
}

async function releaseSeats(ctx: Context, { id, reason }: Input<Calls['releaseSeats']>) {
  return change(ctx, id, async (tx, quote) => {
    requireAccepted(quote)
    if (await releaseTo(tx, ctx, quote))
      await writeAudit(tx, ctx, { action: 'quote.release', reference: quote.number, detail: { reason } })
  })
}

async function withdrawSeats(ctx: Context, { id, lineId, seats, reason }: Input<Calls['withdrawSeats']>) {
  return change(ctx, id, async (tx, quote) => {
    const after = { lineId, seats, ...(await withdraw(tx, ctx, quote, { lineId, seats, reason })) }
    await writeAudit(tx, ctx, {
      ...{ action: 'quote.withdraw-seats', reference: quote.number, after, detail: { reason } },
    })
  })
}

async function nameQuoteSeats(ctx: Context, { id, lineId, names }: Input<Calls['nameQuoteSeats']>) {
  return nameRows(ctx, id, lineId, { rows: rowsOfText(names), field: 'names' })
}

async function nameQuoteSeatsByFile(ctx: Context, { id, lineId, file }: Input<Calls['nameQuoteSeatsByFile']>) {
  return nameRows(ctx, id, lineId, { rows: await rowsOfFile(file), field: 'file' })
}

async function nameRows(ctx: Context, id: number, lineId: number, list: Parameters<typeof nameSeatsOf>[4]) {
  return change(ctx, id, async (tx, quote) => {
    requireAccepted(quote)
    const count = await nameSeatsOf(tx, ctx, quote, lineId, list)
    await writeAudit(tx, ctx, { action: 'quote.name-seats', reference: quote.number, after: { lineId, seats: count } })
  })
}
