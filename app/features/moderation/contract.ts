import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import {
  FileAnswer,
  Id,
  optional,
  PageIndex,
  PageOf,
  PageSize,
  TABLE_FILES,
  TableFormat,
  Text,
  WholeNumber,
} from '../../api/fields.ts'
import { Author } from '../authors/contract.ts'
import { appealEndpoints } from './appeals-contract.ts'
import { authorHistoryEndpoints } from './author-history-contract.ts'
import { filterEndpoints } from './filters-contract.ts'
import { WrittenKind } from './written-contract.ts'

export { WrittenKind } from './written-contract.ts'

const Case = z.object({
  id: z.int(),
  /** Reported by members; a new member's first text with links; or held by the filter list. */
  cause: z.enum(['reports', 'first-links', 'filter']),
  /** What of the filter list was found. */
  matched: z.string().optional(),
  kind: WrittenKind,
  /** The id of the post or the comment. */
  subjectId: z.int(),
  state: z.enum(['shown', 'waiting', 'hidden', 'removed']),
  author: Author,
  title: z.string().optional(),
  /** What a comment is about. */
  about: z
    .object({
      kind: z.enum(['post', 'article']),
      id: z.int(),
      slug: z.string().optional(),
      title: z.string(),
      /** The post as typed, or the summary of the article. */
      text: z.string(),
    })
    .optional(),
  /** The comments before it, the last of them first. */
  before: z.array(z.object({ author: z.string(), text: z.string() })),
  /** What its author did before; posts and comments are counted up to `MAX_WRITTEN`. */
  history: z.object({ posts: z.int(), comments: z.int(), kept: z.int(), removed: z.int(), bans: z.int() }),
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
  // Stands before the call whose path is an id, which would match it too.
  exportCases: endpoint({
    method: 'GET',
    path: 'admin/reports/export',
    summary: 'What waits for a decision of the staff, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: { right: 'moderation.decide' },
    input: z.object({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  decide: endpoint({
    method: 'POST',
    path: 'admin/reports/{id}',
    summary:
      'Keeps or removes what waits; `ban` removes it and lets its author write nothing more, for good or for so many days. The author gets the reason by mail and can appeal.',
    audience: { right: 'moderation.decide' },
    input: z.object({
      id: Id,
      decision: z.enum(['keep', 'remove', 'ban'], 'invalid'),
      reason: optional(Text(500)),
      /** How long a ban lasts; without it, until staff lift it. */
      banDays: optional(WholeNumber.pipe(z.number().min(1, 'numberBetween:1,365').max(365, 'numberBetween:1,365'))),
    }),
    output: z.object({}),
    problems: ['caseDecided'],
  }),
  bans: endpoint({
    method: 'GET',
    path: 'admin/bans',
    summary: 'The authors who may write nothing more, the newest ban first.',
    audience: { right: 'moderation.decide' },
    input: z.object({ PageIndex, PageSize }),
    output: PageOf(z.object({ author: Author, bannedAt: z.iso.datetime(), until: z.iso.datetime().optional() })),
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
  ...appealEndpoints,
  ...authorHistoryEndpoints,
  ...filterEndpoints,
}
