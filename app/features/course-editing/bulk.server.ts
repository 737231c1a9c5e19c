/** Commands on many courses: what fails for one says nothing about the others. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { forEachRow } from '../lists/bulk.server.ts'
import type { Saved } from '../revisions/record-changes.server.ts'
import type { courseEditingEndpoints } from './desk-contract.ts'
import { findCourses } from './listing-queries.server.ts'
import { archiveCourse, publishCourse, undoCourse, unpublishCourse } from './publishing.server.ts'
import { findEdited } from './queries.server.ts'

type Bulk = Input<(typeof courseEditingEndpoints)['publishCourses']>

/** A course with orders that wait for payment is left for its own page, which says how many they are. */
const COMMANDS: Record<Bulk['action'], (ctx: Context, course: Saved) => Promise<Saved>> = {
  publish: (ctx, { id }) => publishCourse(ctx, { id }),
  unpublish: (ctx, { id }) => unpublishCourse(ctx, { id, openOrders: 0 }),
  archive: (ctx, { id }) => archiveCourse(ctx, { id, openOrders: 0 }),
  undo: undoCourse,
}

/** @throws Problem previewStale when other courses match than those that were counted */
export async function publishCourses(ctx: Context, { ids = [], matching, action }: Bulk) {
  const chosen = new Set(matching ? await matchingIds(ctx, matching) : ids)
  const rows = await forEachRow(ctx, namedRows(ctx, chosen), async ({ id, version }) => {
    const saved = await COMMANDS[action](ctx, { id, version })
    return action !== 'undo' && saved.version !== version
  })
  return { rows: rows.map(({ version: _, ...row }) => row) }
}

async function* namedRows(ctx: Context, ids: Iterable<number>) {
  for (const id of ids) {
    const found = await findEdited(ctx.db, id, 'all')
    yield { id, version: found?.version ?? 0, name: found ? inLang(found.name, ctx.lang) : null }
  }
}

async function matchingIds(
  { db, now }: Context,
  { count, ...filter }: NonNullable<Bulk['matching']>,
): Promise<number[]> {
  const found = await findCourses(db, { ...filter, reach: 'all', sort: 'changed', limit: count + 1 }, undefined, now())
  if (found.length !== count) throw new Problem('previewStale')
  return found.map(({ id }) => id)
}
