/** Everything that an author did and what was decided about it, for staff. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Cursor, Id, PageLimit } from '../../api/fields.ts'
import { Author } from '../authors/contract.ts'

const HistoryEvent = z.object({
  kind: z.enum(['post', 'postComment', 'articleComment', 'review', 'report', 'decision', 'appeal']),
  /** The id of the text, the review, the case or the decision. */
  id: z.int(),
  at: z.iso.datetime(),
  /** A title, a text, the reason of a report or of a decision, or what the author objected. */
  text: z.string(),
  /** Of a text, a decision or an appeal. */
  state: z
    .enum(['shown', 'waiting', 'hidden', 'removed', 'keep', 'remove', 'ban', 'upheld', 'reversed', 'open'])
    .optional(),
  /** Who of the staff decided. */
  by: z.string().optional(),
})
export type HistoryEvent = z.output<typeof HistoryEvent>

export const authorHistoryEndpoints = {
  authorHistory: endpoint({
    method: 'GET',
    path: 'admin/authors/{id}/history',
    summary:
      'What an author wrote, what was reported of it, and what was decided about it, the newest first, with the ban that holds.',
    audience: { right: 'moderation.decide' },
    input: z.object({ id: Id, cursor: Cursor, limit: PageLimit }),
    output: z.object({
      author: Author,
      bannedAt: z.iso.datetime().optional(),
      bannedUntil: z.iso.datetime().optional(),
      items: z.array(HistoryEvent),
      next: z.string().nullable(),
    }),
    problems: ['notFound'],
  }),
}
