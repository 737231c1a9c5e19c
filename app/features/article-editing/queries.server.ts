import { sql } from 'kysely'
import type { Database, Tx } from '../../platform/database/database.server.ts'
import type { Publication } from '../revisions/publication.ts'
import type { ArticleColumns } from './article-values.ts'

const EDITED = [
  ...(['id', 'key', 'slug', 'version', 'category_id', 'author_id', 'tags', 'cover', 'cover_alt'] as const),
  ...(['title', 'summary', 'body', 'seo', 'english_made_from'] as const),
  ...(['published_at', 'publish_at', 'archived_at', 'updated_at'] as const),
] as const

export const findEdited = (db: Database, id: number) =>
  db.selectFrom('articles').select(EDITED).where('id', '=', id).executeTakeFirst()
export type EditedRow = NonNullable<Awaited<ReturnType<typeof findEdited>>>

/** The same, so that nobody else changes it before the transaction ends. */
export const lockEdited = (tx: Tx, id: number): Promise<EditedRow | undefined> =>
  tx.selectFrom('articles').select(EDITED).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

type EnglishColumns = { madeFrom: object; stale: string[] }

const json = JSON.stringify

const jsonColumns = (columns: ArticleColumns, { madeFrom, stale }: EnglishColumns) => ({
  ...columns,
  cover_alt: columns.cover_alt && json(columns.cover_alt),
  title: json(columns.title),
  summary: json(columns.summary),
  body: json(columns.body),
  seo: json(columns.seo),
  english_made_from: json(madeFrom),
  english_stale: stale,
})

/** @returns the new version */
export async function updateArticle(
  tx: Tx,
  id: number,
  columns: ArticleColumns,
  english: EnglishColumns,
  updatedAt: Date,
): Promise<number> {
  const row = await tx
    .updateTable('articles')
    .set({ ...jsonColumns(columns, english), updated_at: updatedAt })
    .set('version', sql`version + 1`)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

/** @returns the new version */
export async function setPublication(tx: Tx, id: number, state: Publication, updatedAt: Date): Promise<number> {
  const { publishedAt: published_at, publishAt: publish_at, archivedAt: archived_at } = state
  const row = await tx
    .updateTable('articles')
    .set({ published_at, publish_at, archived_at, updated_at: updatedAt })
    .set('version', sql`version + 1`)
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

export async function insertArticle(tx: Tx, key: string, columns: ArticleColumns, now: Date): Promise<number> {
  const row = await tx
    .insertInto('articles')
    .values({ key, ...jsonColumns(columns, { madeFrom: {}, stale: [] }), updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function isSlugTaken(db: Database, slug: string, exceptId: number): Promise<boolean> {
  const row = await db
    .selectFrom('articles')
    .select('id')
    .where('slug', '=', slug)
    .where('id', '!=', exceptId)
    .executeTakeFirst()
  return row !== undefined
}

/** The slugs that begin like this, to choose another. */
export async function slugsLike(db: Database, slug: string): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from articles where starts_with(slug, ${slug})
    union all select slug from former_article_slugs where starts_with(slug, ${slug})`.execute(db)
  return new Set(rows.map((row) => row.slug))
}

export async function keysLike(db: Database, key: string): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`select key from articles where starts_with(key, ${key})`.execute(db)
  return new Set(rows.map((row) => row.key))
}

/** Keeps the address that an article had; its new one leads to it, even when it was the former one of another. */
export async function keepFormerSlug(tx: Tx, articleId: number, former: string, present: string): Promise<void> {
  await sql`delete from former_article_slugs where slug = ${present}`.execute(tx)
  await sql`insert into former_article_slugs (slug, article_id) values (${former}, ${articleId})
    on conflict (slug) do update set article_id = excluded.article_id`.execute(tx)
}

export async function findFormerSlugs(db: Database, articleId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('former_article_slugs')
    .select('slug')
    .where('article_id', '=', articleId)
    .orderBy('slug')
    .execute()
  return rows.map(({ slug }) => slug)
}

/** The articles whose time to be published has come. */
export async function findDue(db: Database, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('articles')
    .select('id')
    .where('publish_at', '<=', now)
    .orderBy('publish_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether there are this category, this author and these tags. */
export async function findUnknown(
  db: Database,
  { categoryId, authorId, tags }: { categoryId: number; authorId: number; tags: string[] },
): Promise<{ category: boolean; author: boolean; tags: boolean }> {
  const { rows } = await sql<{ category: boolean; author: boolean; tags: boolean }>`
    select not exists (select from blog_categories where id = ${categoryId}) as category,
      not exists (select from authors where id = ${authorId}) as author,
      (select count(*) from tags where key = any (${tags}::text[])) < ${tags.length}::int as tags`.execute(db)
  return rows[0]!
}

/** Files know who wrote an article by a key and, of staff, by the name of the account; members need neither. */
export async function keyAuthor(tx: Tx, authorId: number, now: Date): Promise<void> {
  await sql`update authors set key = ${`author-${authorId}-${now.getTime()}`},
      name = coalesce((select jsonb_build_object('ar', user_name) from users where users.id = authors.user_id), name)
    where id = ${authorId} and key is null`.execute(tx)
}
