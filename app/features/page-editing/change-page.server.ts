/** How a page is changed: locked, written with its revision and its audit entry, in one transaction. */

import { type FieldErrors, Problem } from '../../api/problem.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { Acting } from '../audit/queries.server.ts'
import { withHomeLists } from '../pages/home-lists.ts'
import { withAddresses } from '../pictures/picture-sizes.ts'
import { UNPUBLISHED } from '../revisions/publication.ts'
import { changedNames, keepFirstRevision, only, recordChange } from '../revisions/record-changes.server.ts'
import { afterEdit, type MadeFrom, stalePaths } from '../translations/english-state.ts'
import { textsOfPage, textsOfSeo } from '../translations/page-texts.ts'
import {
  invalidValuesIn,
  NOTHING_WRITTEN,
  newPictures,
  type PageParts,
  type PageTexts,
  type PageValues,
  partsOf,
  valuesOf,
} from './page-values.ts'
import {
  beginSeo,
  beginTexts,
  findLibraryPictures,
  findSeo,
  findTexts,
  lockSeo,
  lockTexts,
  updateSeo,
  updateTexts,
} from './queries.server.ts'
import { SITE_PAGE_CODES, type SitePage, sitePageOf } from './site-pages.ts'

export const pageSubject = (code: string) => ({ kind: 'page' as const, key: code })

/** A page as it is written now, both its parts. */
export type EditedPage = {
  site: SitePage
  version: number
  parts: PageParts
  madeFrom: { page: MadeFrom; seo: MadeFrom }
  updatedAt: Date | null
}
export type SavedPage = { code: string; version: number }

type Rows = {
  texts: Awaited<ReturnType<typeof findTexts>>
  seo: Awaited<ReturnType<typeof findSeo>>
}

const NO_TEXTS = { title: NOTHING_WRITTEN, description: NOTHING_WRITTEN, image: null, image_alt: null, sections: [] }
const NO_SEO = { meta_title: NOTHING_WRITTEN, meta_description: NOTHING_WRITTEN, keywords: NOTHING_WRITTEN }

/** A page that nobody has written yet is blank, at its first version. */
function editedPage(site: SitePage, { texts, seo }: Rows): EditedPage {
  return {
    site,
    version: (site.hasTexts ? texts : seo)?.version ?? 1,
    parts: {
      page: site.hasTexts ? withLists(site, texts ?? NO_TEXTS) : undefined,
      seo: site.seo ? (seo ?? NO_SEO) : undefined,
      hasPicture: site.hasPicture,
    },
    madeFrom: { page: texts?.english_made_from ?? {}, seo: seo?.english_made_from ?? {} },
    updatedAt: texts?.updated_at ?? null,
  }
}

/** Lists of the home page are ordered and hidden as its sections are. */
function withLists<T extends PageTexts>({ code }: SitePage, texts: T): T {
  if (code !== 'home') return texts
  return { ...texts, sections: withHomeLists(texts.sections, (key) => ({ key, items: [] })) }
}

/** @param code one of `SITE_PAGES` */
export async function pageNow(db: Database, code: string): Promise<EditedPage> {
  const site = sitePageOf(code)
  const [texts, seo] = await Promise.all([
    site.hasTexts ? findTexts(db, code) : undefined,
    site.seo ? findSeo(db, site.seo) : undefined,
  ])
  return editedPage(site, { texts, seo })
}

type Work<T> = (tx: Tx, page: EditedPage) => Promise<T>

/** Runs with both parts of the page locked, to write it: one that is not written yet is begun. */
export async function withPage<T>(services: Pick<Services, 'db' | 'now'>, code: string, work: Work<T>): Promise<T> {
  return locked(services.db, code, work, async (tx, site) => {
    if (site.hasTexts) await beginTexts(tx, code, services.now())
    else await beginSeo(tx, site.seo!)
  })
}

/** The same for what changes only its draft: a page that is not written yet stays so. */
export const withPageOfDraft = <T>({ db }: Pick<Services, 'db'>, code: string, work: Work<T>): Promise<T> =>
  locked(db, code, work)

function locked<T>(
  db: Database,
  code: string,
  work: Work<T>,
  begin?: (tx: Tx, site: SitePage) => Promise<void>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await begin?.(tx, sitePageOf(code))
    return work(tx, await lockPage(tx, code))
  })
}

async function lockPage(tx: Tx, code: string): Promise<EditedPage> {
  const site = sitePageOf(code)
  const texts = site.hasTexts ? await lockTexts(tx, code) : undefined
  const seo = site.seo ? await lockSeo(tx, site.seo) : undefined
  return editedPage(site, { texts, seo })
}

