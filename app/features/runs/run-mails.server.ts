/** Mails about runs that were moved or cancelled, and about waiting for a seat. */
import { linksFor } from '../../links.ts'
import { runEmails as ar } from '../../locales/ar/emails-runs.ts'
import { runEmails as en } from '../../locales/en/emails-runs.ts'
import { formatDay, formatMoney, formatTime, formatWeekday } from '../../locales/format.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Database } from '../../platform/database.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { emailFooter } from '../messages/institute-contacts.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { orderMailData, orderTexts, runFacts } from '../orders/order-mails.server.ts'
import { needsRefundAccount } from '../orders/order-views.server.ts'
import type { OpenAction } from './action-queries.server.ts'
import type { LinePerson } from './waiting-queries.server.ts'

const TEXTS = { ar, en }

type Kind = 'moved' | 'cancelled' | 'toOtherRun'

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

async function mailOrder(db: Database, settings: Settings, orderId: string, kind: Kind, action: OpenAction, now: Date) {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { order, lang, learner, footer, reason } = data
  const t = TEXTS[lang]
  const course = inLang(order.courseName, lang)
  const hasSeat = kind !== 'cancelled' && order.run !== null
  const leaveUntil = kind === 'moved' && order.status === 'paid' ? order.run?.freeExitUntil : null
  const needsAccount = kind === 'cancelled' && order.refundIbanEnd === null && needsRefundAccount(order)
  const content = renderEmail({
    lang,
    title: t[kind].title,
    paragraphs: [
      orderTexts[lang].paid.greeting(learner.firstName),
      t[kind].body(course),
      ...(needsAccount ? [orderTexts[lang].refund.accountNeeded.body(course)] : []),
      ...(leaveUntil ? [t.moved.leave(formatWeekday(leaveUntil, lang))] : []),
    ],
    facts: [
      [orderTexts[lang].facts.reference, order.reference],
      [orderTexts[lang].facts.course, course],
      ...(kind === 'moved' && action.formerStart
        ? [[t.moved.formerStart, formatWeekday(action.formerStart, lang)] as [string, string]]
        : []),
      ...(hasSeat ? runFacts(order, lang) : [[t.amount, formatMoney(order.totalHalalas, lang)] as [string, string]]),
      [t.reason, action.reason],
    ],
    action: needsAccount
      ? { label: orderTexts[lang].refund.accountNeeded.action, url: settings.publicUrl + orderLinksFor(lang).mine }
      : { label: t.open, url: settings.publicUrl + orderLinksFor(lang).approved(order.id) },
    footer,
    reason,
  })
  await sendEmail(db, now, {
    ...{ to: learner.email, lang, subject: t[kind].subject(course), ...content },
    about: `run-${kind}:${order.id}:${action.id}`,
    attachments: hasSeat && order.status === 'paid' ? [{ kind: 'calendar', id: order.id }] : [],
  })
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
  about: string
  facts?: [string, string][]
  expiresAt?: Date
}

async function mailPerson(db: Database, person: LinePerson, mail: PersonalMail, now: Date) {
  const { lang, email } = person
  const course = inLang(person.courseName, lang)
  const content = renderEmail({
    lang,
    title: mail.title,
    paragraphs: [orderTexts[lang].paid.greeting(person.firstName), mail.body(course)],
    facts: [
      [orderTexts[lang].facts.course, course],
      [orderTexts[lang].facts.starts, formatDay(person.startsAt, lang)],
      ...(mail.facts ?? []),
    ],
    action: { label: mail.open, url: mail.url },
    footer: await emailFooter(db, lang),
    reason: TEXTS[lang].waitingReason,
  })
  const { about, expiresAt } = mail
  await sendEmail(db, now, {
    to: email,
    lang,
    subject: mail.subject(course),
    about,
    ...content,
    ...(expiresAt && { expiresAt }),
  })
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
  const { lang } = person
  const t = TEXTS[lang].offer
  const url = settings.publicUrl + linksFor(lang).order(person.courseId, person.runId)
  const facts: [string, string][] = [[t.until, moment(until, lang)]]
  await mailPerson(db, person, { ...t, url, facts, about: `offer:${orderId}`, expiresAt: until }, now)
}

const moment = (at: Date, lang: Lang) =>
  `${formatWeekday(at, lang)}${lang === 'ar' ? '، ' : ', '}${formatTime(at, lang)}`
