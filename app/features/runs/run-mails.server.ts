/** Mails about runs that were moved or cancelled, and about waiting for a seat. */
import { linksFor } from '../../links.ts'
import { runEmails as ar } from '../../locales/ar/emails/emails-runs.ts'
import { runEmails as en } from '../../locales/en/emails/emails-runs.ts'
import { formatDay, formatMoney, formatTime, formatWeekday } from '../../locales/format.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { paragraphsOf } from '../mail-notes/mail-notes.ts'
import { emailFooter, mailNote } from '../messages/institute-contacts.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import {
  joiningPlace,
  joiningRule,
  moneyFacts,
  noteAbout,
  type OrderMailData,
  orderMailData,
  orderTexts,
  runFacts,
} from '../orders/order-mails.server.ts'
import { findOrder, type OrderRow } from '../orders/order-queries.server.ts'
import { needsRefundAccount } from '../orders/order-views.server.ts'
import type { OpenAction } from './action-queries.server.ts'
import type { LinePerson } from './waiting-queries.server.ts'

const TEXTS = { ar, en }

type Kind = 'moved' | 'cancelled' | 'toOtherRun' | 'movedByHand'

/** What a mail says of the move or cancellation; the id makes its mails differ from those of another. */
type Told = Pick<OpenAction, 'id' | 'formerStart' | 'reason'>

/** The new dates, with the entry for the calendar, and the way out; once for each order and move. */
export async function mailRunMoved(db: Database, settings: Settings, orderId: string, action: OpenAction, now: Date) {
  await mailOrder(db, settings, orderId, 'moved', action, now)
}

/** To learners whose money is not back yet. */
export async function mailRunCancelled(
  db: Database,
  settings: Settings,
  orderId: string,
  action: OpenAction,
  now: Date,
) {
  await mailOrder(db, settings, orderId, 'cancelled', action, now)
}

/** To learners who have a seat in another run instead. */
export async function mailToOtherRun(db: Database, settings: Settings, orderId: string, action: OpenAction, now: Date) {
  await mailOrder(db, settings, orderId, 'toOtherRun', action, now)
}

/** To a learner whom staff moved at their wish. */
export async function mailMovedByHand(db: Database, settings: Settings, orderId: string, move: Told, now: Date) {
  await mailOrder(db, settings, orderId, 'movedByHand', move, now)
}

async function mailOrder(db: Database, settings: Settings, orderId: string, kind: Kind, action: Told, now: Date) {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { order, lang, learner } = data
  const note = kind === 'toOtherRun' || kind === 'movedByHand' ? undefined : await mailNote(db, kind, lang)
  await sendEmail(db, now, {
    ...{ to: learner.email, lang, ...runMail(data, kind, action, settings.publicUrl, note) },
    about: `run-${kind}:${order.id}:${action.id}`,
    attachments: hasSeatIn(order, kind) && order.status === 'paid' ? [{ kind: 'calendar', id: order.id }] : [],
  })
}

const hasSeatIn = ({ run }: OrderMailData['order'], kind: Kind) => kind !== 'cancelled' && run !== null

/** @param note what the institute adds */
export function runMail(
  data: OrderMailData,
  kind: Kind,
  action: Pick<OpenAction, 'formerStart' | 'reason'>,
  publicUrl: string,
  note: string | undefined,
) {
  const { order, lang, learner, footer, reason } = data
  const t = TEXTS[lang]
  const course = inLang(order.courseName, lang)
  const hasSeat = hasSeatIn(order, kind)
  const leaveUntil = kind === 'moved' && order.status === 'paid' ? order.run?.freeExitUntil : null
  const needsAccount = kind === 'cancelled' && order.refundIbanEnd === null && needsRefundAccount(order)
  const content = renderEmail({
    lang,
    title: t[kind].title,
    paragraphs: [
      orderTexts[lang].paid.greeting(learner.firstName),
      t[kind].body(course),
      ...(hasSeat ? joiningRule(order, lang) : []),
      ...(needsAccount ? [orderTexts[lang].refund.accountNeeded.body(course)] : []),
      ...(leaveUntil ? [t.moved.leave(formatWeekday(leaveUntil, lang))] : []),
      ...noteAbout(data, note),
    ],
    facts: [
      [orderTexts[lang].facts.reference, order.reference],
      [orderTexts[lang].facts.course, course],
      ...((kind === 'moved' || kind === 'movedByHand') && action.formerStart
        ? [[t.moved.formerStart, formatWeekday(action.formerStart, lang)] as [string, string]]
        : []),
      ...(hasSeat ? runFacts(order, lang) : [[t.amount, formatMoney(order.totalHalalas, lang)] as [string, string]]),
      [t.reason, action.reason],
    ],
    action: needsAccount
      ? { label: orderTexts[lang].refund.accountNeeded.action, url: publicUrl + orderLinksFor(lang).mine }
      : { label: t.open, url: publicUrl + orderLinksFor(lang).approved(order.id) },
    more: hasSeat ? joiningPlace(order, publicUrl, lang) : [],
    footer,
    reason,
  })
  return { subject: t[kind].subject(course), ...content }
}

