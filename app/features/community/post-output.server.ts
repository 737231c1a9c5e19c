/** A post as the output of the API: as a card and complete. */
import type { z } from 'zod'
import { Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { excerptOf, renderMemberText } from '../../platform/markdown/markdown.server.ts'
import { authorOf, isMine, isModerator, mentionsOf } from '../authors/authors.server.ts'
import { commentsOf } from '../comments/comments.server.ts'
import { attachmentOf } from '../uploads/uploads.server.ts'
import type { Post, PostCard } from './contract.ts'
import { findPosts, type PostRow } from './queries.server.ts'

const MAX_EXCERPT_LENGTH = 220

/** A post that has not been deleted. */
export type LivePost = PostRow & { state: 'shown' | 'waiting' | 'hidden' }

const isLive = (row: PostRow | undefined): row is LivePost => row !== undefined && row.state !== 'removed'

/**
 * Held, hidden and scheduled posts are visible to their author and to staff only.
 * @throws Problem postNotFound
 */
export async function visiblePost(ctx: Context, id: number): Promise<LivePost> {
  const [row] = await findPosts(ctx.db, [id])
  if (!isLive(row) || !(isPublic(ctx, row) || mayChange(ctx, row))) throw new Problem('postNotFound')
  return row
}

/** Whether the post is public. */
const isPublic = (ctx: Context, row: PostRow) => row.state === 'shown' && row.publish_date <= ctx.now()

export const mayChange = (ctx: Context, row: PostRow) => isMine(ctx, row.author) || isModerator(ctx)

export async function postOutput(ctx: Context, row: LivePost): Promise<z.input<typeof Post>> {
  const isChangeable = mayChange(ctx, row)
  return {
    ...cardOf(ctx, row),
    content: renderMemberText(row.content, ctx.lang, mentionsOf(row.mentioned, ctx.lang)),
    attachment: row.upload ? attachmentOf(ctx, row.upload, isPublic(ctx, row), row.upload_alt) : undefined,
    state: row.state,
    comments: await commentsOf(ctx, { postId: row.id }),
    usefulCount: row.useful_count,
    mayChange: isChangeable,
    source: isChangeable ? row.content : undefined,
    version: row.version,
  }
}

export function cardOf(ctx: Context, row: PostRow): PostCard {
  return {
    id: row.id,
    title: row.title,
    excerpt: excerptOf(row.content, MAX_EXCERPT_LENGTH),
    category: { id: row.category.id, name: inLang(row.category.name, ctx.lang) },
    author: authorOf(row.author, ctx.lang),
    publishDate: row.publish_date.toISOString(),
    editedAt: row.edited_at?.toISOString(),
    commentsCount: row.comments_count,
    attachment: row.upload ? attachmentOf(ctx, row.upload, isPublic(ctx, row)) : undefined,
    isMine: isMine(ctx, row.author),
  }
}
