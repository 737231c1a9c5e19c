/** What staff do with the pages of the site. */
import { applyEdits, type Changes, refuseOtherVersion } from '../../api/edits.ts'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { hasRight } from '../../api/rights.ts'
import type { Context } from '../../platform/context.server.ts'
import { deleteUsedDraft, discardedDraftOf, draftOf } from '../revisions/drafts.server.ts'
import { differencesOf, historyOf, valuesAt } from '../revisions/history.server.ts'
import { fold } from '../search/folding.ts'
import { englishStates } from '../translations/english-state.ts'
import { textsOfPage, textsOfSeo } from '../translations/page-texts.ts'
import { pageNow, pageSubject, type SavedPage, withPage, writePage } from './change-page.server.ts'
import type { pageEditingEndpoints } from './desk-contract.ts'
import {
  discardPageDraft,
  pagePreview,
  previewPage,
  publishPageDraft,
  restorePageDraft,
  savePageDraft,
  schedulePageDraft,
} from './drafts.server.ts'
import { type Layout, type PageValues, valuesOf } from './page-values.ts'
import { findPages } from './queries.server.ts'
import { fieldsOfRemoved } from './sections.ts'
import { SITE_PAGES } from './site-pages.ts'

type Calls = typeof pageEditingEndpoints
type Answer<Name extends keyof Calls> = ReturnType<Operations<Calls>[Name]>

async function pageList(ctx: Context): Answer<'pageList'> {
  const rows = await findPages(
    ctx.db,
    SITE_PAGES.map(({ code }) => code),
    SITE_PAGES.map(({ seo }) => seo ?? null),
  )
  return rows.map(({ publishAt, updatedAt, ...row }, place) => ({
    ...row,
    path: SITE_PAGES[place]!.path ?? null,
    publishAt: publishAt?.toISOString() ?? null,
    updatedAt: updatedAt?.toISOString() ?? null,
  }))
}

/** The few pages of a title, an address or a code; they are few enough to be looked at one by one. */
export async function namedPages(ctx: Context, text: string, limit: number) {
  const wanted = fold(text)
  const rows = await pageList(ctx)
  return rows
    .flatMap(({ title, ...row }) => (title ? [{ ...row, title }] : []))
    .filter(({ title, code, path }) =>
      [title.ar, title.en, code, path].some((part) => part && fold(part).includes(wanted)),
    )
    .slice(0, limit)
}

async function editedPage(ctx: Context, { code }: { code: string }): Answer<'editedPage'> {
  const [{ site, version, parts, madeFrom, updatedAt }, draft, discardedDraft] = await Promise.all([
    pageNow(ctx.db, code),
    draftOf(ctx.db, pageSubject(code)),
    discardedDraftOf(ctx, pageSubject(code)),
  ])
  const { page, seo } = parts
  const title = page?.title ?? seo!.meta_title
  return {
    ...{ code, version, draft, discardedDraft },
    title: title.ar ? title : null,
    path: site.path ?? null,
    values: valuesOf(parts) as never,
    updatedAt: updatedAt?.toISOString() ?? null,
    english: [
      ...(page ? englishStates(textsOfPage(page), madeFrom.page) : []),
      ...(seo ? englishStates(textsOfSeo(seo), madeFrom.seo) : []),
    ],
    may: { change: hasRight(ctx.user, 'pages.change') },
  }
}

/** @throws Problem changedMeanwhile, validation */
async function editPage(ctx: Context, { code, changes, usedDraft }: Input<Calls['editPage']>): Promise<SavedPage> {
  return withPage(ctx, code, async (tx, page) => {
    await deleteUsedDraft(tx, pageSubject(code), usedDraft)
    const values = valuesOf(page.parts)
    const edits = applyEdits({ ...values, version: page.version }, withRemoved(values, changes))
    return writePage(tx, page, { ...values, ...edits }, ctx, { action: 'edit' })
  })
}

type PageChanges = Changes<PageValues & { version: number }>

/** What was written in a section that somebody removed meanwhile is a conflict, also where it was the first of its text. */
function withRemoved(values: PageValues, changes: PageChanges): PageChanges {
  const layout = (changes.layout?.to ?? values.layout ?? []) as Layout
  const removed = fieldsOfRemoved(Object.keys(changes), layout).map((name) => {
    const { to } = changes[name]!
    return [name, to ? { from: to, to } : undefined]
  })
  return { ...changes, ...Object.fromEntries(removed) }
}

/** @throws Problem changedMeanwhile */
async function confirmPageEnglish(ctx: Context, { code, version, paths }: Input<Calls['confirmPageEnglish']>) {
  return withPage(ctx, code, (tx, page) => {
    refuseOtherVersion(page, version)
    return writePage(tx, page, valuesOf(page.parts), ctx, { action: 'confirm-english', confirmed: paths })
  })
}

const pageRevisions = (ctx: Context, asked: Input<Calls['pageRevisions']>) =>
  historyOf(ctx.db, pageSubject(asked.code), asked)

/** @throws Problem notFound for a revision that does not exist */
async function comparePage(ctx: Context, { code, from, to }: Input<Calls['comparePage']>) {
  const [before, after] = await Promise.all([formerValues(ctx, code, from), formerValues(ctx, code, to)])
  // Of a section that was removed, the fields are missing in what came after it.
  const gone = Object.fromEntries(Object.keys(before).map((name) => [name, null]))
  return differencesOf(before, { ...gone, ...after })
}

/** @throws Problem notFound */
async function restorePage(ctx: Context, { code, revision }: Input<Calls['restorePage']>): Promise<SavedPage> {
  const former = await formerValues(ctx, code, revision)
  return withPage(ctx, code, (tx, page) =>
    writePage(tx, page, { ...valuesOf(page.parts), ...former }, ctx, { action: 'restore', isFormer: true }),
  )
}

async function formerValues(ctx: Context, code: string, version: number): Promise<PageValues> {
  const values = await valuesAt(ctx.db, pageSubject(code), version)
  if (!values) throw new Problem('notFound')
  return values as PageValues
}

export const pageEditingOperations: Operations<Calls> = {
  pageList,
  editedPage,
  editPage,
  confirmPageEnglish,
  savePageDraft,
  schedulePageDraft,
  publishPageDraft,
  discardPageDraft,
  restorePageDraft,
  previewPage,
  pagePreview,
  pageRevisions,
  comparePage,
  restorePage,
}
