/** What staff do with the data of a person on request: a copy of it, and its erasure. */
import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { FileAnswer, Id } from '../../../api/fields.ts'

const MANAGES = { right: 'learners.manage' } as const
const Instant = z.iso.datetime()

/** Why. A text about a person would stay in the audit log for ever. */
const CopyReason = z.enum(['request', 'authority'], 'invalid')
const ErasureReason = z.enum(['request', 'retention', 'mistake'], 'invalid')

const Erasure = z.object({
  /** What the law keeps, without a name. */
  orders: z.int(),
  invoices: z.int(),
  certificates: z.int(),
  /** What other people read: without a name. */
  writings: z.int(),
  reviews: z.int(),
  /** Unpaid orders, which are cancelled. */
  openOrders: z.int(),
  /** Paid seats in runs that have not ended: the person can no longer sign in to them. */
  runningSeats: z.int(),
  /** Money that is still to be sent back: its account is kept until then. */
  openRefunds: z.int(),
  /** Sent by forms; they are erased by their own time. */
  enquiries: z.int(),
  /** Of what was shown: other figures are shown again before anything happens. */
  fingerprint: z.string(),
})
export type Erasure = z.output<typeof Erasure>

export const dataEndpoints = {
  dataFiles: endpoint({
    method: 'GET',
    path: 'admin/learners/{id}/data-files',
    summary: 'The copies of a person’s data that staff asked for, the newest first.',
    audience: MANAGES,
    input: z.object({ id: Id }),
    output: z.array(
      z.object({
        id: z.int(),
        askedAt: Instant,
        askedBy: z.string().optional(),
        reason: CopyReason,
        readyAt: Instant.optional(),
        /** After a week there is no file any more. */
        isThere: z.boolean(),
      }),
    ),
    problems: ['notFound'],
  }),
  askDataFile: endpoint({
    method: 'POST',
    path: 'admin/learners/{id}/data-files',
    summary: 'Has everything that is stored about a person prepared as a file, by a job; it is kept for a week.',
    needsProof: true,
    audience: MANAGES,
    input: z.object({ id: Id, reason: CopyReason }),
    output: z.object({ id: z.int() }),
    problems: ['notFound'],
    creates: true,
    status: 201,
  }),
  openDataFile: endpoint({
    method: 'GET',
    path: 'admin/learners/{id}/data-files/{file}',
    summary: 'The archive with everything that is stored about a person. Each opening is in the audit log.',
    needsProof: true,
    audience: MANAGES,
    input: z.object({ id: Id, file: Id }),
    output: FileAnswer,
    file: 'application/zip',
    problems: ['notFound'],
    logs: 'export',
  }),
  erasurePreview: endpoint({
    method: 'GET',
    path: 'admin/learners/{id}/erasure',
    summary: 'What stays when an account is erased, and what ends with it.',
    audience: MANAGES,
    input: z.object({ id: Id }),
    output: Erasure,
    problems: ['notFound', 'staffAccount'],
  }),
  eraseLearner: endpoint({
    method: 'POST',
    path: 'admin/learners/{id}/erase',
    summary: 'Erases the personal data of an account, as its owner can; orders and invoices stay without a name.',
    needsProof: true,
    audience: MANAGES,
    input: z.object({ id: Id, reason: ErasureReason, fingerprint: z.string().max(100, 'invalid') }),
    output: z.object({}),
    problems: ['notFound', 'staffAccount', 'previewStale', 'lastOwner'],
    logs: 'erasure',
  }),
}
