/** Quotes in the shapes of the contracts. */
import { Problem } from '../../api/problem.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { dayOf, instantOf, plusDays } from '../../platform/days.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { certificateAddress } from '../certificates/certificate-links.ts'
import { certificateNumber } from '../certificates/certificate-number.ts'
import { vatReasonsOf } from '../invoices/invoicing.server.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { findInstitute } from '../orders/queries.server.ts'
import type { Quote, QuoteLineView } from './desk-contract.ts'
import {
  type DocumentRow,
  documentsOf,
  dueAtOf,
  dueOf,
  type PaymentRow,
  paymentsOf,
  sumsOf,
} from './money-queries.server.ts'
import { linesOf, type QuoteRow } from './queries.server.ts'
import { documentLine, type LineRow, totalsOf } from './quote-document.ts'
import { quotationLink } from './quote-links.ts'
import { quoteToken } from './quote-token.server.ts'
import { type SeatRow, seatsOf } from './seats/seat-queries.server.ts'
import { shownState } from './terms.ts'
import type { Money, SeatView } from './view-contract.ts'

export async function quoteView(ctx: Context, quote: QuoteRow): Promise<Quote> {
  const now = ctx.now()
  const institute = await findInstitute(ctx.db)
  const [lines, { documents, payments, money }, seats] = await Promise.all([
    linesOf(ctx.db, quote.id, now),
    purchaseOf(ctx.db, quote),
    seatsOf(ctx.db, quote.id, now),
  ])
  const printed = quote.document?.lines ?? lines.map((line) => documentLine(line, institute, vatReasonsOf(institute)))
  const { netHalalas, vatHalalas, totalHalalas } = totalsOf(printed)
  const links = orderLinksFor(ctx.lang)
  return {
    ...{ id: quote.id, version: quote.version, number: quote.number, lang: quote.lang, enquiry: quote.enquiry },
    state: shownState(quote, dayOf(now)),
    company: {
      ...{ id: quote.companyId, name: inLang(quote.company.name, ctx.lang), vatNumber: quote.company.vatNumber },
      hasAddress: quote.company.nationalAddress !== null,
    },
    contact: { name: quote.contactName, email: quote.contactEmail, phone: quote.contactPhone },
    ...{ validUntil: quote.validUntil, paymentDays: quote.paymentDays, withdrawalDays: quote.withdrawalDays },
    terms: quote.terms,
    lines: lines.map((line) =>
      lineView(
        line,
        printed.find(({ quoteLineId }) => quoteLineId === line.id),
        quote,
        ctx.lang,
      ),
    ),
    totals: { netHalalas, vatHalalas, totalHalalas },
    document: quote.document,
    createdAt: quote.createdAt.toISOString(),
    createdBy: quote.createdBy,
    sentAt: quote.sentAt?.toISOString() ?? null,
    answer: quote.answer && {
      ...{ name: quote.answer.name, role: quote.answer.role, note: quote.answer.note, ip: quote.answer.ip },
      at: quote.answeredAt!.toISOString(),
      recordedBy: quote.recordedBy,
    },
    link:
      quote.state === 'draft'
        ? null
        : ctx.settings.publicUrl + quotationLink(quote.lang, quote.number, quoteToken(ctx, quote)),
    money,
    documents: documents.map(({ kind, number, totalHalalas }) => ({
      ...{ kind, number, totalHalalas, url: links.invoice(number) },
    })),
    payments,
    releasedAt: quote.releasedAt?.toISOString() ?? null,
    seats: seats.map((seat) => ({ ...seatView(seat, ctx.lang), orderId: seat.orderId })),
  }
}

type Purchase = { documents: DocumentRow[]; payments: PaymentRow[]; money: Money | null }

/** Documents and money of a quote; no money before it is accepted. */
export async function purchaseOf(db: Database, quote: QuoteRow): Promise<Purchase> {
  if (quote.state !== 'accepted') return { documents: [], payments: [], money: null }
  const [documents, payments, dueAt] = await Promise.all([
    documentsOf(db, quote.id),
    paymentsOf(db, quote.id),
    dueAtOf(db, quote.id),
  ])
  const sums = sumsOf(documents, payments)
  return { documents, payments, money: { ...sums, dueHalalas: dueOf(sums), dueOn: dayOf(dueAt) } }
}

/**
 * Until when seats of a line can be given back: as many days before the start as the quote says, and some days after the
 * run was moved.
 */
export function withdrawableUntil(
  run: LineRow['run'],
  { withdrawalDays }: Pick<QuoteRow, 'withdrawalDays'>,
): Date | null {
  if (!run) return null
  const lastDay = instantOf(plusDays(dayOf(new Date(run.startsAt)), -withdrawalDays))
  const byTerms = withdrawalDays === 0 ? new Date(run.startsAt) : new Date(lastDay.getTime() + DAY_MS)
  const free = run.freeUntil === null ? byTerms : new Date(run.freeUntil)
  return free > byTerms ? free : byTerms
}

/** Seats of a cancelled run can always be given back: nobody can use them. */
export function requireWithdrawable({ run }: Pick<LineRow, 'run'>, quote: QuoteRow, now: Date): void {
  const until = withdrawableUntil(run, quote)
  if (until && until <= now && !run?.isCancelled) throw new Problem('withdrawalOver')
}

type Printed = { netHalalas: number; vatHalalas: number; totalHalalas: number; vatRatePercent: number }

function lineView(line: LineRow, printed: Printed | undefined, quote: QuoteRow, lang: Lang): QuoteLineView {
  const { run } = line
  const { netHalalas = 0, vatHalalas = 0, totalHalalas = 0, vatRatePercent = 0 } = printed ?? {}
  return {
    ...{ id: line.id, course: { id: line.courseId, name: inLang(line.courseName, lang) }, seats: line.seats },
    run: run && {
      ...{ id: run.id, startsAt: new Date(run.startsAt).toISOString(), city: run.city && inLang(run.city, lang) },
      ...{ seatsLeft: Math.max(0, run.seatsLeft), isCancelled: run.isCancelled },
    },
    ...{ unitHalalas: line.unitHalalas, discountHalalas: line.discountHalalas },
    ...{ netHalalas, vatHalalas, totalHalalas, vatRatePercent },
    withdrawableUntil: withdrawableUntil(run, quote)?.toISOString() ?? null,
  }
}

export function seatView(seat: SeatRow, lang: Lang): Omit<SeatView, 'orderId'> {
  const named = seat.personName && seat.personEmail ? { name: seat.personName, email: seat.personEmail } : null
  return {
    ...{ id: seat.id, lineId: seat.lineId, course: inLang(seat.course, lang), code: seat.code },
    state: seat.withdrawnAt ? 'withdrawn' : seat.orderId ? 'used' : named ? 'named' : 'open',
    person: seat.orderId ? seat.holder : named,
    usedAt: seat.usedAt?.toISOString() ?? null,
    ...{ attended: seat.attended, sessions: seat.sessions },
    certificate: seat.certificate && {
      number: certificateNumber(seat.certificate),
      url: certificateAddress(lang, seat.certificate.code),
    },
  }
}
