import type { z } from 'zod'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { excerptOf, renderMemberText } from '../../platform/markdown.server.ts'
import { authorById, authorOf, isMine, isStaff } from '../authors/authors.server.ts'
import { mendedQuery, queryOf } from '../catalogue/search.server.ts'
import { commentsOf } from '../comments/comments.server.ts'
import type { communityEndpoints, PostCard } from './contract.ts'
import { COUNT_CAP, findPostIds, type PostFilter, type PostSort } from './listing-queries.server.ts'
import { findCategories, findPosts, findTrendingIds, type PostRow } from './queries.server.ts'

type Calls = typeof communityEndpoints
type Answer<Name extends keyof Calls> = z.input<Calls[Name]['output']>

const EXCERPT_LETTERS = 220

export const communityOperations: Operations<Calls> = { posts, postById, trendingPosts, categories, moreComments }

const SORTS: Record<number, PostSort> = { 1: 'newest', 2: 'most-discussed', 3: 'trending' }

/** A page of the posts that pass every filter; what is searched with a typing error is found all the same. */
async function posts(ctx: Context, input: Input<Calls['posts']>): Promise<Answer<'posts'>> {
  const [search, author] = await Promise.all([
    input.SearchTerm === undefined ? undefined : queryOf(ctx, input.SearchTerm),
    authorById(ctx, input.UserId),
  ])
  const { ids, total } = await findOrMend(ctx, input.SearchTerm, {
    search,
    authorId: input.UserId,
    categoryId: input.CategoryId,
    sort: SORTS[input.SortMethod]!,
    limit: input.PageSize,
    offset: (input.PageIndex - 1) * input.PageSize,
  })
  return {
    items: await cardsOf(ctx, ids),
    pageIndex: input.PageIndex,
    pageSize: input.PageSize,
    totalCount: Math.min(total, COUNT_CAP),
    totalIsCapped: total > COUNT_CAP || undefined,
    author,
  }
}

async function findOrMend(ctx: Context, term: string | undefined, filter: PostFilter) {
  const found = await findPostIds(ctx.db, filter, ctx.now())
  if (term === undefined || found.total > 0) return found
  const mended = await mendedQuery(ctx, term)
  return mended === null ? found : findPostIds(ctx.db, { ...filter, search: mended }, ctx.now())
}

async function postById(ctx: Context, { id }: Input<Calls['postById']>): Promise<Answer<'postById'>> {
  const row = await visiblePost(ctx, id)
  return {
    ...cardOf(ctx, row),
    content: renderMemberText(row.content, ctx.lang),
    state: row.state,
    comments: await commentsOf(ctx, { postId: id }),
  }
}

/** What waits, is hidden or lies ahead is seen by its author and by staff only. */
async function visiblePost(ctx: Context, id: number): Promise<PostRow> {
  const [row] = await findPosts(ctx.db, [id])
  const isOut = row?.state === 'shown' && row.publish_date <= ctx.now()
  if (!row || !(isOut || isMine(ctx, row.author) || isStaff(ctx))) throw new Problem('postNotFound')
  return row
}

async function trendingPosts(ctx: Context, { count }: Input<Calls['trendingPosts']>) {
  return cardsOf(ctx, await findTrendingIds(ctx.db, count, ctx.now()))
}

async function categories(ctx: Context) {
  const rows = await findCategories(ctx.db)
  return rows.map(({ id, name, summary }) => ({
    id,
    name: inLang(name, ctx.lang),
    summary: inLang(summary, ctx.lang),
  }))
}

async function moreComments(ctx: Context, { PostId, PageNumber }: Input<Calls['moreComments']>) {
  await visiblePost(ctx, PostId)
  return commentsOf(ctx, { postId: PostId }, PageNumber)
}

async function cardsOf(ctx: Context, ids: number[]) {
  return (await findPosts(ctx.db, ids)).map((row) => cardOf(ctx, row))
}

function cardOf(ctx: Context, row: PostRow): PostCard {
  return {
    id: row.id,
    title: row.title,
    excerpt: excerptOf(row.content, EXCERPT_LETTERS),
    category: { id: row.category.id, name: inLang(row.category.name, ctx.lang) },
    author: authorOf(row.author, ctx.lang),
    publishDate: row.publish_date.toISOString(),
    editedAt: row.edited_at?.toISOString(),
    commentsCount: row.comments_count,
    isMine: isMine(ctx, row.author),
  }
}
