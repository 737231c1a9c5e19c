/** The mail with a note that staff have issued. */
import { invoiceEmails as ar } from '../../locales/ar/emails/emails-invoices.ts'
import { invoiceEmails as en } from '../../locales/en/emails/emails-invoices.ts'
import { formatMoney } from '../../locales/format.ts'
import { inLang } from '../../locales/localized.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { orderLinksFor } from '../orders/order-links.ts'
import { orderMailData } from '../orders/order-mails.server.ts'

const TEXTS = { ar, en }

type Issued = {
  orderId: string
  note: { id: string; number: string }
  kind: 'debit-note' | 'credit-note'
  amountHalalas: number
  reason: string
}

/** To the learner of the order, unless the account was deleted. */
export async function mailNote(
  db: Database,
  settings: Settings,
  { orderId, note, kind, amountHalalas, reason }: Issued,
  now: Date,
): Promise<void> {
  const data = await orderMailData(db, orderId)
  if (!data) return
  const { order, lang, learner, footer } = data
  const t = TEXTS[lang]
  const { text, html } = renderEmail({
    lang,
    title: t[kind].title,
    paragraphs: [t.greeting(learner.firstName), t[kind].body(inLang(order.courseName, lang))],
    facts: [
      [t.reference, order.reference],
      [t.amount, formatMoney(amountHalalas, lang)],
      [t.reason, reason],
    ],
    action: { label: t.action(note.number), url: settings.publicUrl + orderLinksFor(lang).invoice(note.number) },
    ...{ footer, reason: data.reason },
  })
  await sendEmail(db, now, {
    ...{ to: learner.email, subject: t[kind].subject(order.reference), text, html, lang },
    about: `note:${note.id}`,
    attachments: [{ kind: 'debit-note', id: note.id }],
  })
}
