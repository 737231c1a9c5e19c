import type { z } from 'zod'
import type { Input } from '../../../api/endpoint.ts'
import { Problem } from '../../../api/problem.ts'
import { isStaff } from '../../../api/rights.ts'
import { inLang } from '../../../locales/localized.ts'
import { type Context, requireUser } from '../../../platform/context.server.ts'
import { COUNT_CAP } from '../../../platform/count-cap.ts'
import type { catalogueEndpoints } from '../contract.ts'
import type { Review } from '../course-contract.ts'
import { isPublished } from '../queries.server.ts'
import {
  findFilterMatch,
  findOwnReview,
  findReviewsOfCourse,
  findWebsiteReviews,
  hasReviewed,
  insertReview,
  isReviewOf,
  type ReviewRow,
  removeReview,
  summarizeWebsiteReviews,
  updateReview,
  updateReviewer,
} from './review-queries.server.ts'

type Calls = typeof catalogueEndpoints

const MAX_ON_COURSE_PAGE = 20

export async function reviewsOfCourse(ctx: Context, courseId: number) {
  const rows = await findReviewsOfCourse(ctx.db, courseId, ctx.user?.id, MAX_ON_COURSE_PAGE)
  return rows.map((row) => reviewOf(ctx, row))
}

export async function myCourse(ctx: Context, { courseId }: Input<Calls['myCourse']>) {
  const { enrolment, pending, waiting, is_saved, ...review } = await findOwnReview(
    ctx.db,
    courseId,
    requireUser(ctx).id,
    ctx.now(),
  )
  const run = enrolment?.run ?? null
  return {
    isLearner: enrolment !== null,
    isSaved: is_saved,
    pending: pending && {
      ...pending,
      run: pending.run && { ...pending.run, startsAt: new Date(pending.run.startsAt).toISOString() },
    },
    waiting: waiting.map(({ offeredUntil, ...place }) => ({
      ...place,
      offeredUntil: offeredUntil && new Date(offeredUntil).toISOString(),
    })),
    review: review.id === null ? null : reviewOf(ctx, review),
    enrolment: enrolment && {
      orderId: enrolment.orderId,
      run: run && {
        ...run,
        startsAt: new Date(run.startsAt).toISOString(),
        endsAt: new Date(run.endsAt).toISOString(),
      },
    },
  }
}

export async function addReview(ctx: Context, input: Input<Calls['addReview']>) {
  const { id: userId, userName, profilePicture } = requireUser(ctx)
  if (!(await isPublished(ctx.db, input.courseId, ctx.now()))) throw new Problem('courseNotFound')
  const written = await insertReview(ctx.db, {
    ...input,
    userId,
    userName,
    userPicture: profilePicture,
    matched: await heldBy(ctx, input.comment),
    now: ctx.now(),
  })
  if (written) return reviewOf(ctx, written)
  throw new Problem((await hasReviewed(ctx.db, input.courseId, userId)) ? 'alreadyReviewed' : 'reviewNeedsOrder')
}

/** What of the filter list stands in a learner's text; what the institute's own people write is not compared. */
async function heldBy(ctx: Context, comment: string): Promise<string | undefined> {
  return isStaff(requireUser(ctx)) ? undefined : findFilterMatch(ctx.db, comment)
}

export async function editReview(ctx: Context, input: Input<Calls['editReview']>) {
  const written = await updateReview(ctx.db, {
    ...input,
    userId: requireUser(ctx).id,
    matched: await heldBy(ctx, input.comment),
    now: ctx.now(),
  })
  if (!written) throw new Problem('notFound')
  return reviewOf(ctx, written)
}

export async function deleteReview(ctx: Context, { id }: Input<Calls['deleteReview']>) {
  const { id: userId } = requireUser(ctx)
  if (await removeReview(ctx.db, id, userId)) return {}
  throw new Problem((await isReviewOf(ctx.db, id, userId)) ? 'hiddenReviewStays' : 'notFound')
}

/** Updates a learner's reviews after a change of name or picture. */
export const showReviewer = updateReviewer

export async function websiteReviews(ctx: Context, { PageIndex, PageSize }: Input<Calls['websiteReviews']>) {
  const page = { limit: PageSize, offset: (PageIndex - 1) * PageSize }
  const [rows, { count, average, by_stars }] = await Promise.all([
    findWebsiteReviews(ctx.db, page, ctx.now()),
    summarizeWebsiteReviews(ctx.db, ctx.now()),
  ])
  return {
    items: rows.map((row) => ({
      ...reviewOf(ctx, row),
      course: { name: inLang(row.course_name, ctx.lang), slug: row.course_slug },
    })),
    pageIndex: PageIndex,
    pageSize: PageSize,
    totalCount: Math.min(count, COUNT_CAP),
    totalIsCapped: count > COUNT_CAP || undefined,
    average: average ?? undefined,
    distribution: by_stars.map((starCount, index) => ({ stars: by_stars.length - index, count: starCount })),
  }
}

function reviewOf(ctx: Context, row: ReviewRow): z.input<typeof Review> {
  const isMine = ctx.user !== null && row.user_id === ctx.user.id
  return {
    id: row.id,
    userName: inLang(row.user_name, ctx.lang),
    userPicture: row.user_picture,
    rate: row.rate,
    comment: inLang(row.comment, ctx.lang),
    createdAt: row.created_at.toISOString(),
    isMine,
    answer:
      row.answer && row.answered_at
        ? {
            by: row.answered_as ? inLang(row.answered_as, ctx.lang) : '',
            text: inLang(row.answer, ctx.lang),
            at: row.answered_at.toISOString(),
          }
        : undefined,
    hidden: isMine && row.hidden_at ? { reason: row.hidden_reason ?? undefined } : undefined,
  }
}
