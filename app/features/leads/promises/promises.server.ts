/** Promises to answer in time: who is due, and the one reminder of each. */
import { leadEmails } from '../../../locales/ar/emails/emails-leads.ts'
import { formatDay } from '../../../locales/format.ts'
import type { Context, Services } from '../../../platform/context.server.ts'
import type { Tx } from '../../../platform/database/database.server.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { forEachSettled } from '../../../platform/for-each-settled.ts'
import { emailFooter, mailboxOf, promisesOf } from '../../messages/institute-contacts.server.ts'
import { sendEmail } from '../../messages/messages.server.ts'
import { renderEmail } from '../../messages/render-email.server.ts'
import { answerDue, CLOSE_MS, type Promises, waitingSinceForDue } from '../answer-time.ts'
import { assigneeEmail } from '../conversation/conversation-queries.server.ts'
import { LeadKind } from '../enquiry-contract.ts'
import { LEAD_TEXTS } from '../facts.ts'
import type { LeadAccess } from '../queries.server.ts'
import { findDueLeads, findToRemind, type LeadToRemind, lockToRemind, markReminded } from './promises-queries.server.ts'
import type { DueOfKinds } from './waiting-queries.server.ts'

/** The institute reads Arabic. */
const OFFICE = 'ar'
const BATCH_SIZE = 200
/** A promise that ended before is not reminded of: after a long standstill, Today shows it. */
const TOO_LATE_MS = DAY_MS

/** For each kind, who waits since before when has to be answered by then. */
export const dueOfKinds = (by: Date, promises: Promises | undefined) =>
  Object.fromEntries(LeadKind.options.map((kind) => [kind, waitingSinceForDue(kind, by, promises)])) as DueOfKinds

export type DueLead = { reference: string; kind: LeadKind; dueAt: Date; isLate: boolean }

/** The enquiries that the account may see and whose promise is close or past, those who wait longest first. */
export async function dueLeads(ctx: Pick<Context, 'db' | 'now'>, access: LeadAccess, max: number): Promise<DueLead[]> {
  const now = ctx.now()
  const promises = await promisesOf(ctx.db)
  const by = new Date(now.getTime() + CLOSE_MS)
  const rows = await findDueLeads(ctx.db, dueOfKinds(by, promises), access, max)
  return rows.map(({ reference, kind, since }) => {
    const dueAt = answerDue(kind, since, promises)
    return { reference, kind, dueAt, isLate: dueAt <= now }
  })
}

type Deps = Pick<Services, 'db' | 'settings' | 'now'>

/** A job: reminds whoever handles an enquiry, or the team of its kind, once for each promise that is close to its end. */
export async function remindOfPromises(services: Deps, max = BATCH_SIZE): Promise<void> {
  const now = services.now().getTime()
  const promises = await promisesOf(services.db)
  const due = dueOfKinds(new Date(now + CLOSE_MS), promises)
  const tooLate = dueOfKinds(new Date(now - TOO_LATE_MS), promises)
  await forEachSettled(await findToRemind(services.db, due, tooLate, max), (id) =>
    services.db.transaction().execute(async (tx) => {
      const lead = await lockToRemind(tx, id)
      if (!lead) return
      await markReminded(tx, id, lead.since)
      await mailReminder(services, tx, lead, answerDue(lead.kind, lead.since, promises))
    }),
  )
}

async function mailReminder({ settings, now }: Deps, tx: Tx, lead: LeadToRemind, dueAt: Date): Promise<void> {
  const { reference, kind, name, assignee_id } = lead
  const t = leadEmails.reminder
  const lastDay = formatDay(new Date(dueAt.getTime() - 1).toISOString(), OFFICE)
  const content = renderEmail({
    lang: OFFICE,
    title: t.title(reference),
    paragraphs: [t.body(LEAD_TEXTS[OFFICE].kinds[kind], name ?? '', lastDay)],
    action: { label: t.action, url: `${settings.publicUrl}/${OFFICE}/desk/enquiries/${reference}` },
    footer: await emailFooter(tx, OFFICE),
    reason: t.reason,
  })
  const handler = assignee_id === null ? undefined : await assigneeEmail(tx, assignee_id)
  await sendEmail(tx, now(), {
    to: handler ?? (await mailboxOf(tx, settings, kind)),
    lang: OFFICE,
    subject: t.subject(reference, lastDay),
    about: `lead-reminder:${lead.id}:${lead.since.getTime()}`,
    ...content,
  })
}
