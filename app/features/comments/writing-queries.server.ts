import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.server.ts'
import { face, faceJoins, mentionedIn } from '../authors/queries.server.ts'
import { answered, type CommentRow, type Subject } from './queries.server.ts'

export type Kind = 'article' | 'post'

/** Whether the article or post is public, so that it can be commented on. */
export async function isOpen(db: Database, subject: Subject, now: Date): Promise<boolean> {
  const { rows } = await ('articleId' in subject
    ? sql`select from articles where id = ${subject.articleId} and published_at <= ${now}`
    : sql`select from posts where id = ${subject.postId} and state = 'shown' and publish_date <= ${now}`
  ).execute(db)
  return rows.length > 0
}

/** A comment in any state: the caller decides who sees it. */
export async function findComment(
  db: Database,
  kind: Kind,
  id: number,
): Promise<(CommentRow & { state: string }) | undefined> {
  const { rows } = await sql<CommentRow & { state: string }>`
    select comments.id, comments.text, comments.created_at, comments.edited_at, comments.version, comments.state,
      comments.useful_count, ${face} as author, ${mentionedIn('comments.mentions')} as mentioned, ${answered} as answered
    from comments join authors on authors.id = comments.author_id ${faceJoins}
    where comments.id = ${id} and ${sql.ref(kind === 'article' ? 'comments.article_id' : 'comments.post_id')} is not null`.execute(
    db,
  )
  return rows[0]
}

/** @property replyTo the comment that it answers */
type NewComment = Subject & { authorId: number; text: string; replyTo: number | undefined; now: Date }

const columnsOf = (subject: Subject) => ({
  article_id: 'articleId' in subject ? subject.articleId : null,
  post_id: 'postId' in subject ? subject.postId : null,
})

/** The id of an identical comment by the same author on the same subject, at most `seconds` old. */
export async function findDuplicate(db: Database, comment: NewComment, seconds: number): Promise<number | undefined> {
  // Without the lock, two concurrent submissions would both find no duplicate.
  await sql`select from authors where id = ${comment.authorId} for update`.execute(db)
  const { article_id, post_id } = columnsOf(comment)
  const { rows } = await sql<{ id: number }>`
    select id from comments
    where author_id = ${comment.authorId} and text = ${comment.text}
      and article_id is not distinct from ${article_id}::int and post_id is not distinct from ${post_id}::int
      and created_at > ${new Date(comment.now.getTime() - seconds * 1000)}
    limit 1`.execute(db)
  return rows[0]?.id
}

/** Whether readers see another text of the author. @param besides a comment that does not count */
export async function hasShownText(db: Database, authorId: number, besides = 0): Promise<boolean> {
  const { rows } = await sql`
    select from posts where author_id = ${authorId} and state = 'shown'
    union all select from comments where author_id = ${authorId} and state = 'shown' and id <> ${besides}
    limit 1`.execute(db)
  return rows.length > 0
}

export async function insertComment(db: Database, comment: NewComment): Promise<number> {
  const { id } = await db
    .insertInto('comments')
    .values({
      ...columnsOf(comment),
      ...{ author_id: comment.authorId, text: comment.text, created_at: comment.now },
      reply_to: comment.replyTo ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whether readers see this comment on the subject. */
export async function isShownOn(db: Database, subject: Subject, id: number): Promise<boolean> {
  const { article_id, post_id } = columnsOf(subject)
  const { rows } = await sql`
    select from comments where id = ${id} and state = 'shown'
      and article_id is not distinct from ${article_id}::int and post_id is not distinct from ${post_id}::int`.execute(
    db,
  )
  return rows.length > 0
}

/** False when it no longer exists or has a newer version than the one that was read. */
export async function updateComment(
  db: Database,
  { id, text, version, now }: { id: number; text: string; version: number | undefined; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('comments')
    .set((set) => ({ text, edited_at: now, version: set('version', '+', 1) }))
    .where('id', '=', id)
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function removeComment(db: Database, id: number): Promise<void> {
  await db.deleteFrom('comments').where('id', '=', id).execute()
}
