/** Adding, changing and deleting comments of articles and posts. */
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { type Context, requireUser } from '../../platform/context.server.ts'
import { MINUTE_SECONDS } from '../../platform/durations.ts'
import { limit } from '../../platform/limits/rate-limit.server.ts'
import { isMine, isModerator, writerOf } from '../authors/authors.server.ts'
import { auditRemoval, holdForReview } from '../moderation/moderation.server.ts'
import { recordChangedText, recordNewText } from '../notifications/notify-members.server.ts'
import { commentOf } from './comments.server.ts'
import type { commentsEndpoints } from './contract.ts'
import type { Subject } from './queries.server.ts'
import { setUseful } from './useful.server.ts'
import {
  findComment,
  findDuplicate,
  hasShownText,
  insertComment,
  isOpen,
  isShownOn,
  type Kind,
  removeComment,
  updateComment,
} from './writing-queries.server.ts'

type Calls = typeof commentsEndpoints

/** Per member; even a lively discussion is slower. */
const MAX_PER_TEN_MINUTES = 15
/** The same text on the same subject within this time is a repeated submission. */
const DUPLICATE_WINDOW_SECONDS = 60

export const commentsOperations: Operations<Calls> = {
  addToArticle: (ctx, { articleId, ...input }) => add(ctx, { articleId }, input),
  changeOfArticle: (ctx, input) => change(ctx, 'article', input),
  removeOfArticle: (ctx, { commentId }) => remove(ctx, 'article', commentId),
  addToPost: (ctx, { postId, ...input }) => add(ctx, { postId }, input),
  changeOfPost: (ctx, input) => change(ctx, 'post', input),
  removeOfPost: (ctx, { commentId }) => remove(ctx, 'post', commentId),
  markUseful: (ctx, what) => setUseful(ctx, what, true),
  unmarkUseful: (ctx, what) => setUseful(ctx, what, false),
}

const writtenKind = (kind: Kind) => (kind === 'post' ? ('postComment' as const) : ('articleComment' as const))

type New = { text: string; replyTo?: number | undefined }

async function add(ctx: Context, subject: Subject, { text, replyTo }: New) {
  const user = requireUser(ctx)
  if (!(await isOpen(ctx.db, subject, ctx.now())))
    throw new Problem('articleId' in subject ? 'articleNotFound' : 'postNotFound')
  await limit(ctx, `comments:${user.id}`, MAX_PER_TEN_MINUTES, 10 * MINUTE_SECONDS)
  if (replyTo !== undefined && !(await isShownOn(ctx.db, subject, replyTo))) throw new Problem('answeredIsGone')
  const kind = 'articleId' in subject ? 'article' : 'post'
  const id = await ctx.db.transaction().execute(async (tx) => {
    const authorId = await writerOf(ctx, tx)
    const comment = { ...subject, authorId, text, replyTo, now: ctx.now() }
    const duplicate = await findDuplicate(tx, comment, DUPLICATE_WINDOW_SECONDS)
    if (duplicate !== undefined) return duplicate
    const isFirst = !(await hasShownText(tx, authorId))
    const commentId = await insertComment(tx, comment)
    await holdForReview(ctx, tx, { kind: writtenKind(kind), id: commentId, authorId }, { text, isFirst })
    const subjectId = 'articleId' in subject ? subject.articleId : subject.postId
    await recordNewText(ctx, tx, { kind: 'comment', id: commentId, text }, { kind, id: subjectId })
    return commentId
  })
  return commentOf(ctx, (await findComment(ctx.db, kind, id))!)
}

/** A public comment that the signed-in user may change. */
async function changeable(ctx: Context, kind: Kind, id: number) {
  requireUser(ctx)
  const row = await findComment(ctx.db, kind, id)
  if (!row || (row.state !== 'shown' && !isModerator(ctx))) throw new Problem('notFound')
  if (!isMine(ctx, row.author) && !isModerator(ctx)) throw new Problem('forbidden')
  return row
}

async function change(ctx: Context, kind: Kind, { commentId, text, version }: Input<Calls['changeOfPost']>) {
  const user = requireUser(ctx)
  const row = await changeable(ctx, kind, commentId)
  await limit(ctx, `comment-changes:${user.id}`, 2 * MAX_PER_TEN_MINUTES, 10 * MINUTE_SECONDS)
  await writerOf(ctx, ctx.db)
  if (text === row.text) return commentOf(ctx, row)
  const isChanged = await ctx.db.transaction().execute(async (tx) => {
    if (!(await updateComment(tx, { id: commentId, text, version, now: ctx.now() }))) return false
    if (row.state === 'shown' && isMine(ctx, row.author)) {
      const isFirst = !(await hasShownText(tx, row.author.id, commentId))
      const comment = { kind: writtenKind(kind), id: commentId, authorId: row.author.id }
      await holdForReview(ctx, tx, comment, { text, before: row.text, isFirst })
    }
    await recordChangedText(ctx, tx, { kind: 'comment', id: commentId, text })
    return true
  })
  if (!isChanged) {
    const newer = await findComment(ctx.db, kind, commentId)
    if (!newer) throw new Problem('notFound')
    throw new Problem('changedMeanwhile', { text: newer.text, version: newer.version })
  }
  return commentOf(ctx, (await findComment(ctx.db, kind, commentId))!)
}

async function remove(ctx: Context, kind: Kind, id: number) {
  const row = await changeable(ctx, kind, id)
  await ctx.db.transaction().execute(async (tx) => {
    if (!isMine(ctx, row.author))
      await auditRemoval(ctx, tx, {
        kind: writtenKind(kind),
        id,
        authorId: row.author.id,
      })
    await removeComment(tx, id)
  })
  return {}
}
