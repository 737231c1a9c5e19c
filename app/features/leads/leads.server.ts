/** Enquiries of every kind: kept from robots, saved first, then told. */
import { createHmac } from 'node:crypto'
import type { z } from 'zod'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { yearOf } from '../../locales/format.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context, Services } from '../../platform/context.server.ts'
import { rangeOf } from '../../platform/ip-range.ts'
import { limit } from '../../platform/rate-limit.server.ts'
import { derivedKey } from '../../platform/settings.server.ts'
import type { FollowedLead, LeadKind, leadsEndpoints } from './contract.ts'
import { followToken, isFollowToken } from './following.server.ts'
import { type ToldLead, tellOfLead } from './lead-mails.server.ts'
import {
  addEvent,
  eraseDue,
  findByPress,
  findEvents,
  findLead,
  insertLead,
  privacyVersion,
  specializationName,
} from './queries.server.ts'
import { eraseAt } from './retention.ts'
import { staffOperations } from './staff.server.ts'
import { checkStamp, newStamp } from './stamps.server.ts'

type Calls = typeof leadsEndpoints

const HOUR = 3600
const A_DAY = 24 * HOUR
/** From one network, so that a company or a hall of learners behind one address still gets through. */
const AN_HOUR_FROM_A_NETWORK = 20
const A_DAY_FROM_A_NETWORK = 60
const A_DAY_FROM_AN_ADDRESS = 8
/** Among the places of a training. */
const ONLINE = 3
const LOOKS_AN_HOUR = 120
const ERASED_AT_ONCE = 500

export const leadsOperations: Operations<Calls> = {
  contact,
  complaint,
  quote,
  partnership,
  stamp: async (ctx, { kind }) => ({ stamp: newStamp(ctx, kind) }),
  follow,
  ...staffOperations,
}

type Form = { stamp?: string | undefined; website?: string | undefined; consent?: 'on' | undefined }
type Sender = { name: string; email: string; phone: string }

async function contact(
  ctx: Context,
  { stamp, website, consent, name, email, phone, ...fields }: Input<Calls['contact']>,
) {
  return receive(ctx, 'contact', { stamp, website, consent }, { name, email, phone }, fields)
}

async function complaint(
  ctx: Context,
  { stamp, website, consent, name, email, phone, ...fields }: Input<Calls['complaint']>,
) {
  return receive(ctx, 'complaint', { stamp, website, consent }, { name, email, phone }, fields)
}

async function quote(
  ctx: Context,
  { stamp, website, consent, managerName: name, email, phone, specializationId, ...fields }: Input<Calls['quote']>,
) {
  const specialization = await specializationName(ctx.db, specializationId)
  if (!specialization) throw new Problem('validation', {}, { specializationId: ['invalid'] })
  // Its name as the sender read it: what is asked for stays clear when the catalogue changes.
  const asked = { ...fields, specializationId: inLang(specialization, ctx.lang) }
  // The form keeps what was chosen before the place was: nobody is served a meal online.
  if (asked.trainingLocation === ONLINE) delete asked.hospitality
  return receive(ctx, 'quote', { stamp, website, consent }, { name, email, phone }, asked)
}

async function partnership(
  ctx: Context,
  { stamp, website, consent, contactName: name, email, phone, ...fields }: Input<Calls['partnership']>,
) {
  return receive(ctx, 'partnership', { stamp, website, consent }, { name, email, phone }, fields)
}

/**
 * Saves an enquiry and asks for its mails, in one transaction.
 * @param save what else belongs to it, in the same transaction; what it returns is told to the institute
 */
export async function receive(
  ctx: Context,
  kind: LeadKind,
  form: Form,
  sender: Sender,
  fields: Record<string, unknown>,
  save: (tx: Context['db'], leadId: number) => Promise<ToldLead['besides']> = async () => [],
): Promise<{ reference: string; token: string }> {
  if (form.website) throw new Problem('formOfRobot')
  const press = form.stamp === undefined ? null : pressOf(ctx, kind, form.stamp, { ...sender, ...fields })
  const before = press && (await findByPress(ctx.db, press))
  if (before) return { reference: before, token: followToken(ctx, before) }
  if (form.stamp !== undefined) {
    checkStamp(ctx, kind, form.stamp)
    if (form.consent !== 'on') throw new Problem('validation', {}, { consent: ['consent'] })
  }
  await limit(ctx, `leads:${rangeOf(ctx.ip)}`, AN_HOUR_FROM_A_NETWORK, HOUR)
  await limit(ctx, `leads-of-day:${rangeOf(ctx.ip)}`, A_DAY_FROM_A_NETWORK, A_DAY)
  await limit(ctx, `leads:${sender.email}`, A_DAY_FROM_AN_ADDRESS, A_DAY)
  const now = ctx.now()
  const consentVersion = form.consent ? await agreedVersion(ctx) : null
  const reference = await ctx.db.transaction().execute(async (tx) => {
    const lead = await insertLead(tx, {
      kind,
      ...sender,
      fields,
      lang: ctx.lang,
      consentVersion,
      press,
      eraseAt: eraseAt(kind, now, null),
      now,
      year: yearOf(now),
    })
    // The same press, meanwhile saved by another request.
    if (!lead) return findByPress(tx, press!)
    await addEvent(tx, { leadId: lead.id, at: now, actorId: null, status: 'received' })
    const besides = await save(tx, lead.id)
    const told = { reference: lead.reference, token: followToken(ctx, lead.reference), kind, ...sender, fields }
    await tellOfLead(ctx, tx, { ...told, ...(besides ? { besides } : {}) })
    return lead.reference
  })
  return { reference: reference!, token: followToken(ctx, reference!) }
}

function pressOf({ settings }: Context, kind: LeadKind, stamp: string, content: object): Buffer {
  const words = JSON.stringify([kind, stamp, content])
  return createHmac('sha256', derivedKey(settings, 'press-of-form')).update(words).digest()
}

async function agreedVersion({ db }: Context): Promise<string> {
  return `privacy-policy@${(await privacyVersion(db))?.toISOString() ?? 'unknown'}`
}

async function follow(
  ctx: Context,
  { reference, token }: Input<Calls['follow']>,
): Promise<z.input<typeof FollowedLead>> {
  await limit(ctx, `lead-looks:${rangeOf(ctx.ip)}`, LOOKS_AN_HOUR, HOUR)
  const lead = isFollowToken(ctx, reference, token) ? await findLead(ctx.db, reference) : undefined
  if (!lead) throw new Problem('leadNotFound')
  const events = await findEvents(ctx.db, lead.id)
  return {
    reference,
    kind: lead.kind,
    status: lead.status,
    receivedAt: lead.created_at.toISOString(),
    history: events.flatMap(({ status, at }) => (status ? [{ status, at: at.toISOString() }] : [])),
    email: lead.email ?? undefined,
  }
}

/** A job: what is no longer needed is erased; that there was an enquiry, of which kind and when, stays. */
export async function eraseOldLeads({ db, now, log }: Pick<Services, 'db' | 'now' | 'log'>): Promise<void> {
  for (;;) {
    const erased = await eraseDue(db, now(), ERASED_AT_ONCE)
    if (erased.length > 0) log.info({ erased: erased.length }, 'enquiries were erased')
    if (erased.length < ERASED_AT_ONCE) return
  }
}
