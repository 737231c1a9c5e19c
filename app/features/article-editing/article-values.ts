/** An article as the values that staff edit, and back: every language of a text is a value of its own. */
import type { Localized, Seo } from '../../../db/shapes.ts'
import { type FlatTexts, flatTexts, textsIn } from '../revisions/flat-texts.ts'
import type { TextName } from './article-texts.ts'

export type ArticleValues = {
  slug: string
  categoryId: number
  authorId: number
  /** Keys, in the order in which they are shown. */
  tags: string[]
  /** Where the picture is; set by its own command. */
  cover: string
} & FlatTexts<TextName>

/** The columns that hold the values. */
export type ArticleColumns = {
  slug: string
  category_id: number
  author_id: number
  tags: string[]
  cover: string
  cover_alt: Localized | null
  title: Localized
  summary: Localized
  body: Localized
  seo: Seo
}

export function valuesOf(row: ArticleColumns): ArticleValues {
  return {
    ...{ slug: row.slug, categoryId: row.category_id, authorId: row.author_id, tags: row.tags, cover: row.cover },
    ...flatTexts<TextName>({
      title: row.title,
      summary: row.summary,
      body: row.body,
      seoTitle: row.seo.title,
      seoDescription: row.seo.description,
      seoKeywords: row.seo.keywords,
      coverAlt: row.cover_alt,
    }),
  }
}

export function columnsOf(values: ArticleValues): ArticleColumns {
  const { text, unlessBlank } = textsIn<TextName>(values)
  const keywords = unlessBlank('seoKeywords')
  return {
    slug: values.slug,
    category_id: values.categoryId,
    author_id: values.authorId,
    tags: values.tags,
    cover: values.cover,
    cover_alt: unlessBlank('coverAlt') ?? null,
    title: text('title'),
    summary: text('summary'),
    body: text('body'),
    seo: { title: text('seoTitle'), description: text('seoDescription'), ...(keywords && { keywords }) },
  }
}

/** The fields without which an article is not shown to visitors. */
export function missingForPublication(values: ArticleValues): (keyof ArticleValues)[] {
  const needed = ['title.ar', 'summary.ar', 'body.ar', 'cover'] as const
  const missing = needed.filter((name) => !values[name])
  return values.tags.length === 0 ? [...missing, 'tags'] : missing
}
