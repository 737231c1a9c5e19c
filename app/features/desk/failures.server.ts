/** What failed for good: looked at by a person, who sends or runs it again. */
import { Problem } from '../../api/problem.ts'
import type { Context } from '../../platform/context.server.ts'
import { WEEK_MS } from '../../platform/durations.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { redeliver } from '../messages/messages.server.ts'
import { withoutCodes } from '../messages/without-codes.ts'
import {
  dismissMessage,
  listFailedJobs,
  listFailedMessages,
  reviveJob,
  reviveMessage,
} from './failure-queries.server.ts'

const MAX_LISTED = 100

export async function failures({ db, now }: Context) {
  const [messages, jobs] = await Promise.all([
    listFailedMessages(db, new Date(now().getTime() - WEEK_MS), now(), MAX_LISTED),
    listFailedJobs(db, MAX_LISTED),
  ])
  const asText = <T extends { at: Date }>(row: T) => ({ ...row, at: row.at.toISOString() })
  const shown = messages.map(({ subject, ...message }) => ({
    ...asText(message),
    subject: subject === null ? null : withoutCodes(subject),
  }))
  return { messages: shown, jobs: jobs.map(asText) }
}

/** @throws Problem notFound when it did not fail, or its content has expired */
export async function retryMessage(ctx: Context, { id }: { id: number }) {
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await reviveMessage(tx, id, ctx.now()))) throw new Problem('notFound')
    await redeliver(tx, id)
    await writeAudit(tx, ctx, { action: 'message.retry', reference: String(id) })
    return {}
  })
}

/** @throws Problem notFound */
export async function dismissFailure(ctx: Context, { id }: { id: number }) {
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await dismissMessage(tx, id, ctx.now()))) throw new Problem('notFound')
    await writeAudit(tx, ctx, { action: 'message.dismiss', reference: String(id) })
    return {}
  })
}

/** @throws Problem notFound when it did not fail, or runs */
export async function retryJob(ctx: Context, { id }: { id: string }) {
  return ctx.db.transaction().execute(async (tx) => {
    const task = await reviveJob(tx, id)
    if (task === undefined) throw new Problem('notFound')
    await writeAudit(tx, ctx, { action: 'job.retry', reference: id, detail: { task } })
    return {}
  })
}
