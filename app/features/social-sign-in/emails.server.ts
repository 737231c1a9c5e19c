/** Mails about sign-in by providers. */
import { socialSignInEmails as ar } from '../../locales/ar/emails/emails-social-sign-in.ts'
import { socialSignInEmails as en } from '../../locales/en/emails/emails-social-sign-in.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { mail } from '../accounts/emails.server.ts'
import { sendSecurityNotice } from '../accounts/security-emails.server.ts'

const TEXTS = { ar, en }

/**
 * The subject contains the code, too, so that it can be read in a notification.
 * @param hasAccount whether the code links the provider's account to an existing one
 */
export function mailExternalCode(
  ctx: Context,
  db: Database,
  email: string,
  code: string,
  provider: string,
  hasAccount: boolean,
): Promise<void> {
  const { subject, title, paragraphs, notYou } = TEXTS[ctx.lang][hasAccount ? 'linkCode' : 'addressCode']
  return mail(ctx, db, email, (institute) => ({
    subject: subject(institute, code),
    title,
    paragraphs: [...paragraphs(institute, provider), notYou],
    code,
  }))
}

export function mailConnected(ctx: Context, db: Database, email: string, provider: string): Promise<void> {
  const { title, body } = TEXTS[ctx.lang].connected
  return sendSecurityNotice(ctx, db, email, title(provider), [body(provider)])
}

export function mailDisconnected(ctx: Context, db: Database, email: string, provider: string): Promise<void> {
  const { title, body } = TEXTS[ctx.lang].disconnected
  return sendSecurityNotice(ctx, db, email, title(provider), [body(provider)])
}
