/** Commands on many articles: what fails for one says nothing about the others. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { forEachRow } from '../lists/bulk.server.ts'
import type { Saved } from '../revisions/record-changes.server.ts'
import type { articleEditingEndpoints } from './desk-contract.ts'
import { findArticles } from './listing-queries.server.ts'
import { archiveArticle, publishArticle, undoArticle, unpublishArticle } from './publishing.server.ts'
import { findEdited } from './queries.server.ts'

type Bulk = Input<(typeof articleEditingEndpoints)['changeArticles']>

const COMMANDS: Record<Bulk['action'], (ctx: Context, article: Saved) => Promise<Saved>> = {
  publish: (ctx, { id }) => publishArticle(ctx, { id }),
  unpublish: unpublishArticle,
  archive: archiveArticle,
  undo: undoArticle,
}

/** @throws Problem previewStale when other articles match than those that were counted */
export async function changeArticles(ctx: Context, { ids = [], matching, action }: Bulk) {
  const chosen = new Set(matching ? await matchingIds(ctx, matching) : ids)
  const rows = await forEachRow(ctx, namedRows(ctx, chosen), async ({ id, version }) => {
    const saved = await COMMANDS[action](ctx, { id, version })
    return action !== 'undo' && saved.version !== version
  })
  return { rows: rows.map(({ version: _, ...row }) => row) }
}

async function* namedRows(ctx: Context, ids: Iterable<number>) {
  for (const id of ids) {
    const found = await findEdited(ctx.db, id)
    yield { id, version: found?.version ?? 0, name: found ? inLang(found.title, ctx.lang) : null }
  }
}

async function matchingIds({ db, now }: Context, { count, ...filter }: NonNullable<Bulk['matching']>) {
  const found = await findArticles(db, { ...filter, sort: 'changed', limit: count + 1 }, undefined, now())
  if (found.length !== count) throw new Problem('previewStale')
  return found.map(({ id }) => id)
}
