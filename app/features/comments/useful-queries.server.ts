import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'

/** A post or a comment. */
export type UsefulText = { kind: 'post' | 'comment'; id: number }
type Mark = UsefulText & { userId: number }

/** A text that readers see, with the account that wrote it; undefined for any other. */
export async function findMarkable(
  db: Database,
  { kind, id }: UsefulText,
  now: Date,
): Promise<{ writer: number | null; useful_count: number } | undefined> {
  const writer = sql`(
    select coalesce(authors.user_id, trainers.user_id) from authors
    left join trainers on trainers.id = authors.trainer_id where authors.id = author_id) as writer`
  const { rows } = await (kind === 'post'
    ? sql<{ writer: number | null; useful_count: number }>`
        select ${writer}, useful_count from posts where id = ${id} and state = 'shown' and publish_date <= ${now}`
    : sql<{ writer: number | null; useful_count: number }>`
        select ${writer}, useful_count from comments where id = ${id} and state = 'shown' and (
          exists (select from articles where articles.id = article_id and published_at <= ${now})
          or exists (select from posts where posts.id = post_id and posts.state = 'shown' and publish_date <= ${now}))`
  ).execute(db)
  return rows[0]
}

const columnsOf = ({ kind, id }: UsefulText) => ({
  post_id: kind === 'post' ? id : null,
  comment_id: kind === 'comment' ? id : null,
})

/** False when it is marked already. */
export async function insertMark(db: Database, mark: Mark, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows: count } = await db
    .insertInto('useful_marks')
    .values({ user_id: mark.userId, ...columnsOf(mark), created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return count === 1n
}

/** False when it was not marked. */
export async function removeMark(db: Database, { kind, id, userId }: Mark): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('useful_marks')
    .where('user_id', '=', userId)
    .where(kind === 'post' ? 'post_id' : 'comment_id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
