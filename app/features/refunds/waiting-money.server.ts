/** Mails the institute every day about money that waits for a person, until none waits. */
import { orderEmails } from '../../locales/ar/emails/emails-orders.ts'
import { formatDay, formatMoney, formatNumber } from '../../locales/format.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { HOUR_MS } from '../../platform/durations.ts'
import { emailFooter, mailboxOf } from '../messages/institute-contacts.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { findWaitingMoney, type WaitingMoney } from './waiting-queries.server.ts'

/** Newer cases had a mail of their own a short time ago. */
const TOLD_AFTER_MS = 12 * HOUR_MS
const MAX_LISTED = 50

/** The daily job: one mail a day in Riyadh, in Arabic as all mails to the institute. */
export async function remindOfWaitingMoney({ db, settings, now }: Services): Promise<void> {
  const at = now()
  const waiting = await findWaitingMoney(db, new Date(at.getTime() - TOLD_AFTER_MS), MAX_LISTED + 1)
  if (waiting.length === 0) return
  const texts = orderEmails.office.moneyWaits
  const listed = waiting.slice(0, MAX_LISTED)
  const { text, html } = renderEmail({
    lang: 'ar',
    title: texts.title,
    paragraphs: [texts.body, ...(waiting.length > MAX_LISTED ? [texts.more(MAX_LISTED)] : [])],
    facts: listed.map(factOf),
    footer: await emailFooter(db, 'ar'),
    reason: orderEmails.office.reason,
  })
  const about = `money-waits:${dayOf(at)}`
  const to = await mailboxOf(db, settings, 'orders')
  await sendEmail(db, at, { to, subject: texts.subject(listed.length), text, html, lang: 'ar', about })
}

/** What has waited since before then, the longest first, for the desk. */
export function waitingMoney(db: Database, before: Date, max: number): Promise<WaitingMoney[]> {
  return findWaitingMoney(db, before, max)
}

function factOf({ reason, reference, amountHalalas, currency, since }: WaitingMoney): [label: string, value: string] {
  const texts = orderEmails.office.moneyWaits
  const amount =
    currency === 'SAR' ? formatMoney(amountHalalas, 'ar') : `${formatNumber(amountHalalas / 100)} ${currency}`
  return [reference, texts.fact(texts.reasons[reason], amount, formatDay(since, 'ar'))]
}
