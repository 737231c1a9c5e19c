/** When visitors see an article: published, unpublished, archived, and back. */
import { refuseOtherVersion } from '../../api/edits.ts'
import { Problem } from '../../api/problem.ts'
import type { Context, Services } from '../../platform/context.server.ts'
import { forEachSettled } from '../../platform/for-each-settled.ts'
import { publicationAt, undoableOf } from '../revisions/history.server.ts'
import { publicationOf, stateOf, UNPUBLISHED } from '../revisions/publication.ts'
import { publishTime } from '../revisions/publish-time.ts'
import type { Saved } from '../revisions/record-changes.server.ts'
import { missingForPublication, valuesOf } from './article-values.ts'
import { articleSubject, withArticle, writePublication } from './change-article.server.ts'
import { type EditedRow, findDue } from './queries.server.ts'

/** Now, or at a later time. @throws Problem articleNotFound, articleIncomplete, articleArchived, validation */
export async function publishArticle(ctx: Context, { id, at }: { id: number; at?: string | undefined }) {
  const now = ctx.now()
  const time = publishTime(at, now)
  const isLater = time !== undefined
  return withArticle(ctx, id, async (tx, row) => {
    refuseIncomplete(row)
    const isOut = stateOf(publicationOf(row), now) === 'published'
    if (isOut && !isLater) return { ...unchanged(row), state: 'published' as const }
    const publication = isLater ? { ...UNPUBLISHED, publishAt: time } : { ...UNPUBLISHED, publishedAt: now }
    const saved = await writePublication(tx, row, publication, ctx, isLater ? 'schedule' : 'publish')
    return { ...saved, state: isLater ? ('scheduled' as const) : ('published' as const) }
  })
}

function refuseIncomplete(row: EditedRow) {
  if (row.archived_at) throw new Problem('articleArchived')
  const missing = missingForPublication(valuesOf(row))
  if (missing.length > 0)
    throw new Problem('articleIncomplete', {}, Object.fromEntries(missing.map((name) => [name, ['required']])))
}

const unchanged = ({ id, version }: EditedRow): Saved => ({ id, version })

/** @throws Problem articleNotFound, articleArchived */
export async function unpublishArticle(ctx: Context, { id }: { id: number }): Promise<Saved> {
  return withArticle(ctx, id, async (tx, row) => {
    if (row.archived_at) throw new Problem('articleArchived')
    if (!row.published_at && !row.publish_at) return unchanged(row)
    return writePublication(tx, row, UNPUBLISHED, ctx, 'unpublish')
  })
}

/** @throws Problem articleNotFound */
export async function archiveArticle(ctx: Context, { id }: { id: number }): Promise<Saved> {
  return withArticle(ctx, id, async (tx, row) => {
    if (row.archived_at) return unchanged(row)
    return writePublication(tx, row, { ...UNPUBLISHED, archivedAt: ctx.now() }, ctx, 'archive')
  })
}

/** Brings an article back from the archive, unpublished. @throws Problem articleNotFound */
export async function unarchiveArticle(ctx: Context, { id }: { id: number }): Promise<Saved> {
  return withArticle(ctx, id, async (tx, row) =>
    row.archived_at ? writePublication(tx, row, UNPUBLISHED, ctx, 'unarchive') : unchanged(row),
  )
}

/** @throws Problem articleNotFound, changedMeanwhile, nothingToUndo */
export async function undoArticle(ctx: Context, { id, version }: { id: number; version: number }): Promise<Saved> {
  return withArticle(ctx, id, async (tx, row) => {
    refuseOtherVersion(row, version)
    const subject = articleSubject(id)
    const undoable = await undoableOf({ ...ctx, db: tx }, subject, version)
    const before = undoable && (await publicationAt(tx, subject, version - 1))
    if (!before) throw new Problem('nothingToUndo')
    return writePublication(tx, row, before, ctx, 'undo')
  })
}

/** Publishes the articles whose time has come; each in its own transaction. */
export async function publishDueArticles({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await forEachSettled(await findDue(db, now()), (id) =>
    withArticle({ db }, id, async (tx, row) => {
      if (!row.publish_at || row.publish_at > now()) return
      await writePublication(tx, row, { ...UNPUBLISHED, publishedAt: row.publish_at }, { now }, 'publish')
    }),
  )
}
