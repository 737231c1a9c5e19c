/** Mails to a company's contact about a run that was moved or cancelled. */
import { formatMoney, formatNumber, formatWeekday } from '../../../locales/format.ts'
import { inLang } from '../../../locales/localized.ts'
import type { Services } from '../../../platform/context.server.ts'
import type { Tx } from '../../../platform/database/database.server.ts'
import type { QuoteRow } from '../queries.server.ts'
import { mailContact, quoteMailTexts } from '../quote-mails.server.ts'
import type { TimesOfRun } from './run-purchase-queries.server.ts'

type Sending = Pick<Services, 'settings' | 'now'>
type Told = { actionId: string; run: TimesOfRun; reason: string }

type Cancelled = Told & {
  seats: number
  creditedHalalas: number
  creditNotes: string[]
  /** Seats that are used in another run now. */
  moved: number
  dueHalalas: number
}

export async function mailRunCancelled(tx: Tx, ctx: Sending, quote: QuoteRow, told: Cancelled): Promise<void> {
  const { run, seats, moved, creditNotes, creditedHalalas, dueHalalas } = told
  const { lang } = quote
  const { facts, runCancelled } = quoteMailTexts[lang]
  const course = inLang(run.course, lang)
  const isOwed = dueHalalas < 0
  await mailContact(tx, ctx, quote, {
    ...{ kind: 'runCancelled', about: `quote-run-cancelled:${told.actionId}:${quote.id}`, subjectOf: course },
    more: [
      ...(creditNotes.length > 0 ? [runCancelled.credited] : []),
      ...(moved > 0 ? [runCancelled.moved] : []),
      ...(isOwed ? [runCancelled.back] : []),
    ],
    facts: [
      [facts.course, course],
      [facts.starts, formatWeekday(run.startsAt, lang)],
      ...(seats > 0 ? [[facts.seatsBack, formatNumber(seats)] as [string, string]] : []),
      ...(moved > 0 ? [[facts.seatsMoved, formatNumber(moved)] as [string, string]] : []),
      ...(creditNotes.length > 0
        ? ([
            [facts.creditNote, creditNotes.join(lang === 'ar' ? '، ' : ', ')],
            [facts.credited, formatMoney(creditedHalalas, lang)],
          ] as [string, string][])
        : []),
      ...(isOwed ? [[facts.back, formatMoney(-dueHalalas, lang)] as [string, string]] : []),
      [facts.reason, told.reason],
    ],
  })
}

type Moved = Told & { formerStart: Date | null; seats: number }

export async function mailRunMoved(tx: Tx, ctx: Sending, quote: QuoteRow, told: Moved): Promise<void> {
  const { run, formerStart, seats } = told
  const { lang } = quote
  const { facts, runMoved } = quoteMailTexts[lang]
  const course = inLang(run.course, lang)
  const { freeExitUntil } = run
  await mailContact(tx, ctx, quote, {
    ...{ kind: 'runMoved', about: `quote-run-moved:${told.actionId}:${quote.id}`, subjectOf: course },
    more: freeExitUntil ? [runMoved.leave(formatWeekday(freeExitUntil, lang))] : [],
    facts: [
      [facts.course, course],
      ...(formerStart ? [[facts.formerStart, formatWeekday(formerStart, lang)] as [string, string]] : []),
      [facts.starts, formatWeekday(run.startsAt, lang)],
      [facts.ends, formatWeekday(run.endsAt, lang)],
      [facts.seats, formatNumber(seats)],
      [facts.reason, told.reason],
    ],
  })
}
