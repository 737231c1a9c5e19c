import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { FileField, Id, optional, PageIndex, PageOf, PageSize, Text, WholeNumber } from '../../api/fields.ts'
import { Author } from '../authors/contract.ts'
import { CommentPage, NO_COMMENTS, OwnComments, Version } from '../comments/contract.ts'
import { Attachment, MAX_ANY_UPLOAD_BYTES, UPLOAD_QUOTAS, UploadId } from '../uploads/contract.ts'
import { readPublishDate } from './publish-date.ts'

const Instant = z.iso.datetime()

export const PostCard = z.object({
  id: z.int(),
  title: z.string(),
  /** The beginning of the content, without Markdown. */
  excerpt: z.string(),
  category: z.object({ id: z.int(), name: z.string() }),
  author: Author,
  publishDate: Instant,
  editedAt: Instant.optional(),
  commentsCount: z.int(),
  /** The attached file; the single post has more details of it. */
  attachment: Attachment.pick({ kind: true, type: true, size: true, address: true }).optional(),
  isMine: z.boolean(),
})
export type PostCard = z.output<typeof PostCard>

export const Post = PostCard.extend({
  /** Sanitized HTML, rendered from the member's Markdown. */
  content: z.string(),
  attachment: Attachment.optional(),
  /** Unless `shown`, visible to the author and to staff only. */
  state: z.enum(['shown', 'waiting', 'hidden']),
  comments: CommentPage,
  /** How many found it useful. */
  usefulCount: z.int(),
  /** Whether the signed-in user may change and delete it. */
  mayChange: z.boolean(),
  /** The Markdown source, only for those who may change it. */
  source: z.string().optional(),
  /** Incremented with each change. */
  version: z.int(),
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

const PublishDate = z
  .preprocess((at) => at ?? '', z.string().trim().min(1, 'required'))
  .transform((at, check) => {
    const date = readPublishDate(at)
    if (date) return date
    check.addIssue({ code: 'custom', message: 'date' })
    return z.NEVER
  })

const Content = z.preprocess((content) => content ?? '', Text(20_000, 'contentNeeded'))

/** The fields of a new or changed post. */
const Written = {
  title: z.preprocess((title) => title ?? '', Text(200)),
  content: Content,
  categoryId: z
    .preprocess((id) => (id === '' || id === null ? undefined : id), Id.optional())
    .transform((id, check) => {
      if (id !== undefined) return id
      check.addIssue({ code: 'custom', message: 'categoryNeeded' })
      return z.NEVER
    }),
  /** An instant, or a day and time in Riyadh; a future time schedules the post. */
  publishDate: PublishDate,
  /**
   * One image, video or file: the form's file, or the id of an upload. In a change, a missing value keeps the file and
   * null (or `removeFile`) removes it.
   */
  file: z.preprocess(
    (file) => (file === '' ? undefined : file),
    z.union([UploadId, FileField, z.null()], { error: 'fileGone' }).optional(),
  ),
  removeFile: z.preprocess((on) => on === true || on === 'true' || on === 'on', z.boolean().optional()),
  /** The image's alternative text. In a change, a missing value keeps it. */
  fileAlt: z.preprocess((alt) => (alt === '' ? null : alt), Text(300).nullable().optional()),
}
const FILES = { maxBytes: MAX_ANY_UPLOAD_BYTES }
const WRITING = ['tooManyRequests', 'writingStopped', 'tooLarge', 'unsupportedType'] as const

// Rows of `uploads` never change and a post names its upload: no page depends on that table.
const READS = ['posts', 'post_categories', 'authors', 'trainers', 'users', 'uploads'] as const

const Unpublished = z.object({
  id: z.int(),
  title: z.string(),
  state: z.enum(['scheduled', 'waiting', 'hidden']),
  publishDate: Instant,
})
export type Unpublished = z.output<typeof Unpublished>

export const communityEndpoints = {
  posts: endpoint({
    method: 'GET',
    path: 'Posts/filter-posts',
    summary: 'Finds posts: the newest, the most discussed or the trending ones first.',
    audience: 'everyone',
    sharedBy: 'guests',
    isShared: ({ SearchTerm }) => SearchTerm === undefined,
    reads: [...READS, 'post_search', 'rate_limits', 'search_misses'],
    input: PostQuery,
    output: PageOf(PostCard).extend({
      /** The author that the list was filtered by. */
      author: Author.optional(),
    }),
    problems: ['tooManyRequests'],
  }),
  postById: endpoint({
    method: 'GET',
    path: 'Posts/post-by-id',
    summary: 'One post whole, with its first comments.',
    audience: 'everyone',
    sharedBy: 'guests',
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
    sharedBy: 'guests',
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
    sharedBy: 'everyone',
    reads: ['post_categories'],
    input: z.object({}),
    output: z.array(z.object({ id: z.int(), name: z.string(), summary: z.string() })),
  }),
  moreComments: endpoint({
    method: 'GET',
    path: 'Posts/load-more-comments',
    summary: 'A page of a post’s comments, twenty a page, the oldest first.',
    audience: 'everyone',
    sharedBy: 'guests',
    reads: [...READS, 'comments'],
    input: z.object({ PostId: Id, PageNumber: PageIndex }),
    output: CommentPage,
    problems: ['postNotFound'],
  }),
  myPost: endpoint({
    method: 'GET',
    path: 'Posts/my-post',
    summary:
      'Whether a post is the visitor’s own, whether they follow it and find it useful, and which of its comments they may change.',
    audience: 'everyone',
    forGuest: { isMine: false, mayChange: false, isFollowed: false, isUseful: false, comments: NO_COMMENTS },
    input: z.object({ id: Id, comment: optional(Id) }),
    output: PostCard.pick({ isMine: true }).extend({
      mayChange: z.boolean(),
      isFollowed: z.boolean(),
      isUseful: z.boolean(),
      comments: OwnComments,
    }),
  }),
  unpublished: endpoint({
    method: 'GET',
    path: 'Posts/unpublished',
    summary: 'Your posts that visitors do not see: scheduled, waiting for review or hidden. The next to come first.',
    audience: 'signedIn',
    input: z.object({}),
    output: z.object({ posts: z.array(Unpublished) }),
  }),
  addPost: endpoint({
    method: 'POST',
    path: 'Posts',
    summary: 'Publishes a post, or schedules it. A new member’s first one with links waits for the staff.',
    audience: 'signedIn',
    input: z.object(Written),
    output: Post,
    problems: WRITING,
    files: FILES,
    quotas: UPLOAD_QUOTAS,
    creates: true,
    status: 201,
  }),
  changePost: endpoint({
    method: 'PUT',
    path: 'Posts',
    summary: 'Changes a post: one’s own, staff any.',
    audience: 'signedIn',
    query: ['id'],
    input: z.object({ id: Id, ...Written, version: Version }),
    output: Post,
    problems: ['postNotFound', 'forbidden', 'changedMeanwhile', ...WRITING],
    files: FILES,
    quotas: UPLOAD_QUOTAS,
  }),
  removePost: endpoint({
    method: 'DELETE',
    path: 'Posts',
    summary: 'Deletes a post: one’s own, staff any. It can be brought back for a quarter of an hour.',
    audience: 'signedIn',
    query: ['id'],
    input: z.object({ id: Id }),
    output: z.object({ restorableUntil: Instant }),
    problems: ['postNotFound', 'forbidden'],
  }),
  restorePost: endpoint({
    method: 'POST',
    path: 'Posts/restore',
    summary: 'Brings back a post that was just deleted.',
    audience: 'signedIn',
    query: ['id'],
    input: z.object({ id: Id }),
    output: z.object({}),
    problems: ['postNotFound'],
  }),
  preview: endpoint({
    method: 'POST',
    path: 'Posts/preview',
    summary: 'What a text will look like.',
    audience: 'signedIn',
    input: z.object({ content: Content }),
    output: z.object({ html: z.string() }),
  }),
}
