/** Reports by members, posts held for review, and the decisions of staff. */

import type { z } from 'zod'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { DAY_MS, DAY_SECONDS } from '../../platform/durations.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { renderMemberText } from '../../platform/markdown/markdown.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { authorOf, isMine, writesForInstitute } from '../authors/authors.server.ts'
import { scheduleNotices } from '../notifications/notify-members.server.ts'
import { detachUpload } from '../uploads/uploads.server.ts'
import { appealOperations } from './appeals.server.ts'
import { authorHistoryOperations } from './author-history.server.ts'
import type { moderationEndpoints, WrittenKind } from './contract.ts'
import { mailLifted, mailRemoval } from './decision-mails.server.ts'
import { accountOfAuthor, insertDecision } from './decision-queries.server.ts'
import { exportCases } from './export.server.ts'
import { findMatch } from './filter-queries.server.ts'
import { filterOperations } from './filters.server.ts'
import {
  addEvent,
  addReport,
  blockAuthor,
  closeCase,
  countBanned,
  countCases,
  findBanned,
  findCases,
  findWritten,
  openCase,
  removeWritten,
  setState,
  unblockAuthor,
  weightOfReports,
} from './queries.server.ts'

type Calls = typeof moderationEndpoints
type Answer<Name extends keyof Calls> = z.input<Calls[Name]['output']>

/**
 * Three reports hide a post or comment until staff decide. Accounts are easily made, so one that is newer than a week
 * counts a quarter: nobody silences another with three addresses of their own.
 */
const WEIGHT_TO_HIDE = 12
const WEIGHTS = { known: 4, recent: 1 }
const RECENT_MS = 7 * DAY_MS
const MAX_REPORTS_PER_DAY = 30

/** How long the author of a removed text can object; until then the words are kept, and nobody reads them. */
const APPEAL_MS = 14 * DAY_MS

export const moderationOperations: Operations<Calls> = {
  report,
  cases,
  exportCases,
  decide,
  bans,
  letWrite,
  ...appealOperations,
  ...authorHistoryOperations,
  ...filterOperations,
}

/** A second report of the same thing by the same member changes nothing. */
async function report(ctx: Context, { kind, id, reason }: Input<Calls['report']>): Promise<Answer<'report'>> {
  const user = requireUser(ctx)
  await limit(ctx, `reports:${user.id}`, MAX_REPORTS_PER_DAY, DAY_SECONDS)
  await ctx.db.transaction().execute(async (tx) => {
    const written = await findWritten(tx, kind, id, ctx.now())
    if (!written) throw new Problem('notFound')
    if (isMine(ctx, written.author)) throw new Problem('ownWriting')
    const caseId = await openCase(tx, { kind, id, cause: 'reports', now: ctx.now() })
    const now = ctx.now()
    await addReport(tx, { caseId, reporterId: user.id, reason, now })
    const weight = await weightOfReports(tx, caseId, new Date(now.getTime() - RECENT_MS), WEIGHTS)
    if (weight < WEIGHT_TO_HIDE || written.state !== 'shown') return
    await setState(tx, kind, id, 'hidden')
    await addEvent(tx, { at: ctx.now(), actorId: null, action: 'hidden', kind, id, authorId: written.author.id })
  })
  return {}
}

type Subject = { kind: WrittenKind; id: number; authorId: number }

/** Holds a member's text back in which something of the filter list stands. @returns whether it did */
async function holdByFilter(ctx: Context, tx: Database, subject: Subject, text: string): Promise<boolean> {
  const matched = writesForInstitute(ctx) ? undefined : await findMatch(tx, text)
  if (matched === undefined) return false
  await hold(ctx, tx, subject, { cause: 'filter', matched })
  return true
}

/**
 * Holds a text for review that is new or was changed: with something of the filter list in it, or with links by a member
 * of whom readers have seen nothing yet.
 * @param isFirst whether readers have seen nothing by its author
 * @param before the text that it replaces: links that were there already have been seen
 */
export async function holdForReview(
  ctx: Context,
  tx: Database,
  subject: Subject,
  { text, before, isFirst }: { text: string; before?: string; isFirst: boolean },
): Promise<void> {
  if (await holdByFilter(ctx, tx, subject, text)) return
  if (isFirst) await holdLinksForReview(ctx, tx, subject, text, before)
}

/**
 * Hides a new member's text with links from readers until staff have reviewed it.
 * @param before the text that it replaces: links that were there already have been seen
 */
async function holdLinksForReview(
  ctx: Context,
  tx: Database,
  subject: Subject,
  text: string,
  before = '',
): Promise<void> {
  if (writesForInstitute(ctx) || !hasLinks(text) || hasLinks(before)) return
  await hold(ctx, tx, subject, { cause: 'first-links' })
}

async function hold(
  ctx: Context,
  tx: Database,
  { kind, id, authorId }: Subject,
  why: { cause: 'first-links' | 'filter'; matched?: string },
): Promise<void> {
  await openCase(tx, { kind, id, ...why, now: ctx.now() })
  await setState(tx, kind, id, 'waiting')
  await addEvent(tx, { at: ctx.now(), actorId: null, action: 'held', kind, id, authorId })
}

