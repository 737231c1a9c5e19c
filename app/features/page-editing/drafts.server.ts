/** Changes of a page that visitors do not see yet: kept, shown by a signed address, and published now or at a time. */
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { linksFor } from '../../links.ts'
import type { Context, Services } from '../../platform/context.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { writeAudit } from '../audit/queries.server.ts'
import { contentWith, seoTexts } from '../pages/pages.server.ts'
import {
  discardDraft,
  draftOf,
  keepDraft,
  publishDueDrafts,
  restoreDraft,
  setDraftTime,
  takeDraft,
  withDraft,
} from '../revisions/drafts.server.ts'
import { keyOfToken, previewToken } from '../revisions/preview-token.server.ts'
import {
  pageNow,
  pageSubject,
  refuseInvalid,
  type SavedPage,
  withPage,
  withPageOfDraft,
  writePage,
} from './change-page.server.ts'
import type { pageEditingEndpoints } from './desk-contract.ts'
import { type Layout, partsOf, valuesOf } from './page-values.ts'
import { fieldsOfRemoved } from './sections.ts'
import { SITE_PAGES } from './site-pages.ts'

type Calls = typeof pageEditingEndpoints

/** @throws Problem changedMeanwhile when somebody else's draft has another text of the same field */
export async function savePageDraft(ctx: Context, input: Input<Calls['savePageDraft']>) {
  const { code } = input
  return withPageOfDraft(ctx, code, async (tx) => {
    const saved = await keepDraft(ctx, tx, pageSubject(code), input)
    const after = { publishAt: null }
    if (saved.isUnscheduled) await writeAudit(tx, ctx, { action: 'page.unschedule', reference: code, after })
    return saved
  })
}

/** @throws Problem noDraft, changedMeanwhile when a field became something else meanwhile */
export async function publishPageDraft(ctx: Context, { code }: { code: string }): Promise<SavedPage> {
  return publishDraft(ctx, code, ctx)
}

const publishDraft = (services: Pick<Services, 'db' | 'now'>, code: string, acting: Parameters<typeof writePage>[3]) =>
  withPage(services, code, async (tx, page) => {
    const values = await takeDraft(tx, pageSubject(code), valuesOf(page.parts), page.version)
    const removed = fieldsOfRemoved(Object.keys(values), (values.layout ?? []) as Layout)
    if (removed.some((name) => values[name])) throw new Problem('changedMeanwhile', { version: page.version })
    return writePage(tx, page, values, acting, { action: 'publish-draft' })
  })

/** Lets a job publish the draft at a later time; without one, no longer. @throws Problem noDraft, validation */
export async function schedulePageDraft(ctx: Context, { code, at }: Input<Calls['schedulePageDraft']>) {
  return withPageOfDraft(ctx, code, async (tx, page) => {
    const values = valuesOf(page.parts)
    const refuse = (next: typeof values) => refuseInvalid(tx, values, next)
    const after = await setDraftTime(ctx, tx, pageSubject(code), { at, values, refuseInvalid: refuse })
    await writeAudit(tx, ctx, { action: after.publishAt ? 'page.schedule' : 'page.unschedule', reference: code, after })
    return after
  })
}

/** @throws Problem noDraft */
export async function discardPageDraft(ctx: Context, { code }: { code: string }) {
  return withPageOfDraft(ctx, code, (tx) => discardDraft(ctx, tx, { kind: 'page', id: code, reference: code }))
}

/** @throws Problem noDraft, changedMeanwhile when a draft begun since has another text of a field */
export async function restorePageDraft(ctx: Context, { code }: { code: string }) {
  return withPageOfDraft(ctx, code, (tx) => restoreDraft(ctx, tx, { kind: 'page', id: code, reference: code }))
}

/** Publishes the drafts whose time has come. */
export async function publishDuePages({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await publishDueDrafts({ db, now }, 'page', (code) => publishDraft({ db, now }, code, { now }))
}

/** A signed address that shows the page with its draft, for a day. @throws Problem notFound where it has no address */
export async function previewPage(ctx: Context, { code }: { code: string }) {
  const { path } = SITE_PAGES.find((one) => one.code === code)!
  if (path === undefined) throw new Problem('notFound')
  const until = new Date(ctx.now().getTime() + DAY_MS)
  const token = previewToken(ctx.settings, { kind: 'page', id: code }, until)
  return { address: linksFor(ctx.lang).pagePreview(path, token), until: until.toISOString() }
}

/** @throws Problem notFound when the address is not ours, or has ended */
export async function pagePreview(ctx: Context, { token }: { token: string }) {
  const code = keyOfToken(ctx.settings, 'page', token, ctx.now())
  const site = SITE_PAGES.find((one) => one.code === code)
  if (!site) throw new Problem('notFound')
  const { parts } = await pageNow(ctx.db, site.code)
  const subject = pageSubject(site.code)
  const { page, seo } = partsOf(await withDraft(ctx.db, subject, valuesOf(parts)), parts)
  const draft = await draftOf(ctx.db, subject)
  const since = draft ? new Date(draft.publishAt ?? ctx.now()) : undefined
  return {
    code: site.code,
    path: site.path ?? null,
    seoCode: site.seo ?? null,
    page: page ? await contentWith(ctx, site.code, page, since) : null,
    seo: seo ? seoTexts(ctx, seo) : null,
  }
}
