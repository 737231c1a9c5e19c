/** Objections of authors to decisions about their texts. */
import type { z } from 'zod'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { rolesWith } from '../../api/rights.ts'
import { type Context, requireUser, type Services } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { scheduleNotices } from '../notifications/notify-members.server.ts'
import { detachUpload } from '../uploads/uploads.server.ts'
import { isAppealToken } from './appeal-link.server.ts'
import type { AppealedDecision, appealEndpoints } from './appeals-contract.ts'
import { mailAppealAnswer } from './decision-mails.server.ts'
import {
  accountOfAuthor,
  claimOverdue,
  closeAppeal,
  countAppeals,
  type DecisionRow,
  findAppeals,
  findDecision,
  hasOtherModerator,
  insertAppeal,
  liftEndedBans,
} from './decision-queries.server.ts'
import { addEvent, removeWritten, setState, unblockAuthor } from './queries.server.ts'

type Calls = typeof appealEndpoints

const PURGED_AT_ONCE = 200

export const appealOperations: Operations<Calls> = { appealedDecision, appeal, appeals, decideAppeal }

async function ofLink(ctx: Context, { id, token }: { id: number; token: string }): Promise<DecisionRow> {
  const row = isAppealToken(ctx, id, token) ? await findDecision(ctx.db, id) : undefined
  if (!row) throw new Problem('notFound')
  return row
}

async function appealedDecision(
  ctx: Context,
  input: Input<Calls['appealedDecision']>,
): Promise<z.input<typeof AppealedDecision>> {
  const row = await ofLink(ctx, input)
  return {
    id: row.id,
    kind: row.kind,
    decision: row.decision,
    reason: row.reason,
    decidedAt: row.decidedAt.toISOString(),
    bannedUntil: row.decision === 'ban' ? row.bannedUntil?.toISOString() : undefined,
    text: row.text ?? undefined,
    appealUntil: row.appealUntil?.toISOString(),
    state:
      row.outcome ?? (row.appealedAt ? 'waiting' : row.appealUntil && row.appealUntil > ctx.now() ? 'open' : 'over'),
    appeal: row.appeal ?? undefined,
    answer: row.answer ?? undefined,
  }
}

async function appeal(ctx: Context, { id, token, appeal }: Input<Calls['appeal']>) {
  await ofLink(ctx, { id, token })
  if (!(await insertAppeal(ctx.db, id, appeal, ctx.now()))) throw new Problem('appealOver')
  return {}
}

async function appeals(ctx: Context, { PageIndex, PageSize }: Input<Calls['appeals']>) {
  const { id: userId } = requireUser(ctx)
  const offset = (PageIndex - 1) * PageSize
  const [count, rows, hasOther] = await Promise.all([
    countAppeals(ctx.db, COUNT_CAP + 1),
    offset < COUNT_CAP ? findAppeals(ctx.db, { limit: PageSize, offset }) : [],
    hasOtherModerator(ctx.db, userId, rolesWith('moderation.decide')),
  ])
  return {
    items: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      decision: row.decision,
      author: row.author ?? undefined,
      ...{ authorId: row.authorId, bannedUntil: row.bannedUntil?.toISOString() ?? null },
      text: row.text ?? '',
      reason: row.reason,
      decidedBy: row.decidedBy?.name,
      decidedAt: row.decidedAt.toISOString(),
      appeal: row.appeal ?? '',
      appealedAt: row.appealedAt!.toISOString(),
      mayDecide: row.decidedBy?.id !== userId || !hasOther,
    })),
    pageIndex: PageIndex,
    pageSize: PageSize,
    ...cappedTotal(count),
  }
}

/** The oldest objections that the caller may decide on. */
export async function openAppeals(ctx: Context, max: number) {
  const { items } = await appeals(ctx, { PageIndex: 1, PageSize: max })
  return items.filter(({ mayDecide }) => mayDecide)
}

async function decideAppeal(ctx: Context, { id, outcome, answer }: Input<Calls['decideAppeal']>) {
  const { id: userId } = requireUser(ctx)
  const row = await findDecision(ctx.db, id)
  if (row?.decidedBy?.id === userId && (await hasOtherModerator(ctx.db, userId, rolesWith('moderation.decide'))))
    throw new Problem('ownDecision')
  const now = ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    const closed = await closeAppeal(tx, id, { outcome, text: answer ?? null, by: userId, now })
    if (!closed) throw new Problem('notFound')
    const { kind, subjectId, authorId, decision } = closed
    if (outcome === 'reversed') {
      await setState(tx, kind, subjectId, 'shown')
      await scheduleNotices(tx, { kind: kind === 'post' ? 'post' : 'comment', id: subjectId }, now)
      if (decision === 'ban' && authorId !== null) await unblockAuthor(tx, authorId)
    } else await detachUpload(tx, await removeWritten(tx, kind, subjectId))
    if (authorId !== null) {
      if (outcome === 'reversed')
        await addEvent(tx, { at: now, actorId: userId, action: 'kept', kind, id: subjectId, authorId })
      const author = await accountOfAuthor(tx, authorId)
      if (author) await mailAppealAnswer(ctx, tx, author, { id, kind, outcome, answer })
    }
    await writeAudit(tx, ctx, {
      action: outcome === 'reversed' ? 'moderation.reverse' : 'moderation.uphold',
      reference: `${kind} ${subjectId}`,
      detail: { decisionId: id, authorId },
    })
  })
  return {}
}

/** A job: deletes removed texts whose author did not object in time, and ends bans. */
export async function endDecisions({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await liftEndedBans(db, now())
  for (;;) {
    const due = await db.transaction().execute(async (tx) => {
      const claimed = await claimOverdue(tx, now(), PURGED_AT_ONCE)
      for (const { kind, subjectId } of claimed) await detachUpload(tx, await removeWritten(tx, kind, subjectId))
      return claimed.length
    })
    if (due < PURGED_AT_ONCE) return
  }
}