type Written = {
  /** Of the audit and the revision. */
  action: string
  /** The paths of English texts that are right for the present Arabic. */
  confirmed?: readonly string[]
  /** The values were right when they were written first. */
  isFormer?: boolean
}

/**
 * Writes new values. Nothing is written when none differs.
 * @throws Problem validation at `changes.<field>.to`
 */
export async function writePage(
  tx: Tx,
  page: EditedPage,
  next: PageValues,
  acting: Acting,
  { action, confirmed = [], isFormer = false }: Written,
): Promise<SavedPage> {
  const { code } = page.site
  const before = valuesOf(page.parts)
  const changed = changedNames(before, next)
  if (changed.length === 0 && confirmed.length === 0) return { code, version: page.version }
  if (!isFormer) await refuseInvalid(tx, before, next)
  // A text that nobody touched stays as it is to the byte: what says the same is not written anew.
  const written = partsOf({ ...before, ...Object.fromEntries(changed.map((name) => [name, next[name]])) }, page.parts)
  return record(tx, page, written, acting, {
    action,
    confirmed,
    changedAt: changed.length > 0 ? acting.now() : undefined,
  })
}

/** Shows other pictures in the place of some. A page that this version of the product does not know stays as it is. */
export async function replaceInPage(
  tx: Tx,
  code: string,
  addresses: ReadonlyMap<string, string>,
  acting: Acting,
): Promise<void> {
  if (!SITE_PAGE_CODES.includes(code)) return
  const page = await lockPage(tx, code)
  await record(tx, page, withAddresses(page.parts, addresses), acting, { action: 'picture', changedAt: acting.now() })
}

type Recorded = Pick<Written, 'action' | 'confirmed'> & { changedAt: Date | undefined }

/** Writes both parts of a page with its revision and its audit entry. */
async function record(
  tx: Tx,
  page: EditedPage,
  written: PageParts,
  acting: Acting,
  { action, confirmed = [], changedAt }: Recorded,
): Promise<SavedPage> {
  const { code } = page.site
  const before = valuesOf(page.parts)
  const name = { kind: 'page' as const, id: code, reference: code }
  await keepFirstRevision(tx, name, {
    ...{ version: page.version, values: before, publication: UNPUBLISHED, updatedAt: page.updatedAt ?? acting.now() },
  })
  const version = await writeParts(tx, page, written, confirmed, changedAt)
  const values = valuesOf(written)
  const changed = changedNames(before, values)
  await recordChange(tx, name, { version, values, publication: UNPUBLISHED }, acting, {
    action,
    before: only(before, changed),
    after: only(values, changed),
  })
  return { code, version }
}

/** @param changedAt when readers see it as changed: to confirm its English changes nothing for them */
async function writeParts(
  tx: Tx,
  { site, parts, madeFrom, updatedAt }: EditedPage,
  written: PageParts,
  confirmed: readonly string[],
  changedAt: Date | undefined,
): Promise<number> {
  const english = (before: object, after: object, made: MadeFrom) => {
    const next = afterEdit(before, after, made, confirmed)
    return { madeFrom: next, stale: stalePaths(after, next) }
  }
  const texts = written.page
  // Who edits only the texts leaves unwritten what search engines are told.
  const isUnwritten = site.hasTexts && !isWritten(parts.seo) && !isWritten(written.seo)
  const seo = isUnwritten ? undefined : written.seo
  if (seo) await beginSeo(tx, site.seo!)
  const seoVersion =
    seo && (await updateSeo(tx, site.seo!, seo, english(textsOfSeo(parts.seo!), textsOfSeo(seo), madeFrom.seo)))
  const version =
    texts &&
    (await updateTexts(
      ...([tx, site.code, texts] as const),
      english(textsOfPage(parts.page!), textsOfPage(texts), madeFrom.page),
      changedAt ?? updatedAt!,
    ))
  return (version ?? seoVersion)!
}

const isWritten = (seo: PageParts['seo']) =>
  seo !== undefined && [seo.meta_title, seo.meta_description, seo.keywords].some(({ ar }) => ar !== '')

/** @throws Problem validation at `changes.<field>.to` */
export async function refuseInvalid(db: Database, before: PageValues, next: PageValues): Promise<void> {
  const errors: FieldErrors = {}
  const chosen = newPictures(next, before)
  const library = new Set(chosen.length > 0 ? await findLibraryPictures(db, chosen) : [])
  for (const [name, reason] of invalidValuesIn(next, before, library)) errors[`changes.${name}.to`] ??= [reason]
  if (Object.keys(errors).length > 0) throw new Problem('validation', {}, errors)
}
