/** Mails about quotes and companies' seats, enqueued in the transaction of what they tell. */
import type { QuoteAnswer, QuoteDocument } from '../../../db/shapes.ts'
import { quoteEmails as ar } from '../../locales/ar/emails/emails-quotes.ts'
import { quoteEmails as en } from '../../locales/en/emails/emails-quotes.ts'
import { formatDay, formatMoney, formatNumber } from '../../locales/format.ts'
import { inLang } from '../../locales/localized.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { dayOf, instantOf, plusDays } from '../../platform/days.ts'
import { emailFooter, mailboxOf } from '../messages/institute-contacts.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { runFacts } from '../orders/order-mails.server.ts'
import type { QuoteRow } from './queries.server.ts'
import { quotationLink, seatLink } from './quote-links.ts'
import { quoteToken } from './quote-token.server.ts'
import { type Invited, runsOfSeats, seatsOf, takeUninvited } from './seats/seat-queries.server.ts'

export const quoteMailTexts = { ar, en }
const TEXTS = quoteMailTexts

/** Mails are also sent when nobody asks: by reports of the payment provider, and by jobs. */
type Sending = Pick<Services, 'settings' | 'now'>

/** The institute reads Arabic. */
const OFFICE = 'ar'
/** The kind of enquiries whose mailbox gets answers to quotes. */
const OFFICE_KIND = 'quote'

type Facts = [label: string, value: string][]
type Kind =
  | 'sent'
  | 'accepted'
  | 'paid'
  | 'released'
  | 'credited'
  | 'debited'
  | 'debitTakenBack'
  | 'runCancelled'
  | 'runMoved'
  | 'returned'
  | 'creditUsed'
  | 'disputeLost'
type Content = { kind: Kind; about: string; facts: Facts; more?: string[]; subjectOf?: string }

/** @param subjectOf what the subject names; the quote's number without it */
export async function mailContact(
  tx: Tx,
  ctx: Sending,
  quote: QuoteRow,
  { kind, about, facts, more = [], subjectOf }: Content,
) {
  const { lang, number } = quote
  const texts = TEXTS[lang]
  const t = texts[kind]
  const content = renderEmail({
    lang,
    title: t.title,
    paragraphs: [texts.greeting(quote.contactName), t.body, ...more],
    facts: [[texts.facts.number, number], [texts.facts.company, inLang(quote.company.name, lang)], ...facts],
    action: { label: t.action, url: ctx.settings.publicUrl + quotationLink(lang, number, quoteToken(ctx, quote)) },
    footer: await emailFooter(tx, lang),
    reason: texts.reason,
  })
  const subject = t.subject(subjectOf ?? number)
  await sendEmail(tx, ctx.now(), { to: quote.contactEmail, lang, subject, about, ...content })
}

/** A quote that is revised is mailed again: `about` names the version. */
export async function mailQuote(tx: Tx, ctx: Sending, quote: QuoteRow, document: QuoteDocument): Promise<void> {
  const { facts, sent } = TEXTS[quote.lang]
  await mailContact(tx, ctx, quote, {
    ...{ kind: 'sent', about: `quote-sent:${quote.number}:${quote.version}`, more: [sent.keep] },
    facts: [
      [facts.total, formatMoney(document.totals.totalHalalas, quote.lang)],
      [facts.validUntil, formatDay(instantOf(quote.validUntil).toISOString(), quote.lang)],
    ],
  })
}

type Accepted = { document: QuoteDocument; invoice: string; answer: QuoteAnswer }

export async function mailAccepted(tx: Tx, ctx: Sending, quote: QuoteRow, accepted: Accepted): Promise<void> {
  const { document, invoice, answer } = accepted
  const { facts } = TEXTS[quote.lang]
  const dueOn = plusDays(dayOf(ctx.now()), quote.paymentDays)
  await mailContact(tx, ctx, quote, {
    ...{ kind: 'accepted', about: `quote-accepted:${quote.number}` },
    facts: [
      [facts.invoice, invoice],
      [facts.total, formatMoney(document.totals.totalHalalas, quote.lang)],
      [facts.dueOn, formatDay(instantOf(dueOn).toISOString(), quote.lang)],
    ],
  })
  await mailOffice(tx, ctx, quote, 'accepted', answer)
}

export async function mailDeclined(tx: Tx, ctx: Sending, quote: QuoteRow, answer: QuoteAnswer): Promise<void> {
  await mailOffice(tx, ctx, quote, 'declined', answer)
}