const hasLinks = (text: string) => /<a [^>]*href="(?:https?|mailto|tel):/.test(renderMemberText(text, 'ar'))

/** Records in the audit trail that staff deleted another author's text. */
export async function auditRemoval(ctx: Context, tx: Database, subject: Subject): Promise<void> {
  await addEvent(tx, { at: ctx.now(), actorId: requireUser(ctx).id, action: 'removed', ...subject })
}

async function cases(ctx: Context, { PageIndex, PageSize }: Input<Calls['cases']>): Promise<Answer<'cases'>> {
  const offset = (PageIndex - 1) * PageSize
  const [count, rows] = await Promise.all([
    countCases(ctx.db, COUNT_CAP + 1),
    offset < COUNT_CAP ? findCases(ctx.db, { limit: PageSize, offset }) : [],
  ])
  return {
    items: rows.map(({ subject_id, opened_at, title, about, before, author, reports, matched, ...row }) => ({
      ...row,
      matched: matched ?? undefined,
      about: about
        ? {
            ...about,
            title: inLang(about.title, ctx.lang),
            text: inLang(about.text, ctx.lang),
            slug: about.slug ?? undefined,
          }
        : undefined,
      before: before.map(({ author, text }) => ({ author: author ? inLang(author, ctx.lang) : '', text })),
      subjectId: subject_id,
      title: title ?? undefined,
      author: authorOf(author, ctx.lang),
      openedAt: opened_at.toISOString(),
      reports: reports.map(({ reason, at }) => ({ reason, createdAt: new Date(at).toISOString() })),
    })),
    pageIndex: PageIndex,
    pageSize: PageSize,
    totalCount: Math.min(count, COUNT_CAP),
    totalIsCapped: count > COUNT_CAP || undefined,
  }
}

async function decide(
  ctx: Context,
  { id, decision, reason = '', banDays }: Input<Calls['decide']>,
): Promise<Answer<'decide'>> {
  const actorId = requireUser(ctx).id
  const now = ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    const closed = await closeCase(tx, id, ctx.now())
    // A case goes with its text when that is deleted, so one that is not there was decided, too.
    if (!closed) throw new Problem('caseDecided')
    const { kind, subjectId, authorId } = closed
    if (decision === 'keep') {
      await setState(tx, kind, subjectId, 'shown')
      await scheduleNotices(tx, { kind: kind === 'post' ? 'post' : 'comment', id: subjectId }, ctx.now())
    }
    const bannedUntil = banDays === undefined ? null : new Date(now.getTime() + banDays * DAY_MS)
    if (decision === 'ban') await blockAuthor(tx, authorId, now, bannedUntil)
    const author = decision === 'keep' ? undefined : await accountOfAuthor(tx, authorId)
    const appealUntil = author ? new Date(now.getTime() + APPEAL_MS) : null
    if (appealUntil) await setState(tx, kind, subjectId, 'hidden')
    else if (decision !== 'keep') await detachUpload(tx, await removeWritten(tx, kind, subjectId))
    const decided = { kind, subjectId, authorId, decision, reason, decidedBy: actorId, decidedAt: now, appealUntil }
    const decisionId = await insertDecision(tx, decided)
    if (author && appealUntil)
      await mailRemoval(ctx, tx, author, {
        ...{ id: decisionId, kind, reason, appealUntil },
        bannedUntil: decision === 'ban' ? bannedUntil : undefined,
      })
    const action = decision === 'keep' ? 'kept' : 'removed'
    await addEvent(tx, { at: ctx.now(), actorId, action, kind, id: subjectId, authorId })
    await writeAudit(tx, ctx, {
      action: `moderation.${decision}`,
      reference: `${kind} ${subjectId}`,
      detail: { authorId, ...(reason ? { reason } : {}), ...(banDays ? { banDays } : {}) },
    })
  })
  return {}
}

async function bans(ctx: Context, { PageIndex, PageSize }: Input<Calls['bans']>): Promise<Answer<'bans'>> {
  const offset = (PageIndex - 1) * PageSize
  const [count, rows] = await Promise.all([
    countBanned(ctx.db, COUNT_CAP + 1),
    offset < COUNT_CAP ? findBanned(ctx.db, { limit: PageSize, offset }) : [],
  ])
  return {
    items: rows.map(({ author, stopped_at, stopped_until }) => ({
      author: authorOf(author, ctx.lang),
      bannedAt: stopped_at.toISOString(),
      until: stopped_until?.toISOString(),
    })),
    pageIndex: PageIndex,
    pageSize: PageSize,
    totalCount: Math.min(count, COUNT_CAP),
    totalIsCapped: count > COUNT_CAP || undefined,
  }
}

async function letWrite(ctx: Context, { authorId }: Input<Calls['letWrite']>): Promise<Answer<'letWrite'>> {
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await unblockAuthor(tx, authorId))) throw new Problem('notFound')
    await writeAudit(tx, ctx, { action: 'moderation.let-write', reference: `author ${authorId}` })
    const account = await accountOfAuthor(tx, authorId)
    if (account) await mailLifted(ctx, tx, account)
  })
  return {}
}
