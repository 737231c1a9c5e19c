import { sql } from 'kysely'
import type { Localized } from '../../../db/shapes.ts'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { MadeFrom } from '../translations/english-state.ts'
import type { PageTexts, SeoTexts } from './page-values.ts'

const PAGE = [
  ...(['title', 'description', 'image', 'image_alt', 'sections'] as const),
  ...(['version', 'english_made_from', 'updated_at'] as const),
] as const
const SEO = ['meta_title', 'meta_description', 'keywords', 'version', 'english_made_from'] as const

export const findTexts = (db: Database, code: string) =>
  db.selectFrom('pages').select(PAGE).where('code', '=', code).executeTakeFirst()

export const findSeo = (db: Database, code: string) =>
  db.selectFrom('page_seo').select(SEO).where('code', '=', code).executeTakeFirst()

/** The same, so that nobody else changes it before the transaction ends. */
export const lockTexts = (tx: Tx, code: string) =>
  tx.selectFrom('pages').select(PAGE).where('code', '=', code).forNoKeyUpdate().executeTakeFirst()

export const lockSeo = (tx: Tx, code: string) =>
  tx.selectFrom('page_seo').select(SEO).where('code', '=', code).forNoKeyUpdate().executeTakeFirst()

/** Begins a page that is not written yet, so that it can be locked; visitors find it once it has a title. */
export async function beginTexts(tx: Tx, code: string, now: Date): Promise<void> {
  await sql`insert into pages (code, title, description, sections, updated_at)
    values (${code}, '{"ar": ""}', '{"ar": ""}', '[]', ${now}) on conflict (code) do nothing`.execute(tx)
}

export async function beginSeo(tx: Tx, code: string): Promise<void> {
  await sql`insert into page_seo (code, meta_title, meta_description, keywords)
    values (${code}, '{"ar": ""}', '{"ar": ""}', '{"ar": ""}') on conflict (code) do nothing`.execute(tx)
}

/** Those of the addresses that are pictures or drawings of the media library. */
export async function findLibraryPictures(db: Database, addresses: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('media')
    .select('address')
    .where('address', 'in', addresses)
    .where('kind', '<>', 'film')
    .execute()
  return rows.map(({ address }) => address)
}

type EnglishColumns = { madeFrom: MadeFrom; stale: string[] }

const json = JSON.stringify

/** @returns the new version */
export async function updateTexts(
  tx: Tx,
  code: string,
  { title, description, image, image_alt: alt, sections }: PageTexts,
  { madeFrom, stale }: EnglishColumns,
  updatedAt: Date,
): Promise<number> {
  const row = await tx
    .updateTable('pages')
    .set({ title: json(title), description: json(description), sections: json(sections), updated_at: updatedAt })
    .set({ image, image_alt: alt && json(alt) })
    .set({ english_made_from: json(madeFrom), english_stale: stale })
    .set('version', sql`version + 1`)
    .where('code', '=', code)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

/** @returns the new version */
export async function updateSeo(
  tx: Tx,
  code: string,
  { meta_title, meta_description, keywords }: SeoTexts,
  { madeFrom, stale }: EnglishColumns,
): Promise<number> {
  const row = await tx
    .updateTable('page_seo')
    .set({ meta_title: json(meta_title), meta_description: json(meta_description), keywords: json(keywords) })
    .set({ english_made_from: json(madeFrom), english_stale: stale })
    .set('version', sql`version + 1`)
    .where('code', '=', code)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

export type ListedPage = {
  code: string
  title: Localized | null
  englishMissing: number
  englishStale: number
  hasDraft: boolean
  publishAt: Date | null
  updatedAt: Date | null
}

/** What the list of pages shows, by code. @param seoCodes of the same pages; null where a page has none */
export async function findPages(db: Database, codes: string[], seoCodes: (string | null)[]): Promise<ListedPage[]> {
  const { rows } = await sql<ListedPage>`
    select asked.code, case when pages.title ->> 'ar' <> '' then pages.title else page_seo.meta_title end as title,
      coalesce(pages.english_missing, 0) + coalesce(page_seo.english_missing, 0) as "englishMissing",
      coalesce(cardinality(pages.english_stale), 0) + coalesce(cardinality(page_seo.english_stale), 0)
        as "englishStale",
      drafts.key is not null as "hasDraft", drafts.publish_at as "publishAt", pages.updated_at as "updatedAt"
    from unnest(${codes}::text[], ${seoCodes}::text[]) with ordinality as asked (code, seo, place)
      left join pages on pages.code = asked.code
      left join page_seo on page_seo.code = asked.seo
      left join drafts on drafts.kind = 'page' and drafts.key = asked.code
    order by place`.execute(db)
  return rows
}