async function mailOffice(tx: Tx, ctx: Sending, quote: QuoteRow, kind: 'accepted' | 'declined', answer: QuoteAnswer) {
  const { office, facts } = TEXTS[OFFICE]
  const company = inLang(quote.company.name, OFFICE)
  const content = renderEmail({
    lang: OFFICE,
    title: office[kind](quote.number, company),
    paragraphs: [kind === 'accepted' ? office.acceptedBody : office.declinedBody],
    facts: [
      [facts.number, quote.number],
      [kind === 'accepted' ? facts.acceptedBy : facts.declinedBy, `${answer.name} · ${answer.role}`],
      ...(answer.note ? ([[facts.note, answer.note]] as Facts) : []),
    ],
    action: { label: office.action, url: `${ctx.settings.publicUrl}/${OFFICE}/desk/quotes/${quote.id}` },
    footer: await emailFooter(tx, OFFICE),
    reason: office.reason,
  })
  await sendEmail(tx, ctx.now(), {
    to: await mailboxOf(tx, ctx.settings, OFFICE_KIND),
    lang: OFFICE,
    subject: office[kind](quote.number, company),
    about: `quote-${kind}-for-office:${quote.number}:${quote.version}`,
    replyTo: quote.contactEmail,
    ...content,
  })
}

export async function mailReleased(tx: Tx, ctx: Sending, quote: QuoteRow): Promise<void> {
  const { facts } = TEXTS[quote.lang]
  const seats = (await seatsOf(tx, quote.id, ctx.now())).filter(({ withdrawnAt }) => !withdrawnAt).length
  await mailContact(tx, ctx, quote, {
    ...{ kind: 'released', about: `quote-released:${quote.number}` },
    facts: [[facts.seats, formatNumber(seats)]],
  })
}

type Paid = { attemptId: string; amountHalalas: number; dueHalalas: number }

/** Confirms a payment by card. */
export async function mailCardPaid(tx: Tx, ctx: Sending, quote: QuoteRow, paid: Paid): Promise<void> {
  const { facts } = TEXTS[quote.lang]
  await mailContact(tx, ctx, quote, {
    ...{ kind: 'paid', about: `quote-paid:${paid.attemptId}` },
    facts: [
      [facts.paid, formatMoney(paid.amountHalalas, quote.lang)],
      ...(paid.dueHalalas > 0 ? ([[facts.due, formatMoney(paid.dueHalalas, quote.lang)]] as Facts) : []),
    ],
  })
}

type CreditUsed = { about: string; amountHalalas: number; dueHalalas: number; from: readonly string[] }

/** @param from the numbers of the purchases that had the credit */
export async function mailCreditUsed(tx: Tx, ctx: Sending, quote: QuoteRow, used: CreditUsed): Promise<void> {
  const { facts } = TEXTS[quote.lang]
  await mailContact(tx, ctx, quote, {
    ...{ kind: 'creditUsed', about: `quote-credit:${used.about}` },
    facts: [
      [facts.amount, formatMoney(used.amountHalalas, quote.lang)],
      [facts.fromCredit, used.from.join(quote.lang === 'ar' ? '، ' : ', ')],
      ...(used.dueHalalas > 0 ? ([[facts.due, formatMoney(used.dueHalalas, quote.lang)]] as Facts) : []),
    ],
  })
}

/** Money is on its way back to the card. */
export async function mailCardReturned(
  tx: Tx,
  ctx: Sending,
  quote: QuoteRow,
  { about, amountHalalas }: { about: string; amountHalalas: number },
): Promise<void> {
  const { facts } = TEXTS[quote.lang]
  await mailContact(tx, ctx, quote, {
    ...{ kind: 'returned', about: `quote-returned:${about}` },
    facts: [[facts.amount, formatMoney(amountHalalas, quote.lang)]],
  })
}

type DisputeLost = { about: string; amountHalalas: number; reason: string; dueHalalas: number; dueOn: string }

/** The bank of the company has taken back what was paid by card: it is due again. */
export async function mailDisputeLost(tx: Tx, ctx: Sending, quote: QuoteRow, lost: DisputeLost): Promise<void> {
  const { facts } = TEXTS[quote.lang]
  await mailContact(tx, ctx, quote, {
    ...{ kind: 'disputeLost', about: `quote-dispute-lost:${lost.about}` },
    facts: [
      [facts.amount, formatMoney(lost.amountHalalas, quote.lang)],
      [facts.reason, lost.reason],
      ...(lost.dueHalalas > 0
        ? ([
            [facts.due, formatMoney(lost.dueHalalas, quote.lang)],
            [facts.dueOn, formatDay(instantOf(lost.dueOn).toISOString(), quote.lang)],
          ] as Facts)
        : []),
    ],
  })
}

