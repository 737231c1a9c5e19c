import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Id, NO_CONTROLS, optional, PageIndex, PageOf, PageSize } from '../../api/fields.ts'
import { Author } from '../authors/contract.ts'

export const Notice = z.object({
  id: z.int(),
  /**
   * You were mentioned, your comment was answered, there is a comment on what you follow, or a certificate of yours was
   * issued.
   */
  kind: z.enum(['mention', 'reply', 'comment', 'certificate']),
  isRead: z.boolean(),
  createdAt: z.iso.datetime(),
  /** The author; null of a certificate. */
  by: Author.nullable(),
  /** The post or article, or the certificate with the name of its course. */
  on: z.object({ kind: z.enum(['post', 'article', 'certificate']), id: z.int(), title: z.string() }),
  /** The beginning of the text, or the number of the certificate. */
  excerpt: z.string(),
  /** Its address on the site. */
  link: z.string(),
})
export type Notice = z.output<typeof Notice>

/** `at-once` mails are batched, at most one per 15 minutes; `daily` ones are sent in the morning. */
const Choice = z.enum(['at-once', 'daily', 'none'], 'invalid')
export type Choice = z.output<typeof Choice>

const Settings = z.object({
  /** Mails about mentions. */
  mentions: Choice,
  /** Mails about comments on what you follow. */
  comments: Choice,
  /** Mails of the institute that are about no order of yours. */
  news: z.enum(['at-once', 'none'], 'invalid'),
  /** Whether you automatically follow your own posts and what you comment on. */
  followOwn: z.boolean(),
})
export type NotificationSettings = z.output<typeof Settings>

/** A form sends a ticked checkbox as `on`, and an unticked one not at all. */
const Ticked = z.preprocess((value) => value === true || value === 'true' || value === 'on', z.boolean())

const What = { kind: z.enum(['post', 'article'], 'invalid'), id: Id }
const Following = z.object({ isFollowed: z.boolean() })
const NOWHERE = ['postNotFound', 'articleNotFound'] as const

export const notificationsEndpoints = {
  list: endpoint({
    method: 'GET',
    path: 'Notifications',
    summary: 'What you were told, the newest first, and how much of it is unread.',
    audience: 'signedIn',
    input: z.object({ PageIndex, PageSize }),
    output: PageOf(Notice).extend({ unread: z.int() }),
  }),
  unread: endpoint({
    method: 'GET',
    path: 'Notifications/unread',
    summary: 'How many of your notifications are unread, up to a hundred.',
    audience: 'signedIn',
    input: z.object({}),
    output: z.object({ unread: z.int() }),
  }),
  markRead: endpoint({
    method: 'PUT',
    path: 'Notifications/read',
    summary: 'Marks one of your notifications as read; all of them without an id.',
    audience: 'signedIn',
    query: ['id'],
    input: z.object({ id: optional(Id) }),
    output: z.object({ link: z.string().optional() }),
    problems: ['notFound'],
  }),
  settings: endpoint({
    method: 'GET',
    path: 'Notifications/settings',
    summary: 'What you are told by email, and when.',
    audience: 'signedIn',
    input: z.object({}),
    output: Settings,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: 'Notifications/settings',
    summary: 'Chooses what you are told by email, and when.',
    audience: 'signedIn',
    input: z.object({
      ...{ mentions: Choice, comments: Choice, followOwn: Ticked },
      /** Stays as it is when it is left out. */
      news: optional(Settings.shape.news),
    }),
    output: Settings,
  }),
  following: endpoint({
    method: 'GET',
    path: 'Follows',
    summary: 'Whether you follow a post or an article.',
    audience: 'signedIn',
    input: z.object(What),
    output: Following,
  }),
  follow: endpoint({
    method: 'PUT',
    path: 'Follows',
    summary: 'Follows a post or an article: you are told of new comments.',
    audience: 'signedIn',
    query: ['kind', 'id'],
    input: z.object(What),
    output: Following,
    problems: [...NOWHERE, 'tooManyRequests'],
  }),
  unfollow: endpoint({
    method: 'DELETE',
    path: 'Follows',
    summary: 'Follows a post or an article no more, even when you write there again.',
    audience: 'signedIn',
    query: ['kind', 'id'],
    input: z.object(What),
    output: Following,
    problems: [...NOWHERE, 'tooManyRequests'],
  }),
  suggestMembers: endpoint({
    method: 'GET',
    path: 'Members/suggest',
    summary: 'Members who wrote something, by the beginning of a word of their name: whom `@` may name.',
    audience: 'signedIn',
    input: z.object({
      q: z.preprocess(
        (q) => q ?? '',
        z
          .string()
          .max(70, 'tooLong:70')
          .transform((q) => q.toWellFormed())
          .pipe(z.string().regex(NO_CONTROLS, 'invalid')),
      ),
    }),
    output: z.array(Author.extend({ /** What stands after `@`. */ handle: z.string() })),
    problems: ['tooManyRequests'],
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: 'Notifications/unsubscribe',
    summary: 'Ends a kind of mails by the token of one of them (RFC 8058); no sign-in is needed.',
    audience: 'everyone',
    query: ['token'],
    input: z.object({ token: z.string().min(1, 'required').max(200, 'invalid') }),
    output: z.object({ kind: z.enum(['mentions', 'comments', 'news', 'all']) }),
    problems: ['notFound'],
    csrfExempt: true,
    multipart: true,
  }),
  unsubscribePage: endpoint({
    method: 'GET',
    path: 'Notifications/unsubscribe',
    summary: 'Leads a person who opens a mail’s address for unsubscribing to the page that asks once.',
    audience: 'everyone',
    input: z.object({ token: z.string().min(1, 'required').max(200, 'invalid') }),
    output: z.object({ location: z.string() }),
    redirects: true,
  }),
}
