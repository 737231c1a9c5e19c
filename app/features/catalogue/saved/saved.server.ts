/** Courses that a visitor saved for later. */
import type { Input } from '../../../api/endpoint.ts'
import { Problem } from '../../../api/problem.ts'
import { type Context, requireUser } from '../../../platform/context.server.ts'
import { cardsOf } from '../cards.server.ts'
import type { catalogueEndpoints } from '../contract.ts'
import { countSaved, findSavedIds, findSlug, insertSaved, removeSaved } from './saved-queries.server.ts'

type Calls = typeof catalogueEndpoints

export async function savedCourses(ctx: Context, { PageIndex, PageSize }: Input<Calls['savedCourses']>) {
  const { id } = requireUser(ctx)
  const page = { limit: PageSize, offset: (PageIndex - 1) * PageSize }
  const [ids, totalCount] = await Promise.all([
    findSavedIds(ctx.db, id, page, ctx.now()),
    countSaved(ctx.db, id, ctx.now()),
  ])
  return { items: await cardsOf(ctx, ids), pageIndex: PageIndex, pageSize: PageSize, totalCount }
}

export async function saveCourse(ctx: Context, { courseId }: Input<Calls['saveCourse']>) {
  const slug = await findSlug(ctx.db, courseId, ctx.now())
  if (slug === undefined) throw new Problem('courseNotFound')
  await insertSaved(ctx.db, { userId: requireUser(ctx).id, courseId, now: ctx.now() })
  return { slug }
}

/** Also of a course that can no longer be seen, and of one that was not saved. */
export async function unsaveCourse(ctx: Context, { courseId }: Input<Calls['unsaveCourse']>) {
  await removeSaved(ctx.db, requireUser(ctx).id, courseId)
  return {}
}
