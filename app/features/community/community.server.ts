import type { z } from 'zod'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import { authorById } from '../authors/authors.server.ts'
import { commentsOf, ownPart } from '../comments/comments.server.ts'
import { limitSearches } from '../lists/search-limit.server.ts'
import { rememberMiss } from '../search-misses/search-misses.server.ts'
import type { communityEndpoints } from './contract.ts'
import { findPostIds, type PostPage, type PostSort, postWords } from './listing-queries.server.ts'
import { cardOf, postOutput, visiblePost } from './post-output.server.ts'
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
  myPost: (ctx, { id, comment }) => ownPart(ctx, { postId: id }, comment),
  ...writingOperations,
}

const SORTS: Record<number, PostSort> = { 1: 'newest', 2: 'most-discussed', 3: 'trending' }

/** A page of the posts that pass every filter; typing errors in the search term are corrected. */
async function posts(ctx: Context, input: Input<Calls['posts']>): Promise<Answer<'posts'>> {
  const [{ ids, total }, author] = await Promise.all([findOrCorrect(ctx, input), authorById(ctx, input.UserId)])
  return {
    items: await cardsOf(ctx, ids),
    pageIndex: input.PageIndex,
    pageSize: input.PageSize,
    totalCount: Math.min(total, COUNT_CAP),
    totalIsCapped: total > COUNT_CAP || undefined,
    author,
  }
}

async function findOrCorrect(ctx: Context, input: Input<Calls['posts']>): Promise<PostPage> {
  const term = input.SearchTerm
  const find = (words: string[] | undefined) =>
    findPostIds(
      ctx.db,
      {
        words,
        authorId: input.UserId,
        categoryId: input.CategoryId,
        sort: SORTS[input.SortMethod]!,
        limit: input.PageSize,
        offset: (input.PageIndex - 1) * input.PageSize,
      },
      ctx.now(),
    )
  if (term === undefined) return find(undefined)
  await limitSearches(ctx)
  const words = await postWords(ctx.db, term)
  // A term that no post contains is corrected, or nothing is found.
  const found = await find(words ?? (await postWords(ctx.db, term, true)) ?? [])
  // Filtered, another list may have it.
  if (found.total === 0 && !input.UserId && !input.CategoryId) await rememberMiss(ctx, term)
  return found
}

async function postById(ctx: Context, { id }: Input<Calls['postById']>): Promise<Answer<'postById'>> {
  return postOutput(ctx, await visiblePost(ctx, id))
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
