/** The mails to an enquiry's sender and to the institute, enqueued in the transaction that saves it. */
import { leadEmails as ar } from '../../locales/ar/emails/emails-leads.ts'
import { leadEmails as en } from '../../locales/en/emails/emails-leads.ts'
import { formatDay, formatTime } from '../../locales/format.ts'
import type { Context } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { emailFooter, mailboxOf, promisesOf } from '../messages/institute-contacts.server.ts'
import { sendEmail } from '../messages/messages.server.ts'
import { renderEmail } from '../messages/render-email.server.ts'
import { answerDaysOf } from './answer-time.ts'
import type { LeadKind } from './contract.ts'
import { type Fact, factsOf, LEAD_TEXTS } from './facts.ts'
import { followLink } from './lead-links.ts'

export type LeadMailFacts = {
  reference: string
  token: string
  kind: LeadKind
  name: string
  email: string
  phone: string
  fields: Record<string, unknown>
  /** Facts for the institute only. */
  besides?: { facts: Fact[]; cvAddress: string } | undefined
}

const MAILS = { ar, en }

/** The institute reads Arabic. */
const OFFICE = 'ar'

export async function mailLead(ctx: Context, tx: Database, lead: LeadMailFacts): Promise<void> {
  await mailSender(ctx, tx, lead)
  await mailOffice(ctx, tx, lead)
}

/**
 * Repeats nothing that was typed: whoever types a stranger's address would else send them any text in our name. What was
 * sent stands behind the link.
 */
async function mailSender(ctx: Context, tx: Database, lead: LeadMailFacts): Promise<void> {
  const { lang } = ctx
  const { kinds, next } = LEAD_TEXTS[lang]
  const t = MAILS[lang].confirmation
  const content = renderEmail({
    lang,
    title: t.title,
    paragraphs: [t.greeting, t.body(kinds[lead.kind]), next[lead.kind](answerDaysOf(lead.kind, await promisesOf(tx)))],
    facts: [[MAILS[lang].reference, lead.reference]],
    action: { label: t.action, url: ctx.settings.publicUrl + followLink(lang, lead.reference, lead.token) },
    footer: await emailFooter(tx, lang),
    reason: t.reason,
  })
  const about = `lead:${lead.reference}`
  await sendEmail(tx, ctx.now(), { to: lead.email, lang, subject: t.subject(lead.reference), about, ...content })
}

async function mailOffice(ctx: Context, tx: Database, lead: LeadMailFacts): Promise<void> {
  const { kinds, fields } = LEAD_TEXTS[OFFICE]
  const t = MAILS[OFFICE].office
  const now = ctx.now().toISOString()
  const content = renderEmail({
    lang: OFFICE,
    title: t.title(kinds[lead.kind]),
    paragraphs: [t.body(lead.name)],
    facts: [
      [MAILS[OFFICE].reference, lead.reference],
      [t.receivedAt, `${formatDay(now, OFFICE)}، ${formatTime(now, OFFICE)}`],
      [fields.name, lead.name],
      [fields.email, lead.email],
      [fields.phone, lead.phone],
      ...plain(factsOf(lead.fields, OFFICE)),
      ...plain(lead.besides?.facts ?? []),
    ],
    action: { label: t.action, url: `${ctx.settings.publicUrl}/${OFFICE}/desk/enquiries/${lead.reference}` },
    ...(lead.besides ? { more: [{ label: t.openCv, url: lead.besides.cvAddress }] } : {}),
    footer: await emailFooter(tx, OFFICE),
    reason: t.reason,
  })
  await sendEmail(tx, ctx.now(), {
    to: await mailboxOf(tx, ctx.settings, lead.kind),
    lang: OFFICE,
    subject: t.subject(lead.reference, kinds[lead.kind], lead.name),
    about: `lead-for-office:${lead.reference}`,
    replyTo: lead.email,
    ...content,
  })
}

const plain = (facts: Fact[]): [string, string][] => facts.map(({ label, value }) => [label, value])
