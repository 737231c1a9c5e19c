/** Articles as the cards of lists. */
import { inLang } from '../../locales/localized.ts'
import type { Context } from '../../platform/context.server.ts'
import { authorOf } from '../authors/authors.server.ts'
import type { ArticleCard } from './contract.ts'
import { type CardRow, findCards } from './queries.server.ts'
import { readingMinutes } from './reading-time.ts'

export async function cardsOf(ctx: Context, ids: number[]) {
  return (await findCards(ctx.db, ids)).map((row) => cardOf(ctx, row))
}

export function cardOf(ctx: Context, row: CardRow): ArticleCard {
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
