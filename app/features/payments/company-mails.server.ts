/** Mails to companies about card payments that they did not owe. */
import { quoteEmails as ar } from '../../locales/ar/emails/emails-quotes.ts'
import { quoteEmails as en } from '../../locales/en/emails/emails-quotes.ts'
import { formatMoney } from '../../locales/format.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { emailFooter } from '../messages/institute-contacts.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import type { UnmatchedRow } from './unmatched-queries.server.ts'

const TEXTS = { ar, en }

type Facts = { quote: NonNullable<UnmatchedRow['quote']>; amountHalalas: number; about: string; now: Date }

export async function mailCompany(
  db: Database,
  news: 'surplus' | 'surplusReturned' | 'surplusKept',
  { quote, amountHalalas, about, now }: Facts,
): Promise<void> {
  const { lang, number, contactName, contactEmail } = quote
  const texts = TEXTS[lang]
  const { subject, title, body } = texts[news]
  const content = renderEmail({
    lang,
    title,
    paragraphs: [texts.greeting(contactName), body],
    facts: [
      [texts.facts.number, number],
      [texts.facts.amount, formatMoney(amountHalalas, lang)],
    ],
    footer: await emailFooter(db, lang),
    reason: texts.reason,
  })
  await sendEmail(db, now, { to: contactEmail, lang, subject: subject(number), about, ...content })
}
