import type { z } from 'zod'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import { authorById } from '../authors/authors.server.ts'
import { correctedQuery, queryOf } from '../catalogue/search.server.ts'
import { commentsOf, ownPart } from '../comments/comments.server.ts'
import { limitSearches } from '../lists/search-limit.server.ts'
import { rememberMiss } from '../search-misses/search-misses.server.ts'
import { articleById, isOut, mayPreview } from './article.server.ts'
import { cardsOf } from './cards.server.ts'
import type { blogEndpoints } from './contract.ts'
import {
  type ArticleFilter,
  countUnpublished,
  findArticleIds,
  findCategories,
  findPublication,
  findTag,
  findTrendingIds,
  findTrendingTags,
} from './queries.server.ts'

type Calls = typeof blogEndpoints
type Answer<Name extends keyof Calls> = z.input<Calls[Name]['output']>

export const blogOperations: Operations<Calls> = {
  articles,
  trendingArticles,
  trendingTags,
  articleById,
  moreComments,
  myArticle,
  unpublished: async (ctx) => ({ count: mayPreview(ctx) ? await countUnpublished(ctx.db, ctx.now()) : null }),
  categories,
}

/** A page of the articles that pass every filter; typing errors in the search term are corrected. */
async function articles(ctx: Context, input: Input<Calls['articles']>): Promise<Answer<'articles'>> {
  if (input.IsDraft && !mayPreview(ctx)) throw new Problem('forbidden')
  if (input.searchTerm !== undefined) await limitSearches(ctx)
  const [search, tag, author, unpublishedCount] = await Promise.all([
    input.searchTerm === undefined ? undefined : queryOf(ctx, input.searchTerm),
    input.tag === undefined ? undefined : findTag(ctx.db, input.tag),
    authorById(ctx, input.UserId),
    mayPreview(ctx) ? countUnpublished(ctx.db, ctx.now()) : undefined,
  ])
  const filter: ArticleFilter = {
    search,
    // No article has an unknown tag.
    tag: input.tag === undefined ? undefined : (tag?.key ?? ''),
    authorId: input.UserId,
    categoryId: input.CategoryId,
    drafts: input.IsDraft ?? false,
    limit: input.PageSize,
    offset: (input.PageIndex - 1) * input.PageSize,
  }
  const { ids, total } = await findOrCorrect(ctx, input.searchTerm, filter)
  const { tag: ofTag, UserId, CategoryId, IsDraft, searchTerm } = input
  // Filtered, another list may have it.
  if (searchTerm !== undefined && total === 0 && !ofTag && !UserId && !CategoryId && !IsDraft)
    await rememberMiss(ctx, searchTerm)
  return {
    items: await cardsOf(ctx, ids),
    pageIndex: input.PageIndex,
    pageSize: input.PageSize,
    totalCount: Math.min(total, COUNT_CAP),
    totalIsCapped: total > COUNT_CAP || undefined,
    author,
    tag: tag && { key: tag.key, name: inLang(tag.name, ctx.lang) },
    unpublishedCount,
  }
}

async function findOrCorrect(ctx: Context, term: string | undefined, filter: ArticleFilter) {
  const found = await findArticleIds(ctx.db, filter, ctx.now())
  if (term === undefined || found.total > 0) return found
  const mended = await correctedQuery(ctx, term)
  return mended === null ? found : findArticleIds(ctx.db, { ...filter, search: mended }, ctx.now())
}

async function trendingArticles(ctx: Context, { count }: Input<Calls['trendingArticles']>) {
  return cardsOf(ctx, await findTrendingIds(ctx.db, count, ctx.now()))
}

async function trendingTags(ctx: Context, { count }: Input<Calls['trendingTags']>) {
  const rows = await findTrendingTags(ctx.db, count, ctx.now())
  return rows.map(({ key, name, articles_count }) => ({
    key,
    name: inLang(name, ctx.lang),
    articlesCount: articles_count,
  }))
}

async function moreComments(ctx: Context, { ArticleId, PageNumber }: Input<Calls['moreComments']>) {
  const publishedAt = await findPublication(ctx.db, ArticleId)
  if (publishedAt === undefined || !(isOut(ctx, publishedAt) || mayPreview(ctx))) throw new Problem('articleNotFound')
  return commentsOf(ctx, { articleId: ArticleId }, PageNumber)
}

async function myArticle(ctx: Context, { id, comment }: Input<Calls['myArticle']>) {
  const { isFollowed, comments } = await ownPart(ctx, { articleId: id }, comment)
  return { isFollowed, comments }
}

async function categories(ctx: Context) {
  const rows = await findCategories(ctx.db, ctx.now())
  return rows.map(({ id, name, summary, articles_count }) => ({
    id,
    name: inLang(name, ctx.lang),
    summary: inLang(summary, ctx.lang),
    articlesCount: articles_count,
  }))
}
