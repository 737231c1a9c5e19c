import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { cardsOf } from './cards.server.ts'
import type { catalogueEndpoints } from './contract.ts'
import { courseBySlug } from './course/details.server.ts'
import { notifyMe } from './course/notify.server.ts'
import { addReview, deleteReview, editReview, myCourse, websiteReviews } from './course/reviews.server.ts'
import { listCourses } from './listing/listing.server.ts'
import {
  findLatest,
  findMenuCourses,
  findSimilar,
  findSpecializations,
  findSubSpecializations,
  isPublished,
} from './queries.server.ts'
import { saveCourse, savedCourses, unsaveCourse } from './saved/saved.server.ts'

type Calls = typeof catalogueEndpoints

/** How many similar courses a course page shows. */
const SIMILAR_COUNT = 4

export const catalogueOperations: Operations<Calls> = {
  specializations,
  subSpecializations,
  coursesOnHover,
  courses: listCourses,
  courseBySlug,
  latestCourses,
  similarCourses,
  myCourse,
  savedCourses,
  saveCourse,
  unsaveCourse,
  addReview,
  editReview,
  deleteReview,
  notifyMe,
  websiteReviews,
}

async function specializations(ctx: Context) {
  const rows = await findSpecializations(ctx.db, ctx.now())
  return rows.map((row) => ({
    id: row.id,
    name: inLang(row.name, ctx.lang),
    slug: row.slug ?? '',
    summary: row.summary ? inLang(row.summary, ctx.lang) : '',
    mark: row.mark ?? '',
    colour: row.colour ?? '',
    coursesCount: row.courses_count ?? 0,
  }))
}

async function subSpecializations(ctx: Context, { Id }: Input<Calls['subSpecializations']>) {
  const rows = await findSubSpecializations(ctx.db, Id)
  return rows.map(({ id, name }) => ({ id, name: inLang(name, ctx.lang) }))
}

async function coursesOnHover(ctx: Context, { SpecializationId, courseType }: Input<Calls['coursesOnHover']>) {
  const rows = await findMenuCourses(ctx.db, SpecializationId, courseType, ctx.now())
  const coursesBy = (deliveryMethod: number) =>
    rows
      .filter((row) => row.delivery_method === deliveryMethod)
      .map(({ id, name, slug }) => ({ id, name: inLang(name, ctx.lang), slug }))
  return { recordedCourses: coursesBy(2), onlineCourses: coursesBy(3), offlineCourses: coursesBy(1) }
}

async function latestCourses(ctx: Context, { courseType, count }: Input<Calls['latestCourses']>) {
  return cardsOf(ctx, await findLatest(ctx.db, courseType, count, ctx.now()))
}

async function similarCourses(ctx: Context, { courseId }: Input<Calls['similarCourses']>) {
  if (!(await isPublished(ctx.db, courseId, ctx.now()))) throw new Problem('courseNotFound')
  return cardsOf(ctx, await findSimilar(ctx.db, courseId, SIMILAR_COUNT, ctx.now()))
}
