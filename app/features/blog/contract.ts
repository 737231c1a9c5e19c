import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Id, optional, PageIndex, PageOf, PageSize, Text, WholeNumber } from '../../api/fields.ts'
import { Author } from '../authors/contract.ts'
import { CommentPage, NO_COMMENTS, OwnComments } from '../comments/contract.ts'

const Instant = z.iso.datetime()
const Yes = z.union([z.boolean(), z.stringbool('invalid')])

export const Tag = z.object({
  /** The value of the list's parameter `tag`, in Latin letters. */
  key: z.string(),
  name: z.string(),
})
export type Tag = z.output<typeof Tag>

export const ArticleCard = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  image: z.string(),
  author: Author,
  category: z.object({ id: z.int(), name: z.string() }),
  tags: z.array(Tag),
  /** Missing for a draft; in the future for a scheduled article. */
  publishedAt: Instant.optional(),
  updatedAt: Instant,
  readingMinutes: z.int(),
  commentsCount: z.int(),
})
export type ArticleCard = z.output<typeof ArticleCard>

const Neighbour = z.object({ slug: z.string(), title: z.string() })

export const Article = ArticleCard.extend({
  /** What the cover shows; empty where it is an ornament. */
  imageAlt: z.string(),
  /** Sanitized HTML, rendered from the article's Markdown. */
  body: z.string(),
  /** The headings of the body with their ids, for the table of contents. */
  contents: z.array(z.object({ id: z.string(), title: z.string() })),
  author: Author.extend({ bio: z.string().nullable() }),
  comments: CommentPage,
  related: z.array(ArticleCard),
  /** The article that was published before this one, and the one after it. */
  previous: Neighbour.optional(),
  next: Neighbour.optional(),
  seo: z.object({ metaTitle: z.string(), metaDescription: z.string(), keywords: z.string() }),
})
export type Article = z.output<typeof Article>

export const ArticleQuery = z.object({
  /** A tag's key, or its name in either language. */
  tag: optional(Text(100)),
  /** The author's id. */
  UserId: optional(Id),
  CategoryId: optional(Id),
  searchTerm: optional(Text(200)),
  /** Drafts and scheduled articles, for staff only. */
  IsDraft: optional(Yes),
  PageIndex,
  PageSize,
})
export type ArticleQuery = z.output<typeof ArticleQuery>

const Count = (unsaid: number) =>
  optional(WholeNumber.pipe(z.number().min(1, 'number').max(24, 'number'))).transform((count) => count ?? unsaid)

const READS = ['articles', 'blog_categories', 'tags', 'authors', 'trainers', 'users'] as const

export const blogEndpoints = {
  articles: endpoint({
    method: 'GET',
    path: 'Articles/filter-articles',
    summary: 'Finds articles, the newest first.',
    audience: 'everyone',
    sharedBy: 'guests',
    isShared: ({ searchTerm, IsDraft }) => searchTerm === undefined && !IsDraft,
    reads: [...READS, 'article_search', 'rate_limits', 'search_misses'],
    input: ArticleQuery,
    output: PageOf(ArticleCard).extend({
      /** The author and the tag that the list was filtered by. */
      author: Author.optional(),
      tag: Tag.optional(),
      /** How many drafts and scheduled articles there are; for staff only. */
      unpublishedCount: z.int().optional(),
    }),
    problems: ['forbidden', 'tooManyRequests'],
  }),
  trendingArticles: endpoint({
    method: 'GET',
    path: 'Articles/trending-articles',
    summary: 'The articles that are read and discussed most these days.',
    audience: 'everyone',
    sharedBy: 'everyone',
    reads: READS,
    input: z.object({ count: Count(3) }),
    output: z.array(ArticleCard),
  }),
  trendingTags: endpoint({
    method: 'GET',
    path: 'Articles/trending-tags',
    summary: 'The tags of the articles that are read most these days.',
    audience: 'everyone',
    sharedBy: 'everyone',
    reads: ['articles', 'tags'],
    input: z.object({ count: Count(12) }),
    output: z.array(Tag.extend({ articlesCount: z.int() })),
  }),
  articleById: endpoint({
    method: 'GET',
    path: 'Articles/article-by-id',
    summary: 'One article whole, by its slug or its id; a former slug answers where the article moved.',
    audience: 'everyone',
    sharedBy: 'guests',
    reads: [...READS, 'comments', 'former_article_slugs', 'media', 'media_uses'],
    input: z.object({ id: z.preprocess((id) => (typeof id === 'number' ? String(id) : id), Text(300)) }),
    output: z.union([Article, z.object({ movedTo: z.string() })]),
    problems: ['articleNotFound'],
  }),
  moreComments: endpoint({
    method: 'GET',
    path: 'Articles/load-more-comments',
    summary: 'A page of an article’s comments, twenty a page, the oldest first.',
    audience: 'everyone',
    sharedBy: 'guests',
    reads: ['comments', 'articles', 'authors', 'trainers', 'users'],
    input: z.object({ ArticleId: Id, PageNumber: PageIndex }),
    output: CommentPage,
    problems: ['articleNotFound'],
  }),
  myArticle: endpoint({
    method: 'GET',
    path: 'Articles/my-article',
    summary: 'Whether the visitor follows an article, and which of its comments they may change.',
    audience: 'everyone',
    forGuest: { isFollowed: false, comments: NO_COMMENTS },
    input: z.object({ id: Id, comment: optional(Id) }),
    output: z.object({ isFollowed: z.boolean(), comments: OwnComments }),
  }),
  unpublished: endpoint({
    method: 'GET',
    path: 'Articles/unpublished',
    summary: 'How many drafts and scheduled articles there are; null for all who may not see them.',
    audience: 'everyone',
    forGuest: { count: null },
    input: z.object({}),
    output: z.object({ count: z.int().nullable() }),
  }),
  categories: endpoint({
    method: 'GET',
    path: 'Articles/categories',
    summary: 'The categories of the blog with their number of articles.',
    audience: 'everyone',
    sharedBy: 'everyone',
    reads: ['articles', 'blog_categories'],
    input: z.object({}),
    output: z.array(z.object({ id: z.int(), name: z.string(), summary: z.string(), articlesCount: z.int() })),
  }),
}
