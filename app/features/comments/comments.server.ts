/** Comments of articles and of posts. */
import type { z } from 'zod'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import { renderMemberText } from '../../platform/markdown/markdown.server.ts'
import { authorOf, isMine, isModerator, mentionsOf } from '../authors/authors.server.ts'
import type { CommentPage, OwnComments } from './contract.ts'
import {
  type CommentRow,
  countComments,
  findCommentSource,
  findComments,
  findOwnPart,
  type Subject,
} from './queries.server.ts'

const PAGE_SIZE = 20
const MAX_OWN = 500

/** A list page of the comments on a subject; the caller has checked that the visitor may see it. */
export async function commentsOf(ctx: Context, subject: Subject, page = 1): Promise<z.input<typeof CommentPage>> {
  const offset = (page - 1) * PAGE_SIZE
  const [count, rows] = await Promise.all([
    countComments(ctx.db, subject),
    offset >= COUNT_CAP ? [] : findComments(ctx.db, subject, { limit: PAGE_SIZE, offset }),
  ])
  if (count === undefined) throw new Problem('notFound')
  return {
    items: rows.map((row) => commentOf(ctx, row)),
    pageIndex: page,
    pageSize: PAGE_SIZE,
    totalCount: Math.min(count, COUNT_CAP),
    totalIsCapped: count > COUNT_CAP || undefined,
  }
}

/**
 * What of an article or a post is the visitor's own.
 * @param comment the comment whose source is wanted
 */
export async function ownPart(ctx: Context, subject: Subject, comment: number | undefined) {
  const mayChangeAll = isModerator(ctx)
  const own = await findOwnPart(ctx.db, subject, requireUser(ctx).id, MAX_OWN)
  const mayChange = comment !== undefined && (mayChangeAll || own.comments.includes(comment))
  const source = mayChange ? await findCommentSource(ctx.db, subject, comment) : undefined
  const comments: OwnComments = { mine: own.comments, useful: own.useful, mayChangeAll, source: source ?? null }
  return {
    isMine: own.is_mine ?? false,
    mayChange: own.is_mine !== null && (own.is_mine || mayChangeAll),
    isFollowed: own.is_followed,
    isUseful: own.is_useful,
    comments,
  }
}

export function commentOf(ctx: Context, row: CommentRow & { state?: string }) {
  const mayChange = isMine(ctx, row.author) || isModerator(ctx)
  return {
    id: row.id,
    text: renderMemberText(row.text, ctx.lang, mentionsOf(row.mentioned, ctx.lang)),
    author: authorOf(row.author, ctx.lang),
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString(),
    isMine: isMine(ctx, row.author),
    isWaiting: row.state === 'waiting' || undefined,
    replyTo: row.answered ? { id: row.answered.id, author: authorOf(row.answered.author, ctx.lang).name } : undefined,
    usefulCount: row.useful_count,
    mayChange,
    source: mayChange ? row.text : undefined,
    version: row.version,
  }
}
