/** What the author of a review is told of the institute's answer, and of hiding it, in their language. */
import type { Localized } from '../../../db/shapes.ts'
import { linksFor } from '../../links.ts'
import { reviewEmails as ar } from '../../locales/ar/emails/emails-reviews.ts'
import { reviewEmails as en } from '../../locales/en/emails/emails-reviews.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { isolated } from '../messages/email-content.ts'
import { emailFooter } from '../messages/institute-contacts.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { noticeLinksFor } from '../notifications/notice-links.ts'
import { unsubscribeToken } from '../notifications/unsubscribe-token.server.ts'
import type { Reviewer } from './queries.server.ts'

const MAILS = { ar, en }

type About = { id: number; courseName: Localized; slug: string }

const courseLink = ({ settings }: Context, { lang }: Reviewer, { slug }: About) =>
  `${settings.publicUrl}${linksFor(lang).course(slug)}#reviews`

/** Of the first answer. It may be declined as mails about comments are. */
export async function mailAnswer(
  ctx: Context,
  tx: Database,
  to: Reviewer,
  review: About & { answer: Localized },
): Promise<void> {
  const { lang } = to
  const t = MAILS[lang]
  const course = isolated(inLang(review.courseName, lang))
  const token = unsubscribeToken(ctx.settings, { userId: to.userId, kind: 'comments' })
  const content = renderEmail({
    lang,
    title: t.answered.title,
    paragraphs: [t.answered.body(isolated(to.firstName), course)],
    facts: [[t.answer, inLang(review.answer, lang)]],
    action: { label: t.open, url: courseLink(ctx, to, review) },
    footer: await emailFooter(tx, lang),
    reason: t.why,
    optOut: { label: t.optOut, url: ctx.settings.publicUrl + noticeLinksFor(lang).unsubscribe(token) },
  })
  await sendEmail(tx, ctx.now(), {
    to: to.email,
    lang,
    subject: t.answered.subject(course),
    about: `review-answer:${review.id}`,
    unsubscribeUrl: `${ctx.settings.publicUrl}/api/Notifications/unsubscribe?token=${token}`,
    ...content,
  })
}

export async function mailHidden(
  ctx: Context,
  tx: Database,
  to: Reviewer,
  review: About,
  reason: string,
): Promise<void> {
  const t = MAILS[to.lang]
  await mailDecision(ctx, tx, to, review, { ...t.hidden, name: 'hidden', facts: [[t.reason, reason]] })
}

export async function mailShown(ctx: Context, tx: Database, to: Reviewer, review: About): Promise<void> {
  await mailDecision(ctx, tx, to, review, { ...MAILS[to.lang].shown, name: 'shown' })
}

type Decision = {
  name: 'hidden' | 'shown'
  subject: (course: string) => string
  title: string
  body: (firstName: string, course: string) => string
  facts?: [string, string][]
}

async function mailDecision(
  ctx: Context,
  tx: Database,
  to: Reviewer,
  review: About,
  { name, subject, title, body, facts }: Decision,
): Promise<void> {
  const { lang } = to
  const t = MAILS[lang]
  const course = isolated(inLang(review.courseName, lang))
  const content = renderEmail({
    lang,
    title,
    paragraphs: [body(isolated(to.firstName), course)],
    ...(facts ? { facts } : {}),
    action: { label: t.open, url: courseLink(ctx, to, review) },
    footer: await emailFooter(tx, lang),
    reason: t.why,
  })
  // A review may be hidden, shown and hidden again: each time is a mail of its own.
  const about = `review-${name}:${review.id}:${ctx.now().toISOString()}`
  await sendEmail(tx, ctx.now(), { to: to.email, lang, subject: subject(course), about, ...content })
}
