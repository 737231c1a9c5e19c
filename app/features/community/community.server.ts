import type { z } from 'zod'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { authorById } from '../authors/authors.server.ts'
import { mendedQuery, queryOf } from '../catalogue/search.server.ts'
import { commentsOf } from '../comments/comments.server.ts'
import type { communityEndpoints } from './contract.ts'
import { COUNT_CAP, findPostIds, type PostFilter, type PostSort } from './listing-queries.server.ts'
import { cardOf, visiblePost, wholePost } from './one-post.server.ts'
import { findCategories, findPosts, findTrendingIds } from './queries.server.ts'
import { writingOperations } from './writing.server.ts'

type Calls = typeof communityEndpoints
type Answer<Name extends keyof Calls> = z.input<Calls[Name]['output']>

export const communityOperations: Operations<Calls> = {
  posts,
  postById,
  trendingPosts,
  categories,
  moreComments,
  ...writingOperations,
}

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
  return wholePost(ctx, await visiblePost(ctx, id))
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
