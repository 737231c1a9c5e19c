/** Changes of an article that visitors do not see yet, and the page that shows them by a signed address. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { linksFor } from '../../links.ts'
import type { Context, Services } from '../../platform/context.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { type Acting, writeAudit } from '../audit/queries.server.ts'
import { articlePage } from '../blog/article.server.ts'
import {
  discardDraft,
  keepDraft,
  publishDueDrafts,
  restoreDraft,
  setDraftTime,
  takeDraft,
  withDraft,
} from '../revisions/drafts.server.ts'
import { idOfToken, previewToken } from '../revisions/preview-token.server.ts'
import type { Saved } from '../revisions/record-changes.server.ts'
import { columnsOf, valuesOf } from './article-values.ts'
import { articleSubject, nameOf, refuseInvalid, withArticle, writeValues } from './change-article.server.ts'
import type { articleEditingEndpoints } from './desk-contract.ts'
import { findEdited } from './queries.server.ts'

type Calls = typeof articleEditingEndpoints

/** @throws Problem articleNotFound, changedMeanwhile when somebody else's draft has another text of the same field */
export async function saveArticleDraft(ctx: Context, input: Input<Calls['saveArticleDraft']>) {
  return withArticle(ctx, input.id, async (tx, row) => {
    const saved = await keepDraft(ctx, tx, articleSubject(row.id), input)
    const { reference } = nameOf(row)
    const after = { publishAt: null }
    if (saved.isUnscheduled) await writeAudit(tx, ctx, { action: 'article.unschedule-draft', reference, after })
    return saved
  })
}

/** @throws Problem articleNotFound, noDraft, changedMeanwhile when a field became something else meanwhile */
export async function publishArticleDraft(ctx: Context, { id }: { id: number }): Promise<Saved> {
  return publishDraft(ctx, id, ctx)
}

const publishDraft = (services: Pick<Services, 'db'>, id: number, acting: Acting) =>
  withArticle(services, id, async (tx, row) => {
    const values = await takeDraft(tx, articleSubject(id), valuesOf(row), row.version)
    return writeValues(tx, row, values, acting, 'publish-draft')
  })

/** Lets a job publish the draft at a later time; without one, no longer. @throws Problem noDraft, validation */
export async function scheduleArticleDraft(ctx: Context, { id, at }: Input<Calls['scheduleArticleDraft']>) {
  return withArticle(ctx, id, async (tx, row) => {
    const values = valuesOf(row)
    const refuse = (next: typeof values) => refuseInvalid(tx, row, values, next)
    const after = await setDraftTime(ctx, tx, articleSubject(id), { at, values, refuseInvalid: refuse })
    const action = after.publishAt ? 'article.schedule-draft' : 'article.unschedule-draft'
    await writeAudit(tx, ctx, { action, reference: nameOf(row).reference, after })
    return after
  })
}

/** Publishes the drafts whose time has come. */
export async function publishDueArticleDrafts({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await publishDueDrafts({ db, now }, 'article', (id) => publishDraft({ db }, Number(id), { now }))
}

/** @throws Problem articleNotFound, noDraft */
export async function discardArticleDraft(ctx: Context, { id }: { id: number }) {
  return withArticle(ctx, id, (tx, row) => discardDraft(ctx, tx, nameOf(row)))
}

/** @throws Problem articleNotFound, noDraft, changedMeanwhile when a draft begun since has another text of a field */
export async function restoreArticleDraft(ctx: Context, { id }: { id: number }) {
  return withArticle(ctx, id, (tx, row) => restoreDraft(ctx, tx, nameOf(row)))
}

/** @throws Problem articleNotFound */
export async function previewArticle(ctx: Context, { id }: { id: number }) {
  const row = await findEdited(ctx.db, id)
  if (!row) throw new Problem('articleNotFound')
  const until = new Date(ctx.now().getTime() + DAY_MS)
  const token = previewToken(ctx.settings, { kind: 'article', id }, until)
  return { address: linksFor(ctx.lang).articlePreview(row.slug, token), until: until.toISOString() }
}

/** @throws Problem articleNotFound when the address is not ours, or has ended */
export async function articlePreview(ctx: Context, { token }: { token: string }) {
  const id = idOfToken(ctx.settings, 'article', token, ctx.now())
  const row = id === undefined ? undefined : await findEdited(ctx.db, id)
  if (!row) throw new Problem('articleNotFound')
  const values = await withDraft(ctx.db, articleSubject(row.id), valuesOf(row))
  return articlePage(ctx, row.id, { ...columnsOf(values), slug: row.slug })
}
