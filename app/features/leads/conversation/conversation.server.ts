/** Answers of staff to enquiries, and what their senders write by the private link. */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Input } from '../../../api/endpoint.ts'
import type { Operations } from '../../../api/local-api.server.ts'
import { Problem } from '../../../api/problem.ts'
import { type Context, requireUser } from '../../../platform/context.server.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../../../platform/durations.ts'
import { rangeOf } from '../../../platform/limits/ip-range.ts'
import { limit } from '../../../platform/limits/rate-limit.server.ts'
import { writeAudit } from '../../audit/queries.server.ts'
import type { LeadKind, LeadStatus } from '../contract.ts'
import { isFollowToken } from '../following.server.ts'
import { accessOf } from '../lead-filter.server.ts'
import { ALL_LEADS, addEvent, changeLead, lockLead, referenceOf } from '../queries.server.ts'
import { eraseAt } from '../retention.ts'
import type { conversationEndpoints, LeadMessage } from './conversation-contract.ts'
import { mailAnswer, mailReply } from './conversation-mails.server.ts'
import {
  findLeadMessages,
  insertLeadMessage,
  lastMessageBefore,
  type MessageRow,
  setWaitingSince,
} from './conversation-queries.server.ts'

type Calls = typeof conversationEndpoints

/** More than a conversation needs, and too few to fill the mailbox of whoever answers. */
const MAX_REPLIES_PER_DAY = 20
const MAX_REPLIES_PER_HOUR_PER_NETWORK = 60

export const conversationOperations: Operations<Calls> = { answerLead, replyToLead }

/**
 * Saves the answer and enqueues its mail in one transaction: neither is lost, and neither is there twice.
 * @throws Problem leadNotFound, leadMerged, leadErased; leadGoneOn when there is a message later than the one that was read
 */
async function answerLead(ctx: Context, { reference, body, press, seen, status }: Input<Calls['answerLead']>) {
  const authorId = requireUser(ctx).id
  const [leadId, messageId] = await ctx.db.transaction().execute(async (tx) => {
    const lead = await lockLead(tx, reference, accessOf(ctx))
    if (!lead) throw new Problem('leadNotFound')
    if (lead.merged_into !== null) throw new Problem('leadMerged')
    if (lead.email === null) throw new Problem('leadErased')
    const now = ctx.now()
    const message = { leadId: lead.id, at: now, authorId, body, press: press ?? randomUUID() }
    const { id, isNew } = await insertLeadMessage(tx, message)
    if (!isNew) return [lead.id, id]
    if (seen !== undefined && (await lastMessageBefore(tx, lead.id, id)) > seen) throw new Problem('leadGoneOn')
    await moveTo(tx, lead, status, { now, actorId: authorId })
    await mailAnswer(ctx, tx, { messageId: id, reference, email: lead.email, lang: lead.lang as 'ar' | 'en', body })
    await writeAudit(tx, ctx, {
      action: 'lead.answer',
      reference,
      before: { status: lead.status },
      after: { status },
      detail: { messageId: id },
    })
    return [lead.id, id]
  })
  const messages = await leadMessages(ctx, leadId!)
  return { message: messages.find(({ id }) => id === messageId)! }
}

async function replyToLead(ctx: Context, { reference, token, body, press }: Input<Calls['replyToLead']>) {
  if (!isFollowToken(ctx, reference, token)) throw new Problem('leadNotFound')
  await limit(ctx, `lead-replies:${rangeOf(ctx.ip)}`, MAX_REPLIES_PER_HOUR_PER_NETWORK, HOUR_SECONDS)
  await limit(ctx, `lead-replies:${reference}`, MAX_REPLIES_PER_DAY, DAY_SECONDS)
  await ctx.db.transaction().execute(async (tx) => {
    const lead = await lockGoingOn(tx, reference)
    if (!lead) throw new Problem('leadNotFound')
    if (lead.email === null) throw new Problem('leadErased')
    const now = ctx.now()
    const message = { leadId: lead.id, at: now, authorId: null, body, press: press ?? randomUUID() }
    const { id, isNew } = await insertLeadMessage(tx, message)
    if (!isNew) return
    // Until it was answered the sender only adds to what they wrote, and the promise counts from the first message.
    if (lead.status === 'answered' || lead.status === 'closed') {
      await moveTo(tx, lead, lead.assignee_id === null ? 'received' : 'handling', { now, actorId: null })
      await setWaitingSince(tx, lead.id, now)
    }
    await mailReply(ctx, tx, { messageId: id, reference: lead.reference, body, lead })
  })
  return {}
}

/** The enquiry that a link leads to; of a merged one, the one that goes on. */
async function lockGoingOn(tx: Context['db'], reference: string) {
  const lead = await lockLead(tx, reference, ALL_LEADS)
  if (!lead || lead.merged_into === null) return lead && { ...lead, reference }
  const kept = await referenceOf(tx, lead.merged_into)
  const goingOn = await lockLead(tx, kept, ALL_LEADS)
  return goingOn && { ...goingOn, reference: kept }
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockLead>>>

async function moveTo(
  tx: Context['db'],
  lead: Locked,
  status: LeadStatus,
  { now, actorId }: { now: Date; actorId: number | null },
): Promise<void> {
  const closedAt = status === 'closed' ? (lead.closed_at ?? now) : null
  await changeLead(tx, lead.id, {
    status,
    assigneeId: lead.assignee_id,
    closedAt,
    eraseAt: eraseAt(lead.kind as LeadKind, lead.created_at, closedAt),
    now,
  })
  if (status !== lead.status) await addEvent(tx, { leadId: lead.id, at: now, actorId, status })
}

export async function leadMessages(ctx: Pick<Context, 'db'>, leadId: number): Promise<z.input<typeof LeadMessage>[]> {
  return (await findLeadMessages(ctx.db, leadId)).map(messageOf)
}

const messageOf = ({ id, at, fromSender, author, body, mail }: MessageRow) => ({
  id,
  at: at.toISOString(),
  fromSender,
  body,
  by: author ?? undefined,
  mail: mail ?? undefined,
})
