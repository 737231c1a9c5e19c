/** The mails of a conversation: an answer to the sender, and the sender's reply to whoever handles it. */
import { leadEmails as ar } from '../../../locales/ar/emails/emails-leads.ts'
import { leadEmails as en } from '../../../locales/en/emails/emails-leads.ts'
import type { Lang } from '../../../locales/lang.ts'
import type { Context } from '../../../platform/context.server.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { emailFooter, mailboxOf } from '../../messages/institute-contacts.server.ts'
import { sendEmail } from '../../messages/messages.server.ts'
import { renderEmail } from '../../messages/render-email.server.ts'
import { followToken } from '../following.server.ts'
import { followLink } from '../lead-links.ts'
import { answerEvent, assigneeEmail } from './conversation-queries.server.ts'
import { paragraphsOf } from './paragraphs.ts'

const MAILS = { ar, en }

/** The institute reads Arabic. */
const OFFICE = 'ar'

type Answer = { messageId: number; reference: string; email: string; lang: Lang; body: string }

export async function mailAnswer(ctx: Context, tx: Database, { messageId, reference, email, lang, body }: Answer) {
  const t = MAILS[lang].answer
  const content = renderEmail({
    lang,
    title: t.title,
    paragraphs: paragraphsOf(body),
    facts: [[MAILS[lang].reference, reference]],
    action: {
      label: t.action,
      url: `${ctx.settings.publicUrl}${followLink(lang, reference, followToken(ctx, reference))}#conversation`,
    },
    footer: await emailFooter(tx, lang),
    reason: t.reason,
  })
  const about = answerEvent(messageId)
  await sendEmail(tx, ctx.now(), { to: email, lang, subject: t.subject(reference), about, ...content })
}

type Reply = {
  messageId: number
  reference: string
  body: string
  lead: { kind: string; name: string | null; email: string | null; assignee_id: number | null }
}

/** Goes to whoever handles the enquiry; while nobody does, to the address for its kind. */
export async function mailReply(ctx: Context, tx: Database, { messageId, reference, body, lead }: Reply) {
  const t = MAILS[OFFICE].reply
  const handler = lead.assignee_id === null ? undefined : await assigneeEmail(tx, lead.assignee_id)
  const content = renderEmail({
    lang: OFFICE,
    title: t.title(reference),
    paragraphs: [t.body(lead.name ?? ''), ...paragraphsOf(body)],
    action: { label: t.action, url: `${ctx.settings.publicUrl}/${OFFICE}/desk/enquiries/${reference}` },
    footer: await emailFooter(tx, OFFICE),
    reason: t.reason,
  })
  await sendEmail(tx, ctx.now(), {
    to: handler ?? (await mailboxOf(tx, ctx.settings, lead.kind)),
    lang: OFFICE,
    subject: t.subject(reference, lead.name ?? ''),
    about: `lead-reply:${messageId}`,
    ...(lead.email ? { replyTo: lead.email } : {}),
    ...content,
  })
}
