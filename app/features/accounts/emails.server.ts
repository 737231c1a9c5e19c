/** Mails about accounts, in the language of the request that caused them. */
import { linksFor } from '../../links.ts'
import { accountsEmails as ar } from '../../locales/ar/emails/emails-accounts.ts'
import { accountsEmails as en } from '../../locales/en/emails/emails-accounts.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { LIFE_SECONDS } from '../codes/codes.server.ts'
import type { EmailContent } from '../messages/email-content.ts'
import { emailFooter } from '../messages/institute-contacts.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { accountLinksFor } from './account-links.ts'

const TEXTS = { ar, en }

type Mail = Omit<EmailContent, 'lang' | 'footer'> & { subject: string }

/** The subject contains the code, too, so that it can be read in a notification. */
export function mailActivationCode(
  ctx: Context,
  db: Database,
  email: string,
  code: string,
  returnTo: string | undefined,
): Promise<void> {
  const { subject, title, paragraphs, notYou, open } = TEXTS[ctx.lang].activation
  const url = ctx.settings.publicUrl + accountLinksFor(ctx.lang).registerOtp(email, { returnTo })
  return mail(ctx, db, email, (institute) => ({
    subject: subject(institute, code),
    title,
    paragraphs: [...paragraphs(institute), notYou],
    code,
    action: { label: open, url },
  }))
}

export function mailAlreadyRegistered(ctx: Context, db: Database, email: string): Promise<void> {
  const { subject, title, paragraphs, open } = TEXTS[ctx.lang].alreadyRegistered
  const url = ctx.settings.publicUrl + linksFor(ctx.lang).login()
  return mail(ctx, db, email, (institute) => ({
    subject: subject(institute),
    title,
    paragraphs: paragraphs(institute),
    action: { label: open, url },
  }))
}

/** The subject contains the code, too, so that it can be read in a notification. */
export function mailResetCode(ctx: Context, db: Database, email: string, code: string): Promise<void> {
  const { subject, title, paragraphs, notYou, open } = TEXTS[ctx.lang].reset
  const url = ctx.settings.publicUrl + accountLinksFor(ctx.lang).forgetPass({ email })
  return mail(ctx, db, email, (institute) => ({
    subject: subject(institute, code),
    title,
    paragraphs: [...paragraphs, notYou],
    code,
    action: { label: open, url },
  }))
}

export function mailNoAccount(ctx: Context, db: Database, email: string): Promise<void> {
  const { subject, title, paragraphs, open } = TEXTS[ctx.lang].noAccount
  const url = ctx.settings.publicUrl + linksFor(ctx.lang).signUp()
  return mail(ctx, db, email, (institute) => ({
    subject: subject(institute),
    title,
    paragraphs: paragraphs(institute),
    action: { label: open, url },
  }))
}

export function mailAccountPaused(ctx: Context, db: Database, email: string): Promise<void> {
  const { subject, title, paragraphs, open } = TEXTS[ctx.lang].paused
  const url = ctx.settings.publicUrl + linksFor(ctx.lang).contact
  return mail(ctx, db, email, (institute) => ({
    subject: subject(institute),
    title,
    paragraphs: paragraphs(institute),
    action: { label: open, url },
  }))
}

export function mailUnfinishedSignUp(
  ctx: Context,
  db: Database,
  email: string,
  returnTo: string | undefined,
): Promise<void> {
  const { subject, title, paragraphs, open } = TEXTS[ctx.lang].unfinishedSignUp
  const url = ctx.settings.publicUrl + accountLinksFor(ctx.lang).registerOtp(email, { returnTo })
  return mail(ctx, db, email, (institute) => ({
    subject: subject(institute),
    title,
    paragraphs,
    action: { label: open, url },
  }))
}

export function mailPasswordChanged(ctx: Context, db: Database, email: string): Promise<void> {
  const { subject, title, paragraphs, open } = TEXTS[ctx.lang].passwordChanged
  const url = ctx.settings.publicUrl + linksFor(ctx.lang).contact
  return mail(ctx, db, email, (institute) => ({
    subject,
    title,
    paragraphs: paragraphs(institute),
    action: { label: open, url },
  }))
}

export const DELETION_MAIL = 'account-erased:'

/** The last mail before the account's data is erased. */
export function mailAccountDeleted(
  ctx: Context,
  db: Database,
  { id, email }: { id: number; email: string },
): Promise<void> {
  const { subject, title, paragraphs, open } = TEXTS[ctx.lang].erased
  const url = ctx.settings.publicUrl + linksFor(ctx.lang).home
  const write = (institute: string) => ({
    subject: subject(institute),
    title,
    paragraphs,
    action: { label: open(institute), url },
  })
  return mail(ctx, db, email, write, `${DELETION_MAIL}${id}`)
}

/**
 * @param write the mail of the institute with this name
 * @param about identifies the event, where only one mail about it is sent
 */
export async function mail(
  ctx: Pick<Context, 'lang' | 'now'>,
  db: Database,
  to: string,
  write: (institute: string) => Mail,
  about?: string,
): Promise<void> {
  const footer = await emailFooter(db, ctx.lang)
  const { subject, ...content } = write(footer[0])
  const now = ctx.now()
  await sendEmail(db, now, {
    to,
    subject,
    lang: ctx.lang,
    ...(about ? { about } : {}),
    ...renderEmail({ ...content, lang: ctx.lang, footer }),
    // Not delivered once its code has expired.
    ...(content.code ? { expiresAt: new Date(now.getTime() + LIFE_SECONDS * 1000) } : {}),
  })
}
