/** What staff do with articles. */

import { z } from 'zod'
import { cursorPage, placeOf } from '../../api/cursor.ts'
import { applyEdits, refuseOtherVersion } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { hasRight } from '../../api/rights.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP, cappedTotal } from '../../platform/count-cap.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { writerOf } from '../authors/authors.server.ts'
import { addCut, chosenCut } from '../pictures/library.server.ts'
import { deleteUsedDraft, discardedDraftOf, draftOf } from '../revisions/drafts.server.ts'
import { forEachText } from '../revisions/flat-texts.ts'
import { differencesOf, historyOf, undoableOf, valuesAt } from '../revisions/history.server.ts'
import { firstFree, keyFor, slugFor } from '../revisions/keys-and-slugs.ts'
import { publicationOf, publicationTexts, stateOf } from '../revisions/publication.ts'
import type { Saved } from '../revisions/record-changes.server.ts'
import { textsOfArticle } from '../translations/article-texts.ts'
import { englishStates } from '../translations/english-state.ts'
import { TEXT_NAMES } from './article-texts.ts'
import { type ArticleValues, columnsOf, missingForPublication, valuesOf } from './article-values.ts'
import { changeArticles } from './bulk.server.ts'
import { articleSubject, recordNew, withArticle, writeValues } from './change-article.server.ts'
import { addArticleCategory, articleChoices, tagsByName } from './choices.server.ts'
import type { articleEditingEndpoints } from './desk-contract.ts'
import {
  articlePreview,
  discardArticleDraft,
  previewArticle,
  publishArticleDraft,
  restoreArticleDraft,
  saveArticleDraft,
  scheduleArticleDraft,
} from './drafts.server.ts'
import { exportArticles } from './export.server.ts'
import { countArticles, findArticles, findNamedArticles } from './listing-queries.server.ts'
import { archiveArticle, publishArticle, unarchiveArticle, undoArticle, unpublishArticle } from './publishing.server.ts'
import {
  type EditedRow,
  findEdited,
  findFormerSlugs,
  findUnknown,
  insertArticle,
  keyAuthor,
  keysLike,
  slugsLike,
} from './queries.server.ts'

type Calls = typeof articleEditingEndpoints
type Answer<Name extends keyof Calls> = ReturnType<Operations<Calls>[Name]>

/** A row's place in the list: what the list is sorted by, and the id. */
const Place = z.tuple([z.string(), z.int()])

async function articleList(ctx: Context, { cursor, ...asked }: Input<Calls['articleList']>): Answer<'articleList'> {
  const now = ctx.now()
  const after = placeOf(Place, cursor)
  const [rows, count] = await Promise.all([
    findArticles(ctx.db, { ...asked, limit: asked.limit + 1 }, after, now),
    countArticles(ctx.db, asked, COUNT_CAP + 1, now),
  ])
  const page = cursorPage(rows, asked.limit, {
    placeOf: ({ place, id }) => [place, id],
    itemOf: ({ place: _, archivedAt, publishedAt, publishAt, updatedAt, ...row }) => ({
      ...row,
      ...publicationTexts({ publishedAt, publishAt, archivedAt }),
      state: stateOf({ publishedAt, publishAt, archivedAt }, now),
      updatedAt: updatedAt.toISOString(),
    }),
  })
  return { ...page, ...cappedTotal(count) }
}

/** The few articles of a title or an address, those that changed last first. */
export const namedArticles = (ctx: Context, text: string, limit: number) => findNamedArticles(ctx.db, text, limit)

async function editedArticle(ctx: Context, { id }: { id: number }): Answer<'editedArticle'> {
  const row = await requireArticle(ctx, id)
  const subject = articleSubject(id)
  const [formerSlugs, draft, discardedDraft, undo] = await Promise.all([
    findFormerSlugs(ctx.db, id),
    draftOf(ctx.db, subject),
    discardedDraftOf(ctx, subject),
    undoableOf(ctx, subject, row.version),
  ])
  const values = valuesOf(row)
  return {
    ...{ id, key: row.key, version: row.version, values, formerSlugs, draft, discardedDraft, undo },
    state: stateOf(publicationOf(row), ctx.now()),
    ...publicationTexts(publicationOf(row)),
    updatedAt: row.updated_at.toISOString(),
    english: englishStates(textsOfArticle(row), row.english_made_from),
    missing: missingForPublication(values),
    may: { change: hasRight(ctx.user, 'articles.change') },
  }
}

