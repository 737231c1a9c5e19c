/** Mails about bank transfers: to the learner in the language of the order, to the institute in Arabic. */
import { transferEmails as ar } from '../../locales/ar/emails-transfers.ts'
import { transferEmails as en } from '../../locales/en/emails-transfers.ts'
import { formatMoney, formatTime, formatWeekday } from '../../locales/format.ts'
import type { Lang } from '../../locales/lang.ts'
import { inLang } from '../../locales/localized.ts'
import type { Database } from '../../platform/database.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { isolated } from '../messages/email-content.ts'
import { emailFooter, mailboxOf } from '../messages/institute-contacts.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { type Facts, orderMailData, orderTexts } from '../orders/order-mails.server.ts'
import type { OrderRow } from '../orders/order-queries.server.ts'
import { findInstitute } from '../orders/queries.server.ts'
import { groupedIban } from './iban.ts'

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
  const { order, lang, learner, footer, reason } = data
  const t = TEXTS[lang]
  const content = renderEmail({
    lang,
    title: t.instructions.title,
    paragraphs: [
      orderTexts[lang].paid.greeting(learner.firstName),
      t.instructions.body(inLang(order.courseName, lang)),
      t.instructions.how,
    ],
    facts: [
      [orderTexts[lang].facts.reference, order.reference],
      [t.facts.amount, formatMoney(order.totalHalalas, lang)],
      [t.facts.bank, inLang(bank.name, lang)],
      [t.facts.beneficiary, inLang(bank.beneficiary, lang)],
      [t.facts.iban, groupedIban(bank.iban)],
      untilFact(order.expiresAt, lang),
    ],
    action: { label: t.instructions.action, url: settings.publicUrl + orderLinksFor(lang).approved(order.id) },
    footer,
    reason,
  })
  const about = `transfer-instructions:${order.id}`
  await sendEmail(db, now, {
    to: learner.email,
    lang,
    subject: t.instructions.subject(order.reference),
    about,
    ...content,
  })
}

/** Asks the institute to check a receipt. */
export async function mailReceiptToCheck(
  db: Database,
  settings: Settings,
  orderId: string,
  file: { id: string; name: string },
  now: Date,
): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { order, learner } = data
  const t = TEXTS[OFFICE_LANG]
  const name = `${learner.firstName} ${learner.lastName}`
  const content = renderEmail({
    lang: OFFICE_LANG,
    title: t.office.title,
    paragraphs: [t.office.body(isolated(name))],
    facts: [
      [orderTexts[OFFICE_LANG].facts.reference, order.reference],
      [t.facts.amount, formatMoney(order.totalHalalas, OFFICE_LANG)],
      [t.office.name, name],
      [t.office.email, learner.email],
      [t.office.file, file.name],
    ],
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

/** Says why a receipt was declined; one mail for each decision. */
export async function mailTransferDeclined(
  db: Database,
  settings: Settings,
  orderId: string,
  answer: string,
  now: Date,
): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { order, lang, learner, footer, reason } = data
  const t = TEXTS[lang]
  const content = renderEmail({
    lang,
    title: t.declined.title,
    paragraphs: [
      orderTexts[lang].paid.greeting(learner.firstName),
      t.declined.body(inLang(order.courseName, lang)),
      t.declined.why(isolated(answer)),
      t.declined.next,
    ],
    facts: [[orderTexts[lang].facts.reference, order.reference], untilFact(order.expiresAt, lang)],
    action: { label: t.declined.action, url: settings.publicUrl + orderLinksFor(lang).approved(order.id) },
    footer,
    reason,
  })
  const about = `transfer-declined:${order.id}:${now.toISOString()}`
  await sendEmail(db, now, { to: learner.email, lang, subject: t.declined.subject(order.reference), about, ...content })
}

/** Asks for the rest of a transfer that was too little; one mail for each decision. */
export async function mailRestAsked(
  db: Database,
  settings: Settings,
  orderId: string,
  receivedHalalas: number,
  now: Date,
): Promise<void> {
  const bank = (await findInstitute(db))?.bank
  await mailAboutTransfer(db, settings, orderId, now, 'restAsked', (order, lang) => {
    const { facts, restAsked } = TEXTS[lang]
    return [
      [restAsked.received, formatMoney(receivedHalalas, lang)],
      [restAsked.rest, formatMoney(order.totalHalalas - receivedHalalas, lang)],
      ...(bank
        ? ([
            [facts.beneficiary, inLang(bank.beneficiary, lang)],
            [facts.iban, groupedIban(bank.iban)],
          ] as const)
        : []),
    ]
  })
}

/** Announces that staff extended the time for a transfer; one mail for each decision. */
export async function mailTransferExtended(
  db: Database,
  settings: Settings,
  orderId: string,
  now: Date,
): Promise<void> {
  await mailAboutTransfer(db, settings, orderId, now, 'extended', () => [])
}

async function mailAboutTransfer(
  db: Database,
  settings: Settings,
  orderId: string,
  now: Date,
  kind: 'restAsked' | 'extended',
  factsOf: (order: OrderRow, lang: Lang) => (readonly [string, string])[],
): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { order, lang, learner, footer, reason } = data
  const texts = TEXTS[lang]
  const { subject, title, body, action } = texts[kind]
  const course = inLang(order.courseName, lang)
  const content = renderEmail({
    lang,
    title,
    paragraphs: [
      orderTexts[lang].paid.greeting(learner.firstName),
      body(course),
      ...(kind === 'restAsked' ? [texts.restAsked.how] : []),
    ],
    facts: [
      [orderTexts[lang].facts.reference, order.reference],
      ...factsOf(order, lang).map(([label, value]): Facts[number] => [label, value]),
      untilFact(order.expiresAt, lang),
    ],
    action: { label: action, url: settings.publicUrl + orderLinksFor(lang).approved(order.id) },
    footer,
    reason,
  })
  const about = `transfer-${kind}:${order.id}:${now.toISOString()}`
  await sendEmail(db, now, { to: learner.email, lang, subject: subject(order.reference), about, ...content })
}

export function untilFact(until: Date, lang: Lang): Facts[number] {
  const { facts, moment } = TEXTS[lang]
  return [facts.until, moment(formatWeekday(until, lang), formatTime(until, lang))]
}
