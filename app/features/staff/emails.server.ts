/** Mails to people who work for the institute. */
import type { Role } from '../../api/rights.ts'
import { staffEmails as ar } from '../../locales/ar/emails/emails-staff.ts'
import { staffEmails as en } from '../../locales/en/emails/emails-staff.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { mail } from '../accounts/emails.server.ts'

const TEXTS = { ar, en }

type Mailing = Pick<Context, 'lang' | 'now'>

export function mailInvitation(
  ctx: Mailing,
  tx: Tx,
  email: string,
  { role, link, days }: { role: Role; link: string; days: number },
): Promise<void> {
  const { roles, invitation: t } = TEXTS[ctx.lang]
  return mail(ctx, tx, email, (institute) => ({
    subject: t.subject(institute),
    title: t.title(institute),
    paragraphs: [t.body(institute, roles[role]), t.valid(days), t.notYou],
    action: { label: t.open, url: link },
  }))
}

/** To somebody whose account got a further role. */
export function mailRolesGiven(
  ctx: Mailing,
  tx: Tx,
  email: string,
  { roles, link }: { roles: Role[]; link: string },
): Promise<void> {
  const { roles: names, rolesGiven: t } = TEXTS[ctx.lang]
  const given = roles.map((role) => names[role])
  return mail(ctx, tx, email, (institute) => ({
    subject: t.subject(institute),
    title: t.title,
    paragraphs: [t.body(institute, given), t.notYou],
    action: { label: t.open, url: link },
  }))
}