type Credit = { number: string; seats: number; amountHalalas: number }

export async function mailCreditNote(tx: Tx, ctx: Sending, quote: QuoteRow, credit: Credit): Promise<void> {
  const { facts } = TEXTS[quote.lang]
  await mailContact(tx, ctx, quote, {
    ...{ kind: 'credited', about: `quote-credit:${credit.number}`, subjectOf: credit.number },
    facts: [
      [facts.creditNote, credit.number],
      [facts.seats, formatNumber(credit.seats)],
      [facts.total, formatMoney(credit.amountHalalas, quote.lang)],
    ],
  })
}

type Note = { kind: 'debited' | 'debitTakenBack'; number: string; amountHalalas: number; reason: string }
type Left = { dueHalalas: number; dueOn: string }

/**
 * An amount was added to the company's invoice, or taken back.
 * @param left to be paid with it
 */
export async function mailNote(tx: Tx, ctx: Sending, quote: QuoteRow, note: Note, left?: Left): Promise<void> {
  const { facts } = TEXTS[quote.lang]
  await mailContact(tx, ctx, quote, {
    ...{ kind: note.kind, about: `quote-note:${note.number}`, subjectOf: note.number },
    facts: [
      [note.kind === 'debited' ? facts.debitNote : facts.creditNote, note.number],
      [facts.total, formatMoney(note.amountHalalas, quote.lang)],
      ...(left && left.dueHalalas > 0
        ? ([
            [facts.due, formatMoney(left.dueHalalas, quote.lang)],
            [facts.dueOn, formatDay(instantOf(left.dueOn).toISOString(), quote.lang)],
          ] as Facts)
        : []),
      [facts.reason, note.reason],
    ],
  })
}

/** What the mails about seats share. @returns `courses` by the seat's id */
async function seatMailParts(tx: Tx, quote: QuoteRow, now: Date) {
  const { lang } = quote
  const seats = await seatsOf(tx, quote.id, now)
  return {
    ...{ lang, texts: TEXTS[lang], footer: await emailFooter(tx, lang), company: inLang(quote.company.name, lang) },
    courses: new Map(seats.map(({ id, course }) => [id, inLang(course, lang)])),
  }
}

/** Tells each named person of their seat, once. */
export async function mailInvitations(tx: Tx, ctx: Sending, quote: QuoteRow): Promise<void> {
  const now = ctx.now()
  const invited = await takeUninvited(tx, quote.id, now)
  if (invited.length === 0) return
  const { lang, texts, footer, company, courses } = await seatMailParts(tx, quote, now)
  const runs = await runsOfSeats(
    tx,
    invited.map(({ id }) => id),
  )
  for (const { id, code, name, email } of invited) {
    const course = courses.get(id)!
    const content = renderEmail({
      lang,
      title: texts.invited.title,
      paragraphs: [texts.greeting(name), texts.invited.body(company, course)],
      facts: [[texts.facts.course, course], ...runFacts({ run: runs.get(id) ?? null }, lang), [texts.facts.code, code]],
      action: { label: texts.invited.action, url: ctx.settings.publicUrl + seatLink(lang, code) },
      footer,
      reason: texts.invited.reason(company),
    })
    const subject = texts.invited.subject(course)
    await sendEmail(tx, now, { to: email, lang, subject, about: `seat-invited:${id}:${code}`, ...content })
  }
}

/** Tells those who were invited that their seats are gone: the code in their mail no longer works. */
export async function mailSeatsGivenBack(
  tx: Tx,
  ctx: Sending,
  quote: QuoteRow,
  invited: readonly Invited[],
): Promise<void> {
  if (invited.length === 0) return
  const now = ctx.now()
  const { lang, texts, footer, company, courses } = await seatMailParts(tx, quote, now)
  for (const { id, name, email } of invited) {
    const course = courses.get(id)!
    const content = renderEmail({
      lang,
      title: texts.seatGone.title,
      paragraphs: [texts.greeting(name), texts.seatGone.body(company, course)],
      footer,
      reason: texts.invited.reason(company),
    })
    await sendEmail(tx, now, {
      ...{ to: email, lang, subject: texts.seatGone.subject(course), about: `seat-gone:${id}`, ...content },
    })
  }
}
