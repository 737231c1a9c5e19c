/** What staff do with reviews: a trainer answers those of their own courses; moderators hide them, too. */
import type { z } from 'zod'
import { cursorPage, placeOf, TimePlace } from '../../api/cursor.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { scopesOf } from '../../api/rights.ts'
import { inLang } from '../../locales/localized.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { writeAudit } from '../audit/queries.server.ts'
import type { DeskReview, reviewsEndpoints } from './contract.ts'
import { exportedReviews } from './export.server.ts'
import {
  countReviews,
  criticalReviews,
  type DeskReviewRow,
  findReview,
  findReviews,
  heldReviews,
  lockReview,
  type ReviewPlace,
  reviewerOf,
  setAnswer,
  setHidden,
} from './queries.server.ts'
import { mailAnswer, mailHidden, mailShown } from './review-mails.server.ts'

type Calls = typeof reviewsEndpoints

export const reviewsOperations: Operations<Calls> = {
  reviews,
  exportReviews: (ctx, asked) => exportedReviews(ctx, trainerOf(ctx), asked),
  review: async (ctx, { id }) => viewOf(ctx, found(await findReview(ctx.db, id, trainerOf(ctx)))),
  answerReview,
  removeAnswer,
  hideReview,
  showReview,
}

/** The account to whose own courses the person is limited; null for those who answer everywhere. */
const trainerOf = (ctx: Context) => (scopesOf(ctx.user, 'reviews.answer').has('all') ? null : requireUser(ctx).id)

const referenceOf = ({ id }: DeskReviewRow) => `review-${id}`

function found(row: DeskReviewRow | undefined): DeskReviewRow {
  if (!row) throw new Problem('notFound')
  return row
}

async function reviews(ctx: Context, { sort, cursor, limit, ...asked }: Input<Calls['reviews']>) {
  const filter = { ...asked, trainerOf: trainerOf(ctx) }
  const after = placeOf(TimePlace, cursor) as ReviewPlace | undefined
  const [rows, count] = await Promise.all([
    findReviews(ctx.db, filter, { limit: limit + 1, after, isOldestFirst: sort === 'oldest' }),
    countReviews(ctx.db, filter, COUNT_CAP + 1),
  ])
  return {
    ...cursorPage(rows, limit, {
      itemOf: (row) => viewOf(ctx, row),
      placeOf: ({ createdAt, id }) => [createdAt.toISOString(), id],
    }),
    ...cappedTotal(count),
  }
}

/** Runs with the review locked, and answers with it as it is then. @throws Problem notFound */
async function changed(ctx: Context, id: number, change: (tx: Tx, row: DeskReviewRow) => Promise<void>) {
  return ctx.db.transaction().execute(async (tx) => {
    await change(tx, found(await lockReview(tx, id, trainerOf(ctx))))
    return viewOf(ctx, found(await findReview(tx, id, trainerOf(ctx))))
  })
}

async function answerReview(ctx: Context, { id, answer, seenAt }: Input<Calls['answerReview']>) {
  const text = { ar: answer.ar, ...(answer.en === undefined ? {} : { en: answer.en }) }
  return changed(ctx, id, async (tx, row) => {
    if (row.hiddenAt) throw new Problem('reviewHidden')
    if (row.answeredAt?.toISOString() !== seenAt) throw new Problem('reviewAnswered')
    await setAnswer(tx, id, { text, by: requireUser(ctx).id, at: ctx.now() })
    await writeAudit(tx, ctx, {
      action: 'review.answer',
      reference: referenceOf(row),
      ...(row.answer ? { before: { answer: row.answer } } : {}),
      after: { answer: text },
    })
    const reviewer = row.answer ? undefined : await reviewerOf(tx, id)
    if (reviewer?.wantsAnswers) await mailAnswer(ctx, tx, reviewer, { ...row, answer: text })
  })
}

async function removeAnswer(ctx: Context, { id }: Input<Calls['removeAnswer']>) {
  return changed(ctx, id, async (tx, row) => {
    if (!row.answer) return
    await setAnswer(tx, id, null)
    const before = { answer: row.answer }
    await writeAudit(tx, ctx, { action: 'review.remove-answer', reference: referenceOf(row), before })
  })
}

/** Hidden by a decision, and not only held back. */
const isDecided = ({ hiddenAt, matched }: DeskReviewRow) => hiddenAt !== null && matched === null

async function hideReview(ctx: Context, { id, reason }: Input<Calls['hideReview']>) {
  return changed(ctx, id, async (tx, row) => {
    if (isDecided(row)) return
    await setHidden(tx, id, { reason, by: requireUser(ctx).id, at: ctx.now() })
    // The reason is erased with the account; the log is kept.
    await writeAudit(tx, ctx, { action: 'review.hide', reference: referenceOf(row), detail: { rate: row.rate } })
    const reviewer = await reviewerOf(tx, id)
    if (reviewer) await mailHidden(ctx, tx, reviewer, row, reason)
  })
}

async function showReview(ctx: Context, { id }: Input<Calls['showReview']>) {
  return changed(ctx, id, async (tx, row) => {
    if (!row.hiddenAt) return
    await setHidden(tx, id, null)
    await writeAudit(tx, ctx, { action: 'review.show', reference: referenceOf(row), detail: { rate: row.rate } })
    // Who was told that it is hidden is told that it is not.
    const reviewer = isDecided(row) ? await reviewerOf(tx, id) : undefined
    if (reviewer) await mailShown(ctx, tx, reviewer, row)
  })
}

function viewOf({ lang }: Context, row: DeskReviewRow): z.input<typeof reviewsEndpoints.review.output> {
  const hidden: DeskReview['hidden'] = row.hiddenAt && {
    at: row.hiddenAt.toISOString(),
    by: row.hiddenBy,
    reason: row.hiddenReason,
    matched: row.matched,
  }
  return {
    id: row.id,
    course: { id: row.courseId, name: inLang(row.courseName, lang), slug: row.slug },
    learner: { name: inLang(row.userName, lang), hasAccount: row.userId !== null },
    rate: row.rate,
    comment: inLang(row.comment, lang),
    createdAt: row.createdAt.toISOString(),
    answer: row.answer && { ...row.answer, by: row.answeredBy, at: row.answeredAt!.toISOString() },
    hidden,
  }
}

/** Reviews of at most two stars that wait for an answer by the person. */
export async function reviewsToAnswer(ctx: Context, limit: number) {
  return (await criticalReviews(ctx.db, trainerOf(ctx), limit)).map((row) => waitingOf(ctx, row))
}

/** Reviews that the filter list holds back until somebody has looked. */
export async function reviewsToCheck(ctx: Context, limit: number) {
  return (await heldReviews(ctx.db, limit)).map((row) => waitingOf(ctx, row))
}

const waitingOf = ({ lang }: Context, { id, course, at }: Awaited<ReturnType<typeof heldReviews>>[number]) => ({
  id,
  course: inLang(course, lang),
  since: at.toISOString(),
})
