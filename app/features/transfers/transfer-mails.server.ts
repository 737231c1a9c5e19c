/** Mails about bank transfers: to the learner in the language of the order, to the institute in Arabic. */
import type { Institute } from '../../../db/shapes.ts'
import { linksFor } from '../../links.ts'
import { transferEmails as ar } from '../../locales/ar/emails/emails-transfers.ts'
import { transferEmails as en } from '../../locales/en/emails/emails-transfers.ts'
import { formatMoney, formatTime, formatWeekday } from '../../locales/format.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { isolated } from '../messages/email-content.ts'
import { emailFooter, mailboxOf, mailNote } from '../messages/institute-contacts.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { type Facts, noteAbout, type OrderMailData, orderMailData, orderTexts } from '../orders/order-mails.server.ts'
import { groupedIban } from '../orders/parts/iban.ts'
import { partFacts } from '../orders/parts/part-facts.ts'
import { findInstitute } from '../orders/queries.server.ts'

const TEXTS = { ar, en }

/** Mails to the institute are in Arabic. */
const OFFICE_LANG = 'ar'

/** The bank details and the deadline; one mail for each order. `db` is the transaction that chose the transfer. */
export async function mailTransferInstructions(
  db: Database,
  settings: Settings,
  orderId: string,
  now: Date,
): Promise<void> {
  const data = await orderMailData(db, orderId)
  const bank = (await findInstitute(db))?.bank
  if (!data || !bank) return
  const { lang, learner } = data
  const note = await mailNote(db, 'transferAwaited', lang)
  const about = `transfer-instructions:${orderId}`
  const content = instructionsMail(data, bank, settings.publicUrl, note)
  await sendEmail(db, now, { to: learner.email, lang, about, ...content })
}

type Bank = NonNullable<Institute['bank']>

/** @param note what the institute adds */
export function instructionsMail(data: OrderMailData, bank: Bank, publicUrl: string, note: string | undefined) {
  const { order, lang, learner, footer, reason } = data
  const t = TEXTS[lang]
  const course = inLang(order.courseName, lang)
  const count = order.parts.length
  const content = renderEmail({
    lang,
    title: t.instructions.title,
    paragraphs: [
      orderTexts[lang].paid.greeting(learner.firstName),
      count > 0 ? t.instructions.firstPart(course, count) : t.instructions.body(course),
      t.instructions.how,
      ...noteAbout(data, note, order.totalHalalas - order.unpaidHalalas),
    ],
    facts: [
      [orderTexts[lang].facts.reference, order.reference],
      [t.facts.amount, formatMoney(order.totalHalalas - order.unpaidHalalas, lang)],
      [t.facts.bank, inLang(bank.name, lang)],
      [t.facts.beneficiary, inLang(bank.beneficiary, lang)],
      [t.facts.iban, groupedIban(bank.iban)],
      untilFact(order.expiresAt, lang),
    ],
    action: { label: t.instructions.action, url: publicUrl + orderLinksFor(lang).approved(order.id) },
    footer,
    reason,
  })
  return { subject: t.instructions.subject(order.reference), ...content }
}

/** Of a later part, or of what an open order is to be paid with now. */
const amountOf = ({ parts, totalHalalas, unpaidHalalas }: OrderMailData['order'], part: number): number =>
  part > 1 ? (parts.find((one) => one.part === part)?.amountHalalas ?? 0) : totalHalalas - unpaidHalalas

/** Asks the institute to check a receipt. @param part of the order that it pays */
export async function mailReceiptToCheck(
  db: Database,
  settings: Settings,
  orderId: string,
  file: { id: string; name: string },
  now: Date,
  part = 1,
): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { order, learner } = data
  const t = TEXTS[OFFICE_LANG]
  const name = `${learner.firstName} ${learner.lastName}`
  const content = renderEmail({
    lang: OFFICE_LANG,
    title: t.office.title,
    paragraphs: [part > 1 ? t.office.partBody(isolated(name), part) : t.office.body(isolated(name))],
    facts: [
      [orderTexts[OFFICE_LANG].facts.reference, order.reference],
      [t.facts.amount, formatMoney(amountOf(order, part), OFFICE_LANG)],
      [t.office.name, name],
      [t.office.email, learner.email],
      [t.office.file, file.name],
    ],
    action: { label: t.office.action, url: `${settings.publicUrl}/${OFFICE_LANG}/desk/orders/${orderId}` },
    footer: await emailFooter(db, OFFICE_LANG),
    reason: t.office.reason,
  })
  await sendEmail(db, now, {
    to: await mailboxOf(db, settings, 'orders'),
    lang: OFFICE_LANG,
    subject: t.office.subject(order.reference),
    about: `transfer-receipt:${file.id}`,
    replyTo: learner.email,
    ...content,
  })
}

/** Tells the learner that a receipt has arrived; one mail for each receipt. */
export async function mailReceiptReceived(
  db: Database,
  settings: Settings,
  orderId: string,
  file: { id: string; name: string },
  now: Date,
  part = 1,
): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { order, lang, learner, footer, reason } = data
  const t = TEXTS[lang]
  const content = renderEmail({
    lang,
    title: t.received.title,
    paragraphs: [
      orderTexts[lang].paid.greeting(learner.firstName),
      t.received.body(inLang(order.courseName, lang)),
      part > 1 ? t.received.nextOfPart : t.received.next,
    ],
    facts: [
      [orderTexts[lang].facts.reference, order.reference],
      [t.facts.amount, formatMoney(amountOf(order, part), lang)],
      [t.received.file, file.name],
      // A later part has a day of its own, at which the order does not end.
      ...(part > 1 ? [] : [untilFact(order.expiresAt, lang, t.received.kept)]),
    ],
    action: { label: t.received.action, url: settings.publicUrl + orderLinksFor(lang).approved(order.id) },
    footer,
    reason,
  })
  const about = `transfer-received:${orderId}:${file.id}`
  await sendEmail(db, now, { to: learner.email, lang, subject: t.received.subject(order.reference), about, ...content })
}

