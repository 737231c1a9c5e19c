/** The mail to the learner whose order was moved; whoever gets the seat has the mail of a paid order. */
import { enrolmentMoveEmails as ar } from '../../../locales/ar/emails/emails-enrolment-move.ts'
import { enrolmentMoveEmails as en } from '../../../locales/en/emails/emails-enrolment-move.ts'
import { formatMoney } from '../../../locales/format.ts'
import { inLang } from '../../../locales/localized.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import type { Settings } from '../../../platform/settings.server.ts'
import { sendEmail } from '../../messages/messages.server.ts'
import { renderEmail } from '../../messages/render-email.server.ts'
import { orderLinksFor } from '../../orders/order-links.ts'
import { documentLink, orderMailData, orderTexts, runFacts } from '../../orders/order-mails.server.ts'
import { findOrder } from '../../orders/order-queries.server.ts'

const TEXTS = { ar, en }

type Moved = {
  formerId: string
  id: string
  /** The refund that credits the former order; null where nothing was paid. */
  creditedId: string | null
  carriedHalalas: number
  backHalalas: number
  isOtherPerson: boolean
  reason: string
  now: Date
}

/** In the language of the former order; with the credit note. Nothing of another person's order is named. */
export async function mailMovedEnrolment(db: Database, settings: Settings, moved: Moved): Promise<void> {
  const { formerId, id, creditedId, carriedHalalas, backHalalas, isOtherPerson, reason, now } = moved
  const [data, placed] = [await orderMailData(db, formerId), await findOrder(db, id)]
  if (!data || !placed) return
  const { order, lang, learner, footer } = data
  const t = TEXTS[lang]
  const { subject, title, body } = isOtherPerson ? t.otherPerson : t.own
  const { facts } = orderTexts[lang]
  const money = (halalas: number) => formatMoney(halalas, lang)
  const links = orderLinksFor(lang)
  const settledHalalas = placed.status === 'paid' ? placed.totalHalalas - placed.unpaidHalalas - carriedHalalas : 0
  const { text, html } = renderEmail({
    lang,
    title,
    paragraphs: [
      orderTexts[lang].paid.greeting(learner.firstName),
      body(inLang(order.courseName, lang)),
      ...(carriedHalalas > 0 ? [t.counted] : []),
      ...(isOtherPerson ? [] : [t.own.invoice]),
      ...(backHalalas > 0 ? [t.backSoon] : []),
    ],
    facts: [
      [t.former, order.reference],
      ...(isOtherPerson
        ? []
        : ([
            [t.placed, placed.reference],
            [facts.course, inLang(placed.courseName, lang)],
            ...runFacts(placed, lang),
            [facts.total, money(placed.totalHalalas)],
          ] as [string, string][])),
      ...(carriedHalalas > 0 ? [[t.carried, money(carriedHalalas)] as [string, string]] : []),
      ...(!isOtherPerson && settledHalalas > 0 ? [[t.settled, money(settledHalalas)] as [string, string]] : []),
      ...(backHalalas > 0 ? [[t.back, money(backHalalas)] as [string, string]] : []),
      [t.reason, reason],
    ],
    action: { label: t.open, url: settings.publicUrl + links.approved(isOtherPerson ? formerId : id) },
    ...documentLink(order, 'credit-note', settings.publicUrl, lang),
    ...{ footer, reason: data.reason },
  })
  await sendEmail(db, now, {
    ...{ to: learner.email, lang, subject: subject(order.reference), text, html },
    about: `enrolment-moved:${formerId}`,
    attachments: creditedId ? [{ kind: 'credit-note', id: creditedId }] : [],
  })
}
