import { sql } from 'kysely'
import type { Database } from '../../platform/database.server.ts'
import { type FaceRow, face, faceJoins, type MentionedRows, mentionedIn } from '../authors/queries.server.ts'

/** What is commented on. */
export type Subject = { articleId: number } | { postId: number }

const under = (subject: Subject) =>
  'articleId' in subject ? sql`comments.article_id = ${subject.articleId}` : sql`comments.post_id = ${subject.postId}`

export type CommentRow = {
  id: number
  text: string
  author: FaceRow
  created_at: Date
  edited_at: Date | null
  version: number
  mentioned: MentionedRows
}

/** The comments that everybody sees, the oldest first. */
export async function findComments(db: Database, subject: Subject, page: { limit: number; offset: number }) {
  const { rows } = await sql<CommentRow>`
    select comments.id, comments.text, comments.created_at, comments.edited_at, comments.version, ${face} as author,
      ${mentionedIn('comments.mentions')} as mentioned
    from ${pageOf(subject, page)} as place
    join comments on comments.id = place.id
    join authors on authors.id = comments.author_id ${faceJoins}
    order by comments.created_at, comments.id`.execute(db)
  return rows
}

/** The ids alone, which an index holds in their order: a page far on reads nothing of those before it. */
export const pageOf = (subject: Subject, { limit, offset }: { limit: number; offset: number }) => sql`(
  select id from comments where ${under(subject)} and comments.state = 'shown'
  order by created_at, id limit ${limit} offset ${offset})`

/** How many there are, as the triggers have counted; undefined when the subject does not exist. */
export async function countComments(db: Database, subject: Subject): Promise<number | undefined> {
  const { rows } = await ('articleId' in subject
    ? sql<{ count: number }>`select comments_count as count from articles where id = ${subject.articleId}`
    : sql<{ count: number }>`select comments_count as count from posts where id = ${subject.postId}`
  ).execute(db)
  return rows[0]?.count
}
