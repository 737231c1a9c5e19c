/** Two accounts of one person that become one. */
import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { Id, Text } from '../../../api/fields.ts'

const MANAGES = { right: 'learners.manage' } as const
const Account = z.object({ id: z.int(), name: z.string(), email: z.string() })

const Merging = z.object({
  /** The account that is emptied. */
  from: Account,
  /** The account that stays, with its address, password and second factor. */
  into: Account,
  /** What moves. */
  moves: z.object({
    orders: z.int(),
    certificates: z.int(),
    posts: z.int(),
    comments: z.int(),
    reviews: z.int(),
    notices: z.int(),
    follows: z.int(),
    places: z.int(),
    notes: z.int(),
    /** Other providers by which the account signs in. */
    identities: z.int(),
  }),
  /** Reviews of courses that both have reviewed: they stay without a name. */
  reviewsLeft: z.int(),
  /** Orders for the same run that both have: they must be settled first. */
  clashes: z.array(z.object({ course: z.string(), from: z.string(), into: z.string() })),
  fingerprint: z.string(),
})
export type Merging = z.output<typeof Merging>

export const accountMergingEndpoints = {
  mergingPreview: endpoint({
    method: 'GET',
    path: 'admin/learners/{id}/merging',
    summary: 'What would move when an account is merged into another one, and what stands in the way.',
    audience: MANAGES,
    input: z.object({ id: Id, into: Id }),
    output: Merging,
    problems: ['notFound', 'staffAccount', 'sameAccount'],
  }),
  mergeLearner: endpoint({
    method: 'POST',
    path: 'admin/learners/{id}/merge',
    summary:
      'Moves everything of an account to another one and empties it: its sessions end, and its address signs in to the account that stays.',
    needsProof: true,
    audience: MANAGES,
    input: z.object({ id: Id, into: Id, reason: Text(500), fingerprint: z.string().max(100, 'invalid') }),
    output: z.object({ id: z.int() }),
    problems: ['notFound', 'staffAccount', 'sameAccount', 'accountsClash', 'previewStale'],
    logs: 'erasure',
  }),
}
