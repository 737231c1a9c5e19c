import type { z } from 'zod'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import { hasRight } from '../../api/rights.ts'
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { COUNT_CAP } from '../../platform/count-cap.ts'
import { renderArticle } from '../../platform/markdown.server.ts'
import { authorById, authorOf } from '../authors/authors.server.ts'
import { correctedQuery, queryOf } from '../catalogue/search.server.ts'
import { foldSlug } from '../catalogue/slug.ts'
import { commentsOf, ownPart } from '../comments/comments.server.ts'
import { limitSearches } from '../lists/search-limit.server.ts'
import { sizesOf } from '../pictures/picture-sizes.ts'
import type { ArticleCard, blogEndpoints } from './contract.ts'
import {
  type ArticleFilter,
  type ArticleRow,
  type CardRow,
  countUnpublished,
  findArticle,
  findArticleIds,
  findCards,
  findCategories,
  findMovedSlug,
  findNeighbours,
  findPublication,
  findRelatedIds,
  findTag,
  findTrendingIds,
  findTrendingTags,
} from './queries.server.ts'
import { readingMinutes } from './reading-time.ts'

type Calls = typeof blogEndpoints
type Answer<Name extends keyof Calls> = z.input<Calls[Name]['output']>

/** How many related articles an article's page shows. */
const RELATED = 3

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

/** One complete article, or its new slug for a former one. Staff see drafts, too. */
async function articleById(ctx: Context, { id }: Input<Calls['articleById']>): Promise<Answer<'articleById'>> {
  const row = await visibleArticle(ctx, id)
  if (!row) {
    const movedTo = await findMovedSlug(ctx.db, id, foldSlug(id), ctx.now())
    if (movedTo === undefined) throw new Problem('articleNotFound')
    return { movedTo }
  }
  const text = (localized: { ar: string; en?: string }) => inLang(localized, ctx.lang)
  const [comments, related, { previous, next }] = await Promise.all([
    commentsOf(ctx, { articleId: row.id }),
    findRelatedIds(ctx.db, row, RELATED, ctx.now()).then((ids) => cardsOf(ctx, ids)),
    row.published_at ? findNeighbours(ctx.db, row, ctx.now()) : { previous: undefined, next: undefined },
  ])
  const assets = ctx.settings.assetsUrl.replace(/\/$/, '')
  const { html, contents } = renderArticle(row.body, ctx.lang, (address) => {
    const shown = assets + address
    return { src: shown, ...sizesOf(shown) }
  })
  return {
    ...cardOf(ctx, row),
    body: html,
    contents,
    author: { ...authorOf(row.author, ctx.lang), bio: row.author.bio && text(row.author.bio) },
    comments,
    related,
    previous: previous && { slug: previous.slug, title: text(previous.title) },
    next: next && { slug: next.slug, title: text(next.title) },
    seo: {
      metaTitle: text(row.seo.title),
      metaDescription: text(row.seo.description),
      keywords: row.seo.keywords ? text(row.seo.keywords) : '',
    },
  }
}

/** By its slug first: a slug may be a number, too. */
async function visibleArticle(ctx: Context, slugOrId: string): Promise<ArticleRow | undefined> {
  const row =
    (await findArticle(ctx.db, { slug: slugOrId.normalize('NFC') })) ??
    (/^[1-9]\d{0,8}$/.test(slugOrId) ? await findArticle(ctx.db, { id: Number(slugOrId) }) : undefined)
  return row && (isOut(ctx, row.published_at) || mayPreview(ctx)) ? row : undefined
}

const mayPreview = (ctx: Context) => hasRight(ctx.user, 'articles.preview')

const isOut = (ctx: Context, publishedAt: Date | null) => publishedAt !== null && publishedAt <= ctx.now()

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

async function cardsOf(ctx: Context, ids: number[]) {
  return (await findCards(ctx.db, ids)).map((row) => cardOf(ctx, row))
}

function cardOf(ctx: Context, row: CardRow): ArticleCard {
  const isTranslated = ctx.lang === 'en' && row.words_en > 0
  return {
    id: row.id,
    slug: row.slug,
    title: inLang(row.title, ctx.lang),
    summary: inLang(row.summary, ctx.lang),
    image: row.cover,
    author: authorOf(row.author, ctx.lang),
    category: { id: row.category.id, name: inLang(row.category.name, ctx.lang) },
    tags: row.tags.map(({ key, name }) => ({ key, name: inLang(name, ctx.lang) })),
    publishedAt: row.published_at?.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    readingMinutes: isTranslated ? readingMinutes(row.words_en, 'en') : readingMinutes(row.words_ar, 'ar'),
    commentsCount: row.comments_count,
  }
}