/** To learners on the waiting list of a run that was cancelled. */
export async function mailLineClosed(db: Database, settings: Settings, person: LinePerson, now: Date): Promise<void> {
  const t = TEXTS[person.lang].lineClosed
  const url = settings.publicUrl + linksFor(person.lang).course(person.slug)
  await mailPerson(db, person, { ...t, url, about: `line-closed:${person.id}` }, now)
}

type PersonalMail = {
  subject: (course: string) => string
  title: string
  body: (course: string) => string
  open: string
  url: string
  /** The order that holds a seat: the mail says when and where that is. */
  seat?: OrderRow
  facts?: [string, string][]
  note?: string | undefined
}
type Sending = { about: string; expiresAt?: Date }

async function mailPerson(
  db: Database,
  person: LinePerson,
  { about, expiresAt, ...mail }: PersonalMail & Sending,
  now: Date,
) {
  const content = personalMail(person, mail, await emailFooter(db, person.lang))
  const { email, lang } = person
  await sendEmail(db, now, { to: email, lang, about, ...content, ...(expiresAt && { expiresAt }) })
}

function personalMail(person: LinePerson, mail: PersonalMail, footer: string[]) {
  const { lang } = person
  const course = inLang(person.courseName, lang)
  const content = renderEmail({
    lang,
    title: mail.title,
    paragraphs: [
      orderTexts[lang].paid.greeting(person.firstName),
      mail.body(course),
      ...paragraphsOf(mail.note, { name: person.firstName, course }),
    ],
    facts: [
      [orderTexts[lang].facts.course, course],
      ...(mail.seat
        ? runFacts(mail.seat, lang)
        : [[orderTexts[lang].facts.starts, formatDay(person.startsAt, lang)] as [string, string]]),
      ...(mail.facts ?? []),
    ],
    action: { label: mail.open, url: mail.url },
    footer,
    reason: TEXTS[lang].waitingReason,
  })
  return { subject: mail.subject(course), ...content }
}

/** Staff took somebody off the list. */
export async function mailRemoved(db: Database, settings: Settings, person: LinePerson, reason: string, now: Date) {
  const { lang } = person
  const t = TEXTS[lang].removed
  const url = settings.publicUrl + linksFor(lang).course(person.slug)
  const facts: [string, string][] = [[TEXTS[lang].reason, reason]]
  await mailPerson(db, person, { ...t, url, facts, about: `removed:${person.id}` }, now)
}

/** The offer of a freed seat, with the link that leads to it. */
export async function mailOffer(
  db: Database,
  settings: Settings,
  person: LinePerson,
  { until, orderId }: { until: Date; orderId: string },
  now: Date,
): Promise<void> {
  const [seat, note] = [await findOrder(db, orderId), await mailNote(db, 'offered', person.lang)]
  if (!seat) throw new Error(`There is no order ${orderId}.`)
  const mail = offered(person, settings.publicUrl, { seat, until, note })
  await mailPerson(db, person, { ...mail, about: `offer:${orderId}`, expiresAt: until }, now)
}

type Offered = { seat: OrderRow; until: Date; note: string | undefined }

function offered(person: LinePerson, publicUrl: string, { seat, until, note }: Offered): PersonalMail {
  const { lang } = person
  const t = TEXTS[lang].offer
  const url = publicUrl + linksFor(lang).order(person.courseId, person.runId)
  const facts: [string, string][] = [...moneyFacts(seat, lang), [t.until, moment(until, lang)]]
  return { ...t, url, seat, facts, note }
}

type Offer = Offered & { person: LinePerson; footer: string[]; publicUrl: string }

/** The offer as it is sent. */
export const offerMail = ({ person, footer, publicUrl, ...seat }: Offer) =>
  personalMail(person, offered(person, publicUrl, seat), footer)

const moment = (at: Date, lang: Lang) =>
  `${formatWeekday(at, lang)}${lang === 'ar' ? '، ' : ', '}${formatTime(at, lang)}`