async function addArticle(ctx: Context, input: Input<Calls['addArticle']>): Promise<Saved> {
  return ctx.db.transaction().execute(async (tx) => {
    const authorId = input.authorId ?? (await writerOf(ctx, tx))
    const { category, author } = await findUnknown(tx, { categoryId: input.categoryId, authorId, tags: [] })
    if (category) throw new Problem('validation', {}, { categoryId: ['invalid'] })
    if (author) throw new Problem('validation', {}, { authorId: ['invalid'] })
    const [title, english] = [input['title.ar']!, input['title.en'] ?? null]
    const values: ArticleValues = {
      ...forEachText(TEXT_NAMES, null),
      ...{ slug: await freeSlug(tx, title), categoryId: input.categoryId, authorId, tags: [], cover: '' },
      ...{ 'title.ar': title, 'title.en': english },
    }
    const wanted = keyFor(english, `article-${ctx.now().getTime()}`)
    const key = firstFree(wanted, await keysLike(tx, wanted))
    await keyAuthor(tx, authorId, ctx.now())
    const id = await insertArticle(tx, key, columnsOf(values), ctx.now())
    await recordNew(tx, { id, key, slug: values.slug }, values, ctx)
    return { id, version: 1 }
  })
}

async function freeSlug(tx: Tx, title: string): Promise<string> {
  const base = slugFor(title) || 'article'
  return firstFree(base, await slugsLike(tx, base))
}

/** @throws Problem articleNotFound, changedMeanwhile */
async function editArticle(ctx: Context, { id, changes, usedDraft }: Input<Calls['editArticle']>): Promise<Saved> {
  return withArticle(ctx, id, async (tx, row) => {
    await deleteUsedDraft(tx, articleSubject(id), usedDraft)
    const values = valuesOf(row)
    const edits = applyEdits<ArticleValues>({ ...values, version: row.version }, changes as object)
    return writeValues(tx, row, { ...values, ...edits }, ctx, 'edit')
  })
}

/** @throws Problem articleNotFound, validation at `file` */
async function setArticleCover(ctx: Context, { id, file, x, y, size }: Input<Calls['setArticleCover']>) {
  // Asked before the work, and so that no file is stored for nothing.
  await requireArticle(ctx, id)
  return writeCover(ctx, id, await addCut(ctx, file, 'cover', { x, y, size }))
}

/** @throws Problem articleNotFound, mediaNotFound, validation at `mediaId` */
async function chooseArticleCover(ctx: Context, { id, mediaId }: Input<Calls['chooseArticleCover']>) {
  await requireArticle(ctx, id)
  return writeCover(ctx, id, await chosenCut(ctx, mediaId, 'cover'))
}

async function writeCover(ctx: Context, id: number, cover: string) {
  const saved = await withArticle(ctx, id, (tx, row) => writeValues(tx, row, { ...valuesOf(row), cover }, ctx, 'cover'))
  return { ...saved, cover }
}

/** @throws Problem articleNotFound, changedMeanwhile */
async function confirmArticleEnglish(ctx: Context, { id, version, paths }: Input<Calls['confirmArticleEnglish']>) {
  return withArticle(ctx, id, (tx, row) => {
    refuseOtherVersion(row, version)
    return writeValues(tx, row, valuesOf(row), ctx, 'confirm-english', paths)
  })
}

/** @throws Problem articleNotFound */
async function articleRevisions(ctx: Context, asked: Input<Calls['articleRevisions']>): Answer<'articleRevisions'> {
  await requireArticle(ctx, asked.id)
  return historyOf(ctx.db, articleSubject(asked.id), asked)
}

/** @throws Problem articleNotFound, also for a revision that does not exist */
async function compareArticle(ctx: Context, { id, from, to }: Input<Calls['compareArticle']>) {
  const [before, after] = await Promise.all([formerValues(ctx, id, from), formerValues(ctx, id, to)])
  return differencesOf(before, after)
}

/** The address stays, which leads on already. @throws Problem articleNotFound */
async function restoreArticle(ctx: Context, { id, revision }: Input<Calls['restoreArticle']>): Promise<Saved> {
  const former = await formerValues(ctx, id, revision)
  return withArticle(ctx, id, (tx, row) =>
    writeValues(tx, row, { ...valuesOf(row), ...former, slug: row.slug }, ctx, 'restore'),
  )
}

async function formerValues(ctx: Context, id: number, version: number): Promise<ArticleValues> {
  const values = await valuesAt(ctx.db, articleSubject(id), version)
  if (!values) throw new Problem('articleNotFound')
  return values as ArticleValues
}

async function requireArticle({ db }: Context, id: number): Promise<EditedRow> {
  const row = await findEdited(db, id)
  if (!row) throw new Problem('articleNotFound')
  return row
}

export const articleEditingOperations: Operations<Calls> = {
  articleList,
  exportArticles,
  articleChoices,
  tagsByName,
  addArticleCategory,
  editedArticle,
  addArticle,
  editArticle,
  setArticleCover,
  chooseArticleCover,
  confirmArticleEnglish,
  publishArticle,
  unpublishArticle,
  archiveArticle,
  unarchiveArticle,
  undoArticle,
  changeArticles,
  saveArticleDraft,
  scheduleArticleDraft,
  publishArticleDraft,
  discardArticleDraft,
  restoreArticleDraft,
  previewArticle,
  articlePreview,
  articleRevisions,
  compareArticle,
  restoreArticle,
}
