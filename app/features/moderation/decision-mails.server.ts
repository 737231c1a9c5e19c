/** What the author of a text is told about a decision, in their language. */

import { linksFor } from '../../links.ts'
import { moderationEmails as ar } from '../../locales/ar/emails/emails-moderation.ts'
import { moderationEmails as en } from '../../locales/en/emails/emails-moderation.ts'
import { formatDay } from '../../locales/format.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { emailFooter } from '../messages/institute-contacts.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { appealLink } from './appeal-link.server.ts'
import type { AuthorAccount } from './decision-queries.server.ts'
import type { WrittenKind } from './written-contract.ts'

const MAILS = { ar, en }

type Removed = {
  id: number
  kind: WrittenKind
  reason: string
  /** The author may write nothing until then; null without an end, undefined without a ban. */
  bannedUntil: Date | null | undefined
  appealUntil: Date
}

export async function mailRemoval(ctx: Context, tx: Database, author: AuthorAccount, removed: Removed): Promise<void> {
  const { lang } = author
  const t = MAILS[lang]
  const { bannedUntil, reason } = removed
  const content = renderEmail({
    lang,
    title: t.removed.title(t.kinds[removed.kind]),
    paragraphs: [
      t.removed.body(author.firstName, t.kinds[removed.kind]),
      ...(bannedUntil === undefined
        ? []
        : [bannedUntil ? t.removed.bannedUntil(formatDay(bannedUntil.toISOString(), lang)) : t.removed.banned]),
      t.removed.appeal(formatDay(removed.appealUntil.toISOString(), lang)),
    ],
    ...(reason ? { facts: [[t.reason, reason]] as [string, string][] } : {}),
    action: { label: t.removed.action, url: appealLink(ctx, lang, removed.id) },
    footer: await emailFooter(tx, lang),
    reason: t.why,
  })
  const about = `moderation:${removed.id}`
  await sendEmail(tx, ctx.now(), {
    to: author.email,
    lang,
    subject: t.removed.title(t.kinds[removed.kind]),
    about,
    ...content,
  })
}

/** That staff have lifted the ban before its end. */
export async function mailLifted(ctx: Context, tx: Database, author: AuthorAccount): Promise<void> {
  const { lang, firstName, userId } = author
  const t = MAILS[lang]
  const content = renderEmail({
    lang,
    title: t.lifted.title,
    paragraphs: [t.lifted.body(firstName)],
    action: { label: t.lifted.action, url: ctx.settings.publicUrl + linksFor(lang).community() },
    footer: await emailFooter(tx, lang),
    reason: t.why,
  })
  const about = `moderation-lifted:${userId}:${ctx.now().getTime()}`
  await sendEmail(tx, ctx.now(), { to: author.email, lang, subject: t.lifted.title, about, ...content })
}

type Answered = { id: number; kind: WrittenKind; outcome: 'upheld' | 'reversed'; answer: string | undefined }

export async function mailAppealAnswer(ctx: Context, tx: Database, author: AuthorAccount, answered: Answered) {
  const { lang } = author
  const t = MAILS[lang]
  const { title, body } = t[answered.outcome]
  const content = renderEmail({
    lang,
    title,
    paragraphs: [body(author.firstName, t.kinds[answered.kind])],
    ...(answered.answer ? { facts: [[t.answer, answered.answer]] as [string, string][] } : {}),
    action: { label: t.open, url: appealLink(ctx, lang, answered.id) },
    footer: await emailFooter(tx, lang),
    reason: t.why,
  })
  const about = `moderation-appeal:${answered.id}`
  await sendEmail(tx, ctx.now(), { to: author.email, lang, subject: title, about, ...content })
}
