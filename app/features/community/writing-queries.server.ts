import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'
import { findPosts, type PostRow } from './queries.server.ts'

type Words = { title: string; content: string; categoryId: number; publishDate: Date; now: Date }
/** The id of a committed upload and its alternative text. */
type WithFile = { uploadId: string | null; uploadAlt: string | null }

export async function categoryExists(db: Database, id: number): Promise<boolean> {
  return (await db.selectFrom('post_categories').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Whether another post of this author is public. */
export async function hasShownPost(db: Database, authorId: number, besides = 0): Promise<boolean> {
  const found = await db
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', authorId)
    .where('state', '=', 'shown')
    .where('id', '<>', besides)
    .executeTakeFirst()
  return found !== undefined
}

/** More are not listed at once. */
const MAX_UNPUBLISHED = 50

type UnpublishedRow = { id: number; title: string; state: 'shown' | 'waiting' | 'hidden'; publishDate: Date }

/** The posts of an account that visitors do not see, the next to come first. */
export async function findUnpublished(db: Database, userId: number, now: Date): Promise<UnpublishedRow[]> {
  const { rows } = await sql<UnpublishedRow>`
    select p.id, p.title, p.state, p.publish_date as "publishDate" from posts p join authors a on a.id = p.author_id
    where a.user_id = ${userId} and (p.state in ('waiting', 'hidden') or p.state = 'shown' and p.publish_date > ${now})
    order by p.publish_date, p.id limit ${MAX_UNPUBLISHED}`.execute(db)
  return rows
}

/** The id of an identical post by the same author, at most `seconds` old. */
export async function findDuplicatePost(
  db: Database,
  { authorId, title, content, now }: Words & { authorId: number },
  seconds: number,
): Promise<number | undefined> {
  // Without the lock, two concurrent submissions would both find no duplicate.
  await sql`select from authors where id = ${authorId} for update`.execute(db)
  const found = await db
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', authorId)
    .where('title', '=', title)
    .where('content', '=', content)
    .where('state', '<>', 'removed')
    .where('created_at', '>', new Date(now.getTime() - seconds * 1000))
    .executeTakeFirst()
  return found?.id
}

export async function insertPost(db: Database, post: Words & WithFile & { authorId: number }): Promise<number> {
  const { id } = await db
    .insertInto('posts')
    .values({
      author_id: post.authorId,
      category_id: post.categoryId,
      title: post.title,
      content: post.content,
      publish_date: post.publishDate,
      created_at: post.now,
      upload_id: post.uploadId,
      upload_alt: post.uploadAlt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The upload of a post; locks the row, so that concurrent replacements happen one after the other. */
export async function lockUpload(db: Database, id: number): Promise<string | null> {
  const row = await db.selectFrom('posts').select('upload_id').where('id', '=', id).forUpdate().executeTakeFirst()
  return row?.upload_id ?? null
}

/** False when it no longer exists or has a newer version than the one that was read. */
export async function updatePost(
  db: Database,
  { id, version, now, ...words }: Words & WithFile & { id: number; version: number | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('posts')
    .set((set) => ({
      title: words.title,
      content: words.content,
      category_id: words.categoryId,
      publish_date: words.publishDate,
      upload_id: words.uploadId,
      upload_alt: words.uploadAlt,
      edited_at: now,
      version: set('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', '<>', 'removed')
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A restored post gets back the state that it had: shown, held or hidden. */
export async function removePost(db: Database, id: number, now: Date): Promise<void> {
  await sql`update posts set state_before = state, state = 'removed', removed_at = ${now}
    where id = ${id} and state <> 'removed'`.execute(db)
}

/** False when there is none, it was deleted too long ago, or the user may not restore it. */
export async function restorePost(
  db: Database,
  id: number,
  since: Date,
  may: (row: PostRow) => boolean,
): Promise<boolean> {
  const [row] = await findPosts(db, [id])
  if (!row || !may(row)) return false
  const { numAffectedRows } = await sql`
    update posts set state = state_before, state_before = null, removed_at = null
    where id = ${id} and state = 'removed' and removed_at >= ${since}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** @returns the uploads that were attached to them */
export async function deleteRemovedPosts(db: Database, before: Date): Promise<string[]> {
  const gone = await db
    .deleteFrom('posts')
    .where('state', '=', 'removed')
    .where('removed_at', '<', before)
    .returning('upload_id')
    .execute()
  return gone.flatMap(({ upload_id }) => upload_id ?? [])
}
