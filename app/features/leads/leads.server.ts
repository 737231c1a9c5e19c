/** The operations of every kind of enquiry. */
import type { z } from 'zod'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser, type Services } from '../../platform/context.server.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { rangeOf } from '../../platform/limits/ip-range.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { promisesOf } from '../messages/institute-contacts.server.ts'
import { answerDaysOf } from './answer-time.ts'
import { applicationOperations } from './applications/applications.server.ts'
import type { FollowedLead, leadsEndpoints } from './contract.ts'
import { conversationOperations } from './conversation/conversation.server.ts'
import { factsOf } from './facts.ts'
import { followToken, isFollowToken } from './following.server.ts'
import { newFormToken } from './form-token.server.ts'
import { mergingOperations } from './merging/merging.server.ts'
import { senderTrail } from './merging/merging-queries.server.ts'
import { leadOrderOperations } from './orders/lead-orders.server.ts'
import { setOwnOrder } from './orders/lead-orders-queries.server.ts'
import { ALL_LEADS, eraseDue, findLead, findLeadsOf, specializationName } from './queries.server.ts'
import { receive } from './receive.server.ts'
import { staffOperations } from './staff.server.ts'
import { templateOperations } from './templates/templates.server.ts'
import { discardCv, savedCv } from './trainers/cv.server.ts'
import { trainerOperations } from './trainers/trainer.server.ts'

type Calls = typeof leadsEndpoints

/** The number of the training location "online". */
const ONLINE = 3
const MAX_LOOKUPS_PER_HOUR = 120
const ERASED_AT_ONCE = 500
const MAX_OWN_LEADS = 100
/** The link may be read over a shoulder. */
const NEVER_SHOWN_AGAIN: readonly string[] = ['identityNumber']

export const leadsOperations: Operations<Calls> = {
  contact,
  support,
  complaint,
  quote,
  partnership,
  stamp: async (ctx, { kind }) => ({ stamp: newFormToken(ctx, kind) }),
  follow,
  myLeads,
  ...conversationOperations,
  ...templateOperations,
  ...mergingOperations,
  ...applicationOperations,
  ...leadOrderOperations,
  ...trainerOperations,
  ...staffOperations,
}

async function contact(
  ctx: Context,
  { stamp, website, consent, name, email, phone, ...fields }: Input<Calls['contact']>,
) {
  const form = { stamp, website, consent }
  return receive(ctx, 'contact', form, { name, email, phone }, fields, aboutOwnOrder(ctx, fields.orderReference))
}

async function support(
  ctx: Context,
  { stamp, website, consent, name, email, phone, ...fields }: Input<Calls['support']>,
) {
  const form = { stamp, website, consent }
  return receive(ctx, 'support', form, { name, email, phone }, fields, aboutOwnOrder(ctx, fields.orderReference))
}

async function complaint(
  ctx: Context,
  { stamp, website, consent, name, email, phone, ...fields }: Input<Calls['complaint']>,
) {
  const form = { stamp, website, consent }
  return receive(ctx, 'complaint', form, { name, email, phone }, fields, aboutOwnOrder(ctx, fields.orderReference))
}

/** An order of the sender's own is joined to the enquiry at once: staff see it there, and the enquiry at the order. */
const aboutOwnOrder = (ctx: Context, reference: string | undefined) => async (tx: Context['db'], leadId: number) => {
  if (ctx.user && reference) await setOwnOrder(tx, leadId, ctx.user.id, reference)
  return undefined
}

async function quote(
  ctx: Context,
  { stamp, website, consent, managerName: name, email, phone, specializationId, ...fields }: Input<Calls['quote']>,
) {
  const specialization = await specializationName(ctx.db, specializationId)
  if (!specialization) throw new Problem('validation', {}, { specializationId: ['invalid'] })
  // Saved by name, so that the request stays clear when the catalogue changes.
  const request = { ...fields, specializationId: inLang(specialization, ctx.lang) }
  // The form may still hold a meal that was chosen before the location: there is none online.
  if (request.trainingLocation === ONLINE) delete request.hospitality
  return receive(ctx, 'quote', { stamp, website, consent }, { name, email, phone }, request)
}

async function partnership(
  ctx: Context,
  { stamp, website, consent, contactName: name, email, phone, ...fields }: Input<Calls['partnership']>,
) {
  return receive(ctx, 'partnership', { stamp, website, consent }, { name, email, phone }, fields)
}

async function follow(
  ctx: Context,
  { reference, token }: Input<Calls['follow']>,
): Promise<z.input<typeof FollowedLead>> {
  await limit(ctx, `lead-looks:${rangeOf(ctx.ip)}`, MAX_LOOKUPS_PER_HOUR, HOUR_SECONDS)
  const lead = isFollowToken(ctx, reference, token) ? await findLead(ctx.db, reference, ALL_LEADS) : undefined
  if (!lead) throw new Problem('leadNotFound')
  const trail = await senderTrail(ctx.db, lead.id)
  const cv = lead.cv_file === null ? undefined : await savedCv(ctx.db, lead.cv_file)
  const fields = cv ? { ...lead.fields, cv: cv.name } : lead.fields
  return {
    reference,
    kind: lead.kind,
    status: trail.status ?? lead.status,
    receivedAt: lead.created_at.toISOString(),
    history: trail.history.map(({ status, at }) => ({ status, at: at.toISOString() })),
    email: lead.email ?? undefined,
    facts: factsOf(fields, ctx.lang).filter(({ name }) => !NEVER_SHOWN_AGAIN.includes(name)),
    messages: trail.messages.map(({ at, fromSender, body }) => ({ at: at.toISOString(), fromSender, body })),
    answerDays: answerDaysOf(lead.kind, await promisesOf(ctx.db)),
  }
}

/** The address was proved when the account was opened: whoever wrote from it reads its mails. */
async function myLeads(ctx: Context) {
  const rows = await findLeadsOf(ctx.db, requireUser(ctx), MAX_OWN_LEADS)
  return {
    leads: rows.map(({ reference, kind, status, createdAt, beginning }) => ({
      ...{ reference, kind, status, beginning },
      token: followToken(ctx, reference),
      receivedAt: createdAt.toISOString(),
    })),
  }
}

/** A job: erases expired personal data; the enquiry's kind and dates stay. */
export async function eraseOldLeads({ db, now, log }: Pick<Services, 'db' | 'now' | 'log'>): Promise<void> {
  for (;;) {
    const erased = await db.transaction().execute(async (tx) => {
      const due = await eraseDue(tx, now(), ERASED_AT_ONCE)
      for (const { cvFile } of due) if (cvFile) await discardCv(tx, cvFile)
      return due
    })
    if (erased.length > 0) log.info({ erased: erased.length }, 'enquiries were erased')
    if (erased.length < ERASED_AT_ONCE) return
  }
}
