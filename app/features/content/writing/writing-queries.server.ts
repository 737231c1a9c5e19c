import { sql } from 'kysely'
import type { Localized } from '../../../../db/shapes.ts'
import type { Database, Tx } from '../../../platform/database/database.server.ts'

/** What happened to records that are no longer in the files, by key. */
export type RemovedRecords = { removed: string[]; withdrawn: string[] }

export async function idsOfWriting(
  db: Database,
  table: 'authors' | 'blog_categories' | 'post_categories' | 'articles' | 'posts',
): Promise<Map<string, number>> {
  const rows = await db.selectFrom(table).select(['key', 'id']).where('key', 'is not', null).execute()
  return new Map(rows.map(({ key, id }) => [key!, id]))
}

/**
 * Deletes comments that are no longer in the files; members' own comments have no key and stay.
 * @param subjects `articles/…` and `posts/…` whose comments all stay
 */
export async function removeOtherComments(tx: Tx, keys: string[], subjects: string[]): Promise<string[]> {
  const gone = await sql<{ key: string }>`
    delete from comments where key <> all(${keys}::text[])
      and regexp_replace(key, '/[0-9]+$', '') <> all(${subjects}::text[]) returning key`.execute(tx)
  return gone.rows.map(({ key }) => key)
}

/** Deletes the articles without members' comments; those with comments become drafts. */
export async function removeOtherArticles(tx: Tx, keys: string[]): Promise<RemovedRecords> {
  const removed = await sql<{ key: string }>`
    delete from articles where key <> all(${keys}::text[])
      and not exists (select from comments where article_id = articles.id) returning key`.execute(tx)
  const withdrawn = await sql<{ key: string }>`
    update articles set published_at = null where key <> all(${keys}::text[]) and published_at is not null
    returning key`.execute(tx)
  return { removed: removed.rows.map(({ key }) => key), withdrawn: withdrawn.rows.map(({ key }) => key) }
}

/** What files say less exactly than the stored articles, by key. */
export async function storedArticles(db: Database) {
  const rows = await db
    .selectFrom('articles')
    .select(['key', 'published_at', 'publish_at', 'archived_at', 'english_made_from'])
    .where('key', 'is not', null)
    .execute()
  return new Map(rows.map((row) => [row.key!, row]))
}

/** The attachments of the content's posts, by key. */
export async function picturesOfPosts(db: Database): Promise<Map<string, { id: string; source: string | null }>> {
  const rows = await db
    .selectFrom('posts')
    .innerJoin('uploads', 'uploads.id', 'posts.upload_id')
    .select(['posts.key', 'uploads.id', 'uploads.source'])
    .where('posts.key', 'is not', null)
    .execute()
  return new Map(rows.map(({ key, id, source }) => [key!, { id, source }]))
}

/** Deletes the posts without members' comments; those with comments are hidden. */
export async function removeOtherPosts(tx: Tx, keys: string[]): Promise<RemovedRecords> {
  const removed = await sql<{ key: string }>`
    delete from posts where key <> all(${keys}::text[])
      and not exists (select from comments where post_id = posts.id) returning key`.execute(tx)
  const withdrawn = await sql<{ key: string }>`
    update posts set state = 'hidden' where key <> all(${keys}::text[]) and state <> 'hidden' returning key`.execute(tx)
  return { removed: removed.rows.map(({ key }) => key), withdrawn: withdrawn.rows.map(({ key }) => key) }
}

const USED = {
  blog_categories: sql`exists (select from articles where category_id = blog_categories.id)`,
  post_categories: sql`exists (select from posts where category_id = post_categories.id)`,
  tags: sql`exists (select from articles where tags @> array[tags.key])`,
  authors: sql`(authors.user_id is not null
    or exists (select from articles where author_id = authors.id)
    or exists (select from posts where author_id = authors.id)
    or exists (select from comments where author_id = authors.id))`,
} as const

/** Deletes records that are no longer in the files, unless they are still referred to. */
export async function removeUnused(tx: Tx, table: keyof typeof USED, keys: string[]): Promise<string[]> {
  const gone = await sql<{ key: string }>`
    delete from ${sql.table(table)} where key <> all(${keys}::text[]) and not ${USED[table]} returning key`.execute(tx)
  return gone.rows.map(({ key }) => key)
}

/** Staff who write articles are authors by the name of their account; one whose account is gone, without it. */
async function authorsOfFiles(db: Database) {
  return db
    .selectFrom('authors')
    .leftJoin('users', 'users.id', 'authors.user_id')
    .selectAll('authors')
    .select(
      sql<Localized | null>`case when authors.trainer_id is null then
        case when users.id is null then authors.name else jsonb_build_object('ar', users.user_name) end end`.as('name'),
    )
    .where('key', 'is not', null)
    .orderBy('authors.id')
    .execute()
}

/** The rows of blog and community for an export: only those that came from files or fit into them. */
export async function allWriting(db: Database) {
  const [authors, blogCategories, tags, articles, formerArticleSlugs, postCategories, posts, comments] =
    await Promise.all([
      authorsOfFiles(db),
      db.selectFrom('blog_categories').selectAll().orderBy('position').orderBy('id').execute(),
      db.selectFrom('tags').selectAll().orderBy('key').execute(),
      db.selectFrom('articles').selectAll().where('key', 'is not', null).orderBy('key').execute(),
      db.selectFrom('former_article_slugs').selectAll().orderBy('slug').execute(),
      db.selectFrom('post_categories').selectAll().orderBy('position').orderBy('id').execute(),
      db
        .selectFrom('posts')
        .leftJoin('uploads', 'uploads.id', 'posts.upload_id')
        .selectAll('posts')
        .select('uploads.source')
        .where('key', 'is not', null)
        .where('state', '=', 'shown')
        .orderBy('posts.id')
        .execute(),
      db.selectFrom('comments').selectAll().where('key', 'is not', null).orderBy('id').execute(),
    ])
  return { authors, blogCategories, tags, articles, formerArticleSlugs, postCategories, posts, comments }
}
export type AllWriting = Awaited<ReturnType<typeof allWriting>>
