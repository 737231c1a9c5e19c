import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Id, optional, PageOf, Text, WholeNumber } from '../../api/fields.ts'
import { Author } from '../authors/contract.ts'

export const Comment = z.object({
  id: z.int(),
  /** Sanitized HTML, rendered from the member's Markdown. */
  text: z.string(),
  author: Author,
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().optional(),
  isMine: z.boolean(),
  /** A new member's first text with links: readers see it when staff have reviewed it. */
  isWaiting: z.boolean().optional(),
  /** The comment that it answers, while that one is public. */
  replyTo: z.object({ id: z.int(), author: z.string().nullable() }).optional(),
  /** How many found it useful. */
  usefulCount: z.int(),
  /** Whether the signed-in user may change and delete it. */
  mayChange: z.boolean(),
  /** The Markdown source, only for those who may change it. */
  source: z.string().optional(),
  /** Incremented with each change. */
  version: z.int(),
})
export type Comment = z.output<typeof Comment>

/** Twenty a page, the oldest first. */
export const CommentPage = PageOf(Comment)
export type CommentPage = z.output<typeof CommentPage>

/** Which comments of an article or post the visitor may change. */
export const OwnComments = z.object({
  /** Their own, the newest 500. */
  mine: z.array(z.int()),
  /** Those that the visitor marked as useful, the newest 500. */
  useful: z.array(z.int()),
  /** Staff may change all of them. */
  mayChangeAll: z.boolean(),
  /** The Markdown source of the comment that was asked for, if they may change it. */
  source: z.string().nullable(),
})
export type OwnComments = z.output<typeof OwnComments>
export const NO_COMMENTS: OwnComments = { mine: [], useful: [], mayChangeAll: false, source: null }

const CommentText = z.preprocess((text) => text ?? '', Text(5000, 'commentNeeded'))
/** The version that was read. The change is refused when there is a newer one (optimistic locking). */
export const Version = optional(WholeNumber)

/** The id of a comment on the same subject, which this one answers. */
const ReplyTo = optional(Id)

const UsefulText = { kind: z.enum(['post', 'comment'], { error: 'invalid' }), id: Id }
const UsefulCount = z.object({ usefulCount: z.int() })

const change = { commentId: Id, text: CommentText, version: Version }
const LIMITED = ['tooManyRequests', 'writingStopped'] as const

/** Comments of articles and of posts share one implementation under two paths. */
export const commentsEndpoints = {
  addToArticle: endpoint({
    method: 'POST',
    path: 'Comments',
    summary: 'Comments on an article.',
    audience: 'signedIn',
    input: z.object({ articleId: Id, text: CommentText, replyTo: ReplyTo }),
    output: Comment,
    problems: ['articleNotFound', 'answeredIsGone', ...LIMITED],
    creates: true,
    status: 201,
  }),
  changeOfArticle: endpoint({
    method: 'PUT',
    path: 'Comments',
    summary: 'Changes a comment on an article: one’s own, staff any.',
    audience: 'signedIn',
    query: ['commentId'],
    input: z.object(change),
    output: Comment,
    problems: ['notFound', 'forbidden', 'changedMeanwhile', ...LIMITED],
  }),
  removeOfArticle: endpoint({
    method: 'DELETE',
    path: 'Comments',
    summary: 'Deletes a comment on an article: one’s own, staff any.',
    audience: 'signedIn',
    query: ['commentId'],
    input: z.object({ commentId: Id }),
    output: z.object({}),
    problems: ['notFound', 'forbidden'],
  }),
  addToPost: endpoint({
    method: 'POST',
    path: 'CommentsOfPosts',
    summary: 'Comments on a post.',
    audience: 'signedIn',
    input: z.object({ postId: Id, text: CommentText, replyTo: ReplyTo }),
    output: Comment,
    problems: ['postNotFound', 'answeredIsGone', ...LIMITED],
    creates: true,
    status: 201,
  }),
  changeOfPost: endpoint({
    method: 'PUT',
    path: 'CommentsOfPosts',
    summary: 'Changes a comment on a post: one’s own, staff any.',
    audience: 'signedIn',
    query: ['commentId'],
    input: z.object(change),
    output: Comment,
    problems: ['notFound', 'forbidden', 'changedMeanwhile', ...LIMITED],
  }),
  removeOfPost: endpoint({
    method: 'DELETE',
    path: 'CommentsOfPosts',
    summary: 'Deletes a comment on a post: one’s own, staff any.',
    audience: 'signedIn',
    query: ['commentId'],
    input: z.object({ commentId: Id }),
    output: z.object({}),
    problems: ['notFound', 'forbidden'],
  }),
  markUseful: endpoint({
    method: 'PUT',
    path: 'Useful',
    summary: 'Marks a post or a comment of somebody else as useful; a second time changes nothing.',
    audience: 'signedIn',
    query: ['kind', 'id'],
    input: z.object(UsefulText),
    output: UsefulCount,
    problems: ['notFound', 'ownWriting', 'tooManyRequests'],
  }),
  unmarkUseful: endpoint({
    method: 'DELETE',
    path: 'Useful',
    summary: 'Takes the mark from a post or a comment.',
    audience: 'signedIn',
    query: ['kind', 'id'],
    input: z.object(UsefulText),
    output: UsefulCount,
    problems: ['notFound', 'tooManyRequests'],
  }),
}