/** Says why a receipt was declined; one mail for each decision. */
export async function mailTransferDeclined(
  db: Database,
  settings: Settings,
  orderId: string,
  answer: string,
  now: Date,
  part = 1,
): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { lang, learner } = data
  const note = await mailNote(db, 'transferDeclined', lang)
  const about = `transfer-declined:${orderId}:${now.toISOString()}`
  const content = declinedMail(data, answer, settings.publicUrl, note, part)
  await sendEmail(db, now, { to: learner.email, lang, about, ...content })
}

/** @param note what the institute adds @param part of the order that the receipt was for */
export function declinedMail(
  data: OrderMailData,
  answer: string,
  publicUrl: string,
  note: string | undefined,
  part = 1,
) {
  const { order, lang, learner, footer, reason } = data
  const t = TEXTS[lang]
  const content = renderEmail({
    lang,
    title: t.declined.title,
    paragraphs: [
      orderTexts[lang].paid.greeting(learner.firstName),
      part > 1
        ? t.declined.partBody(inLang(order.courseName, lang), part)
        : t.declined.body(inLang(order.courseName, lang)),
      t.declined.why(isolated(answer)),
      part > 1 ? t.declined.nextOfPart : t.declined.next,
      ...noteAbout(data, note),
    ],
    facts: [
      [orderTexts[lang].facts.reference, order.reference],
      // A later part has a day of its own, at which the order does not end.
      ...(part > 1 ? partFacts(order, part, lang) : [untilFact(order.expiresAt, lang)]),
    ],
    action: { label: t.declined.action, url: publicUrl + orderLinksFor(lang).approved(order.id) },
    footer,
    reason,
  })
  return { subject: t.declined.subject(order.reference), ...content }
}

/** Asks for the rest of a transfer that was too little; one mail for each decision. */
export async function mailRestAsked(
  db: Database,
  settings: Settings,
  orderId: string,
  receivedHalalas: number,
  now: Date,
): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { lang, learner } = data
  const [bank, note] = [(await findInstitute(db))?.bank, await mailNote(db, 'transferRest', lang)]
  const about = `transfer-restAsked:${orderId}:${now.toISOString()}`
  const content = restMail(data, bank, receivedHalalas, settings.publicUrl, note)
  await sendEmail(db, now, { to: learner.email, lang, about, ...content })
}

/** @param note what the institute adds */
export function restMail(
  data: OrderMailData,
  bank: Bank | undefined,
  receivedHalalas: number,
  publicUrl: string,
  note: string | undefined,
) {
  const { facts, restAsked } = TEXTS[data.lang]
  const restHalalas = data.order.totalHalalas - data.order.unpaidHalalas - receivedHalalas
  const more: Facts = [
    [restAsked.received, formatMoney(receivedHalalas, data.lang)],
    [restAsked.rest, formatMoney(restHalalas, data.lang)],
  ]
  if (bank) more.push([facts.beneficiary, inLang(bank.beneficiary, data.lang)], [facts.iban, groupedIban(bank.iban)])
  return timedMail(data, 'restAsked', publicUrl, [restAsked.how, ...noteAbout(data, note, restHalalas)], more)
}

/** Announces that staff gave an unpaid order more time; one mail for each decision. */
export async function mailOrderExtended(db: Database, settings: Settings, orderId: string, now: Date): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const about = `order-extended:${orderId}:${now.toISOString()}`
  const kind = data.order.method === 'transfer' ? 'extended' : 'extendedOnline'
  const content = timedMail(data, kind, settings.publicUrl, [], [])
  await sendEmail(db, now, { to: data.learner.email, lang: data.lang, about, ...content })
}

/** A mail that says until when an order waits. */
function timedMail(
  { order, lang, learner, footer, reason }: OrderMailData,
  kind: 'restAsked' | 'extended' | 'extendedOnline',
  publicUrl: string,
  paragraphs: string[],
  facts: Facts,
) {
  const { subject, title, body, action } = TEXTS[lang][kind]
  // Whoever pays online continues where the order was placed.
  const path =
    kind === 'extendedOnline'
      ? linksFor(lang).order(order.courseId, order.run?.id)
      : orderLinksFor(lang).approved(order.id)
  const content = renderEmail({
    lang,
    title,
    paragraphs: [
      orderTexts[lang].paid.greeting(learner.firstName),
      body(inLang(order.courseName, lang)),
      ...paragraphs,
    ],
    facts: [[orderTexts[lang].facts.reference, order.reference], ...facts, untilFact(order.expiresAt, lang)],
    action: { label: action, url: publicUrl + path },
    footer,
    reason,
  })
  return { subject: subject(order.reference), ...content }
}

/** @param label by default that of the last day to pay */
export function untilFact(until: Date, lang: Lang, label = TEXTS[lang].facts.until): Facts[number] {
  return [label, TEXTS[lang].moment(formatWeekday(until, lang), formatTime(until, lang))]
}
