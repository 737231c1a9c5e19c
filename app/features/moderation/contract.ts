import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Id, optional, PageIndex, PageOf, PageSize, Text } from '../../api/fields.ts'
import { Author } from '../authors/contract.ts'

export const WrittenKind = z.enum(['post', 'postComment', 'articleComment'], 'invalid')
export type WrittenKind = z.output<typeof WrittenKind>

const Case = z.object({
  id: z.int(),
  /** Reported by members, or a new member's first post with links, held for review. */
  cause: z.enum(['reports', 'first-links']),
  kind: WrittenKind,
  /** The id of the post or the comment. */
  subjectId: z.int(),
  state: z.enum(['shown', 'waiting', 'hidden', 'removed']),
  author: Author,
  title: z.string().optional(),
  /** What a comment is about. */
  about: z
    .object({ kind: z.enum(['post', 'article']), id: z.int(), slug: z.string().optional(), title: z.string() })
    .optional(),
  /** The Markdown source. */
  text: z.string(),
  openedAt: z.iso.datetime(),
  reports: z.array(z.object({ reason: z.string(), createdAt: z.iso.datetime() })),
})

export const moderationEndpoints = {
  report: endpoint({
    method: 'POST',
    path: 'Reports',
    summary:
      'Reports a post or a comment to the staff; three reports hide it until they decide, those of new accounts counting less.',
    audience: 'signedIn',
    input: z.object({ kind: WrittenKind, id: Id, reason: Text(1000) }),
    output: z.object({}),
    problems: ['notFound', 'ownWriting', 'tooManyRequests'],
    creates: true,
    status: 201,
  }),
  cases: endpoint({
    method: 'GET',
    path: 'admin/reports',
    summary: 'What waits for a decision of the staff, the oldest first.',
    audience: { right: 'moderation.decide' },
    input: z.object({ PageIndex, PageSize }),
    output: PageOf(Case),
  }),
  decide: endpoint({
    method: 'POST',
    path: 'admin/reports/{id}',
    summary:
      'Keeps or removes what waits; `ban` removes it and lets its author write nothing more. The reason stands in the audit log.',
    audience: { right: 'moderation.decide' },
    input: z.object({ id: Id, decision: z.enum(['keep', 'remove', 'ban'], 'invalid'), reason: optional(Text(500)) }),
    output: z.object({}),
    problems: ['notFound'],
  }),
  bans: endpoint({
    method: 'GET',
    path: 'admin/bans',
    summary: 'The authors who may write nothing more, the newest ban first.',
    audience: { right: 'moderation.decide' },
    input: z.object({ PageIndex, PageSize }),
    output: PageOf(z.object({ author: Author, bannedAt: z.iso.datetime() })),
  }),
  letWrite: endpoint({
    method: 'DELETE',
    path: 'admin/bans',
    summary: 'Lets an author write again.',
    audience: { right: 'moderation.decide' },
    query: ['authorId'],
    input: z.object({ authorId: Id }),
    output: z.object({}),
    problems: ['notFound'],
  }),
}
