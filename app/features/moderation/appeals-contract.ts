/** What an author does about a decision, and what staff answer. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Id, optional, PageIndex, PageOf, PageSize, Text } from '../../api/fields.ts'
import { WrittenKind } from './written-contract.ts'

const Instant = z.iso.datetime()
const DECIDES = { right: 'moderation.decide' } as const
const Token = z.string().max(100, 'invalid')

const AppealState = z.enum(['open', 'over', 'waiting', 'upheld', 'reversed'])

/** As its author reads it. */
export const AppealedDecision = z.object({
  id: z.int(),
  kind: WrittenKind,
  decision: z.enum(['remove', 'ban']),
  reason: z.string(),
  decidedAt: Instant,
  bannedUntil: Instant.optional(),
  /** Missing once it was deleted for good. */
  text: z.string().optional(),
  appealUntil: Instant.optional(),
  /** `open`: can be appealed; `over`: no more; `waiting`: for an answer. */
  state: AppealState,
  appeal: z.string().optional(),
  answer: z.string().optional(),
})
export type AppealedDecision = z.output<typeof AppealedDecision>

const Appeal = z.object({
  id: z.int(),
  kind: WrittenKind,
  decision: z.enum(['remove', 'ban']),
  author: z.string().optional(),
  authorId: z.int().nullable(),
  /** When their ban ends, if it has an end. */
  bannedUntil: Instant.nullable(),
  text: z.string(),
  reason: z.string(),
  decidedBy: z.string().optional(),
  decidedAt: Instant,
  appeal: z.string(),
  appealedAt: Instant,
  /** False where the caller decided it, and a colleague can decide the appeal. */
  mayDecide: z.boolean(),
})

export const appealEndpoints = {
  appealedDecision: endpoint({
    method: 'GET',
    path: 'ModerationDecisions/{id}',
    summary: 'What staff decided about a text, for its author by their private link.',
    audience: 'everyone',
    input: z.object({ id: Id, token: Token }),
    output: AppealedDecision,
    problems: ['notFound'],
  }),
  appeal: endpoint({
    method: 'POST',
    path: 'ModerationDecisions/{id}/appeal',
    summary: 'The author objects to a decision, once.',
    audience: 'everyone',
    input: z.object({ id: Id, token: Token, appeal: Text(2000) }),
    output: z.object({}),
    problems: ['notFound', 'appealOver'],
    status: 201,
  }),
  appeals: endpoint({
    method: 'GET',
    path: 'admin/appeals',
    summary: 'The objections of authors that wait for a decision, the oldest first.',
    audience: DECIDES,
    input: z.object({ PageIndex, PageSize }),
    output: PageOf(Appeal),
  }),
  decideAppeal: endpoint({
    method: 'POST',
    path: 'admin/appeals/{id}',
    summary:
      'Upholds a decision, which deletes the text for good, or reverses it, which shows the text and lifts the ban. Somebody else decides than before, where there is somebody else.',
    audience: DECIDES,
    input: z.object({ id: Id, outcome: z.enum(['upheld', 'reversed'], 'invalid'), answer: optional(Text(1000)) }),
    output: z.object({}),
    problems: ['notFound', 'ownDecision'],
  }),
}
