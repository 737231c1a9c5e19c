import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Id, optional, PageIndex, PageOf, PageSize, Text, WholeNumber } from '../../api/fields.ts'
import { Author } from '../authors/contract.ts'
import { CommentPage } from '../comments/contract.ts'

const Instant = z.iso.datetime()

export const PostCard = z.object({
  id: z.int(),
  title: z.string(),
  /** The first words of the content, without its marks. */
  excerpt: z.string(),
  category: z.object({ id: z.int(), name: z.string() }),
  author: Author,
  publishDate: Instant,
  editedAt: Instant.optional(),
  commentsCount: z.int(),
  isMine: z.boolean(),
})
export type PostCard = z.output<typeof PostCard>

export const Post = PostCard.extend({
  /** Sanitized HTML, made from the member's Markdown. */
  content: z.string(),
  /** Others than `shown` are seen by their author and by staff only. */
  state: z.enum(['shown', 'waiting', 'hidden']),
  comments: CommentPage,
})
export type Post = z.output<typeof Post>

export const PostQuery = z.object({
  /** The author's id. */
  UserId: optional(Id),
  CategoryId: optional(Id),
  SearchTerm: optional(Text(200)),
  /** 1 newest, 2 most discussed, 3 trending. */
  SortMethod: optional(WholeNumber.pipe(z.number().min(1, 'invalid').max(3, 'invalid'))).transform((sort) => sort ?? 1),
  PageIndex,
  PageSize,
})
export type PostQuery = z.output<typeof PostQuery>

const READS = ['posts', 'post_categories', 'authors', 'trainers', 'users'] as const

export const communityEndpoints = {
  posts: endpoint({
    method: 'GET',
    path: 'Posts/filter-posts',
    summary: 'Finds posts: the newest, the most discussed or the trending ones first.',
    audience: 'everyone',
    reads: [...READS, 'post_search'],
    input: PostQuery,
    output: PageOf(PostCard).extend({
      /** Whom the list was filtered by, to be named. */
      author: Author.optional(),
    }),
  }),
  postById: endpoint({
    method: 'GET',
    path: 'Posts/post-by-id',
    summary: 'One post whole, with its first comments.',
    audience: 'everyone',
    reads: [...READS, 'comments'],
    input: z.object({ id: Id }),
    output: Post,
    problems: ['postNotFound'],
  }),
  trendingPosts: endpoint({
    method: 'GET',
    path: 'Posts/trending-posts',
    summary: 'The posts that are read and discussed most these days.',
    audience: 'everyone',
    reads: READS,
    input: z.object({
      count: optional(WholeNumber.pipe(z.number().min(1, 'number').max(24, 'number'))).transform((count) => count ?? 3),
    }),
    output: z.array(PostCard),
  }),
  categories: endpoint({
    method: 'GET',
    path: 'Posts/categories',
    summary: 'The categories of the community.',
    audience: 'everyone',
    reads: ['post_categories'],
    input: z.object({}),
    output: z.array(z.object({ id: z.int(), name: z.string(), summary: z.string() })),
  }),
  moreComments: endpoint({
    method: 'GET',
    path: 'Posts/load-more-comments',
    summary: 'A page of a post’s comments, twenty a page, the oldest first.',
    audience: 'everyone',
    reads: ['comments', 'posts', 'authors', 'trainers', 'users', 'post_categories'],
    input: z.object({ PostId: Id, PageNumber: PageIndex }),
    output: CommentPage,
    problems: ['postNotFound'],
  }),
}
