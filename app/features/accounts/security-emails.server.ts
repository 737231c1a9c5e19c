/** Mails to the owner whenever a password or second factor was changed or used, by anyone. */
import { linksFor } from '../../links.ts'
import { securityEmails as ar } from '../../locales/ar/emails/emails-security.ts'
import { securityEmails as en } from '../../locales/en/emails/emails-security.ts'
import { formatDay, formatTime } from '../../locales/format.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { deviceLabel } from '../sessions/device-label.server.ts'
import { mail } from './emails.server.ts'

const TEXTS = { ar, en }

export type SecurityNotice = keyof typeof ar.notices

export function mailSecurityNotice(ctx: Context, db: Database, email: string, notice: SecurityNotice): Promise<void> {
  const { title, body } = TEXTS[ctx.lang].notices[notice]
  return sendSecurityNotice(ctx, db, email, title, [body])
}

export function mailBackupCodeUsed(ctx: Context, db: Database, email: string, left: number): Promise<void> {
  const { title, body } = TEXTS[ctx.lang].backupCodeUsed
  return sendSecurityNotice(ctx, db, email, title, [body(left)])
}

/** The subject contains the code, too, so that it can be read in a notification. */
export function mailProofCode(ctx: Context, db: Database, email: string, code: string): Promise<void> {
  const { subject, title, paragraphs } = TEXTS[ctx.lang].proof
  return mail(ctx, db, email, (institute) => ({ subject: subject(institute, code), title, paragraphs, code }))
}

/** Says what happened, when, on which device and from where, and what to do about it. */
export function sendSecurityNotice(
  ctx: Context,
  db: Database,
  email: string,
  title: string,
  paragraphs: string[],
): Promise<void> {
  const { when, device, address, whatNow, open } = TEXTS[ctx.lang]
  const now = ctx.now()
  return mail(ctx, db, email, () => ({
    subject: title,
    title,
    paragraphs: [...paragraphs, whatNow],
    facts: [
      [when, `${formatDay(now, ctx.lang)} ${formatTime(now, ctx.lang)}`],
      [device, deviceLabel(ctx.userAgent, ctx.lang)],
      [address, ctx.ip],
    ],
    action: { label: open, url: ctx.settings.publicUrl + linksFor(ctx.lang).contact },
  }))
}
