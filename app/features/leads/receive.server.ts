/** Receives enquiries of every kind: checks against bots, saves the enquiry, then enqueues its mails. */
import { Problem } from '../../api/problem.ts'
import { yearOf } from '../../locales/format.ts'
import type { Context } from '../../platform/context.server.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../../platform/durations.ts'
import { rangeOf } from '../../platform/limits/ip-range.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { acceptedMacs } from '../../platform/secrets.server.ts'
import { privacyVersion } from './consent.server.ts'
import type { LeadKind } from './contract.ts'
import { followToken } from './following.server.ts'
import { checkFormToken } from './form-token.server.ts'
import { type LeadMailFacts, mailLead } from './lead-mails.server.ts'
import { addEvent, findByIdempotencyKey, insertLead } from './queries.server.ts'
import { eraseAt } from './retention.ts'

/** Per network, high enough for a company or classroom behind one IP address. */
const MAX_PER_HOUR_PER_NETWORK = 20
const MAX_PER_DAY_PER_NETWORK = 60
const MAX_PER_DAY_PER_EMAIL = 8

type Form = { stamp?: string | undefined; website?: string | undefined; consent?: 'on' | undefined }
type Sender = { name: string; email: string; phone: string }

/**
 * Saves an enquiry and enqueues its mails, in one transaction.
 * @param save saves further data in the same transaction; returns additional facts for the institute's mail
 */
export async function receive(
  ctx: Context,
  kind: LeadKind,
  form: Form,
  sender: Sender,
  fields: Record<string, unknown>,
  save: (tx: Context['db'], leadId: number) => Promise<LeadMailFacts['besides']> = async () => undefined,
): Promise<{ reference: string; token: string }> {
  if (form.website) throw new Problem('formOfRobot')
  const keys = form.stamp === undefined ? [] : idempotencyKeysOf(ctx, kind, form.stamp, { ...sender, ...fields })
  const idempotencyKey = keys[0] ?? null
  const earlier = idempotencyKey && (await findByIdempotencyKey(ctx.db, keys))
  if (earlier) return { reference: earlier, token: followToken(ctx, earlier) }
  // Apps and other servers send none; in a browser only our own forms may send.
  if (form.stamp === undefined && ctx.isFromBrowser) throw new Problem('formNotFromPage')
  if (form.stamp !== undefined) {
    checkFormToken(ctx, kind, form.stamp)
    if (form.consent !== 'on') throw new Problem('validation', {}, { consent: ['consent'] })
  }
  await limit(ctx, `leads:${rangeOf(ctx.ip)}`, MAX_PER_HOUR_PER_NETWORK, HOUR_SECONDS)
  await limit(ctx, `leads-of-day:${rangeOf(ctx.ip)}`, MAX_PER_DAY_PER_NETWORK, DAY_SECONDS)
  await limit(ctx, `leads:${sender.email}`, MAX_PER_DAY_PER_EMAIL, DAY_SECONDS)
  const now = ctx.now()
  const reference = await ctx.db.transaction().execute(async (tx) => {
    const consentVersion = form.consent ? await privacyVersion(tx) : null
    const lead = await insertLead(tx, {
      kind,
      ...sender,
      fields,
      lang: ctx.lang,
      consentVersion,
      idempotencyKey,
      eraseAt: eraseAt(kind, now, null),
      now,
      year: yearOf(now),
    })
    // A concurrent request saved the same submission.
    if (!lead) return findByIdempotencyKey(tx, keys)
    await addEvent(tx, { leadId: lead.id, at: now, actorId: null, status: 'received' })
    const besides = await save(tx, lead.id)
    const facts = { reference: lead.reference, token: followToken(ctx, lead.reference), kind, ...sender, fields }
    await mailLead(ctx, tx, { ...facts, ...(besides ? { besides } : {}) })
    return lead.reference
  })
  return { reference: reference!, token: followToken(ctx, reference!) }
}

/** The one to store first. */
const idempotencyKeysOf = ({ settings }: Context, kind: LeadKind, stamp: string, content: object): Buffer[] =>
  acceptedMacs(settings, 'press-of-form', JSON.stringify([kind, stamp, content]))
