/** One article whole: as visitors see it, or as they will. */
import type { z } from 'zod'
import type { Input } from '../../api/endpoint.ts'
import { Problem } from '../../api/problem.ts'
import { hasRight } from '../../api/rights.ts'
import { inLang, ownOr } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { renderArticle } from '../../platform/markdown/markdown.server.ts'
import { authorOf } from '../authors/authors.server.ts'
import { foldSlug } from '../catalogue/slug.ts'
import { commentsOf } from '../comments/comments.server.ts'
import { sizesOf } from '../pictures/picture-sizes.ts'
import { cardOf, cardsOf } from './cards.server.ts'
import type { Article, blogEndpoints } from './contract.ts'
import {
  type ArticleRow,
  findArticle,
  findMovedSlug,
  findNeighbours,
  findRelatedIds,
  findShownParts,
} from './queries.server.ts'

type Calls = typeof blogEndpoints

/** How many related articles an article's page shows. */
const RELATED = 3

/** One complete article, or its new slug for a former one. Staff see drafts, too. */
export async function articleById(
  ctx: Context,
  { id }: Input<Calls['articleById']>,
): Promise<z.input<Calls['articleById']['output']>> {
  const row = await visibleArticle(ctx, id)
  if (row) return answerOf(ctx, row)
  const movedTo = await findMovedSlug(ctx.db, id, foldSlug(id), ctx.now())
  if (movedTo === undefined) throw new Problem('articleNotFound')
  return { movedTo }
}

/** What of an article may be shown in place of what is saved. */
export type Shown = Pick<ArticleRow, 'slug' | 'title' | 'summary' | 'body' | 'seo' | 'cover' | 'cover_alt'> & {
  category_id: number
  author_id: number
  tags: string[]
}

/**
 * An article as it will be: whether or not it is published, with other values than are saved.
 * @throws Problem articleNotFound
 */
export async function articlePage(
  ctx: Context,
  id: number,
  { category_id, author_id, tags, ...values }: Shown,
): Promise<z.input<typeof Article>> {
  const [row, parts] = await Promise.all([
    findArticle(ctx.db, { id }),
    findShownParts(ctx.db, { category_id, author_id, tags }),
  ])
  if (!row || !parts) throw new Problem('articleNotFound')
  return answerOf(ctx, { ...row, ...values, ...parts })
}

async function answerOf(ctx: Context, row: ArticleRow): Promise<z.input<typeof Article>> {
  const text = (localized: { ar: string; en?: string }) => inLang(localized, ctx.lang)
  const [comments, related, { previous, next }] = await Promise.all([
    commentsOf(ctx, { articleId: row.id }),
    findRelatedIds(ctx.db, row, RELATED, ctx.now()).then((ids) => cardsOf(ctx, ids)),
    row.published_at ? findNeighbours(ctx.db, row, ctx.now()) : { previous: undefined, next: undefined },
  ])
  const assets = ctx.settings.assetsUrl.replace(/\/$/, '')
  const { html, contents } = renderArticle(row.body, ctx.lang, (address) => {
    const shown = assets + address
    const alt = row.alts[address]
    return { src: shown, ...(alt && { alt: text(alt) }), ...sizesOf(shown) }
  })
  const coverAlt = row.cover_alt ?? row.alts[row.cover]
  return {
    ...cardOf(ctx, row),
    imageAlt: coverAlt ? text(coverAlt) : '',
    body: html,
    contents,
    author: { ...authorOf(row.author, ctx.lang), bio: row.author.bio && text(row.author.bio) },
    comments,
    related,
    previous: previous && { slug: previous.slug, title: text(previous.title) },
    next: next && { slug: next.slug, title: text(next.title) },
    seo: {
      metaTitle: ownOr(row.seo.title, row.title, ctx.lang),
      metaDescription: ownOr(row.seo.description, row.summary, ctx.lang),
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

export const mayPreview = (ctx: Context) => hasRight(ctx.user, 'articles.preview')

export const isOut = (ctx: Context, publishedAt: Date | null) => publishedAt !== null && publishedAt <= ctx.now()
