import { type RawBuilder, sql } from 'kysely'
import { preparedStatement } from '../../../db/prepared.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { type FaceRow, face, faceJoins, type MentionedRows, mentionedIn } from '../authors/queries.server.ts'
import { followedBy } from '../notifications/choice-queries.server.ts'

/** The article or post that is commented on. */
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
  useful_count: number
  /** The comment that it answers, while that one is public. */
  answered: { id: number; author: FaceRow } | null
}

/** Of a statement over `comments`. */
export const answered = sql<CommentRow['answered']>`(
  select json_build_object('id', asked.id, 'author', ${face})
  from comments as asked join authors on authors.id = asked.author_id ${faceJoins}
  where asked.id = comments.reply_to and asked.state = 'shown')`

/** The public comments, the oldest first. */
export async function findComments(db: Database, subject: Subject, page: { limit: number; offset: number }) {
  const { rows } = await sql<CommentRow>`
    select comments.id, comments.text, comments.created_at, comments.edited_at, comments.version, comments.useful_count,
      ${face} as author, ${mentionedIn('comments.mentions')} as mentioned, ${answered} as answered
    from ${pageOf(subject, page)} as place
    join comments on comments.id = place.id
    join authors on authors.id = comments.author_id ${faceJoins}
    order by comments.created_at, comments.id`.execute(db)
  return rows
}

export type OwnPartRow = {
  /** Whether the user wrote the subject; null when there is none. */
  is_mine: boolean | null
  is_followed: boolean
  /** Whether the user marked the subject as useful. */
  is_useful: boolean
  /** The newest of the user's own public comments. */
  comments: number[]
  /** The newest of the comments that the user marked as useful. */
  useful: number[]
}

/** What of a subject is the user's own, in one statement. */
export async function findOwnPart(
  db: Database,
  subject: Subject,
  userId: number,
  maxComments: number,
): Promise<OwnPartRow> {
  const [row] = await ('articleId' in subject
    ? ownPartOfArticle(db, { id: subject.articleId, userId, maxComments })
    : ownPartOfPost(db, { id: subject.postId, userId, maxComments }))
  return row!
}

type OwnPart = { id: number; userId: number; maxComments: number }

const ownPartOfArticle = preparedStatement('own_part_of_article', (db: Database, part: OwnPart) => {
  const isFollowed = followedBy(part.userId, { kind: 'article', id: part.id })
  // Both columns, as in the index by author.
  const isOnIt = sql`comments.post_id is null and comments.article_id = ${part.id}`
  return { compile: () => ownPart(sql`articles`, { isFollowed, isUseful: sql`false`, isOnIt }, part).compile(db) }
})

const ownPartOfPost = preparedStatement('own_part_of_post', (db: Database, part: OwnPart) => {
  const isFollowed = followedBy(part.userId, { kind: 'post', id: part.id })
  const isUseful = sql`exists (select from useful_marks where user_id = ${part.userId} and post_id = ${part.id})`
  const isOnIt = sql`comments.post_id = ${part.id}`
  return { compile: () => ownPart(sql`posts`, { isFollowed, isUseful, isOnIt }, part).compile(db) }
})

/** The comments are sought by one author at a time: otherwise the planner may read all comments on the subject. */
const ownPart = (
  table: RawBuilder<unknown>,
  { isFollowed, isUseful, isOnIt }: Record<'isFollowed' | 'isUseful' | 'isOnIt', RawBuilder<unknown>>,
  { id, userId, maxComments }: OwnPart,
) => sql<OwnPartRow>`
  with mine as materialized (
    select id from authors where user_id = ${userId}
    union all select authors.id from authors join trainers on trainers.id = authors.trainer_id
    where trainers.user_id = ${userId}
  )
  select (select author_id in (select id from mine) from ${table} where id = ${id}) as is_mine,
    ${isFollowed} as is_followed,
    array(
      select theirs.id from mine cross join lateral (
        select id, created_at from comments where author_id = mine.id and ${isOnIt} and state = 'shown'
        order by created_at desc, id desc limit ${maxComments}) as theirs
      order by created_at desc, theirs.id desc limit ${maxComments}) as comments,
    ${isUseful} as is_useful,
    array(
      select comment_id from useful_marks join comments on comments.id = comment_id
      where user_id = ${userId} and comment_id is not null and ${isOnIt}
      order by useful_marks.created_at desc limit ${maxComments}) as useful`

/** The source of a public comment on a subject. */
export async function findCommentSource(db: Database, subject: Subject, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ text: string }>`
    select text from comments where ${under(subject)} and state = 'shown' and id = ${id}`.execute(db)
  return rows[0]?.text
}

/** Only the ids, in the order of an index: a late list page reads no row of the earlier ones. */
export const pageOf = (subject: Subject, { limit, offset }: { limit: number; offset: number }) => sql`(
  select id from comments where ${under(subject)} and comments.state = 'shown'
  order by created_at, id limit ${limit} offset ${offset})`

/** The number of comments, maintained by triggers; undefined when the subject does not exist. */
export async function countComments(db: Database, subject: Subject): Promise<number | undefined> {
  const { rows } = await ('articleId' in subject
    ? sql<{ count: number }>`select comments_count as count from articles where id = ${subject.articleId}`
    : sql<{ count: number }>`select comments_count as count from posts where id = ${subject.postId}`
  ).execute(db)
  return rows[0]?.count
}
