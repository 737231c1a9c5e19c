/** When visitors see a course: published, unpublished, archived, and back. */
import { refuseOtherVersion } from '../../api/edits.ts'
import { Problem } from '../../api/problem.ts'
import { hasRight } from '../../api/rights.ts'
import { type Context, requireUser, type Services } from '../../platform/context.server.ts'
import { forEachSettled } from '../../platform/for-each-settled.ts'
import { publicationAt, undoableOf } from '../revisions/history.server.ts'
import { type Publication, publicationOf, stateOf, UNPUBLISHED } from '../revisions/publication.ts'
import { publishTime } from '../revisions/publish-time.ts'
import type { Saved } from '../revisions/record-changes.server.ts'
import { courseSubject, rowValues, withCourse, writePublication } from './change-course.server.ts'
import { missingForPublication } from './course-values.ts'
import { countOpenOrders, type EditedRow, findDue } from './queries.server.ts'

/** Now, or at a later time. @throws Problem courseNotFound, courseIncomplete, courseArchived, priceUndecided, validation */
export async function publishCourse(ctx: Context, { id, at }: { id: number; at?: string | undefined }) {
  const now = ctx.now()
  const time = publishTime(at, now)
  const isLater = time !== undefined
  const publication = isLater ? { ...UNPUBLISHED, publishAt: time } : { ...UNPUBLISHED, publishedAt: now }
  return withCourse(ctx, id, async (tx, row) => {
    refuseIncomplete(ctx, row)
    const isOut = stateOf(publicationOf(row), now) === 'published'
    if (isOut && !isLater) return { id, version: row.version, state: 'published' as const }
    const action = isLater ? 'schedule' : 'publish'
    const saved = await writePublication(tx, row, publication, ctx, action)
    return { ...saved, state: isLater ? ('scheduled' as const) : ('published' as const) }
  })
}

function refuseIncomplete(ctx: Context, row: EditedRow) {
  if (row.archived_at) throw new Problem('courseArchived')
  const missing = missingForPublication(rowValues(row))
  if (missing.length > 0)
    throw new Problem('courseIncomplete', {}, Object.fromEntries(missing.map((name) => [name, ['required']])))
  // Without a price it would be free: that is for those to decide who set prices.
  if (row.price_halalas === 0 && !hasRight(requireUser(ctx), 'prices.change')) throw new Problem('priceUndecided')
}

type Known = { id: number; openOrders: number }

/** @throws Problem courseNotFound, ordersOpen when more orders wait for payment than the person knows of */
export async function unpublishCourse(ctx: Context, known: Known): Promise<Saved> {
  return withdraw(ctx, known, 'unpublish', () => UNPUBLISHED)
}

/** @throws Problem courseNotFound, ordersOpen */
export async function archiveCourse(ctx: Context, known: Known): Promise<Saved> {
  return withdraw(ctx, known, 'archive', (at) => ({ ...UNPUBLISHED, archivedAt: at }))
}

async function withdraw(ctx: Context, known: Known, action: string, after: (at: Date) => Publication): Promise<Saved> {
  const now = ctx.now()
  return withCourse(ctx, known.id, async (tx, row) => {
    const isDone = action === 'archive' ? row.archived_at : !row.published_at && !row.publish_at && !row.archived_at
    if (isDone) return { id: row.id, version: row.version }
    const count = await countOpenOrders(tx, row.id, now)
    if (count > known.openOrders) throw new Problem('ordersOpen', { count })
    if (action === 'unpublish' && row.archived_at) throw new Problem('courseArchived')
    return writePublication(tx, row, after(now), ctx, action)
  })
}

/** Brings a course back from the archive, unpublished. @throws Problem courseNotFound */
export async function unarchiveCourse(ctx: Context, { id }: { id: number }): Promise<Saved> {
  return withCourse(ctx, id, async (tx, row) =>
    row.archived_at ? writePublication(tx, row, UNPUBLISHED, ctx, 'unarchive') : { id: row.id, version: row.version },
  )
}

/** @throws Problem courseNotFound, changedMeanwhile, nothingToUndo */
export async function undoCourse(ctx: Context, { id, version }: { id: number; version: number }): Promise<Saved> {
  return withCourse(ctx, id, async (tx, row) => {
    refuseOtherVersion(row, version)
    const subject = courseSubject(id)
    const undoable = await undoableOf({ ...ctx, db: tx }, subject, version)
    const before = undoable && (await publicationAt(tx, subject, version - 1))
    if (!before) throw new Problem('nothingToUndo')
    return writePublication(tx, row, before, ctx, 'undo')
  })
}

/** Publishes the courses whose time has come; each in its own transaction. */
export async function publishDue({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await forEachSettled(await findDue(db, now()), (id) =>
    withCourse({ db }, id, async (tx, row) => {
      if (!row.publish_at || row.publish_at > now()) return
      await writePublication(tx, row, { ...UNPUBLISHED, publishedAt: row.publish_at }, { now }, 'publish')
    }),
  )
}
