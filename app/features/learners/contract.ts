/** Learners at the desk: their accounts and everything that belongs to them. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import {
  Cursor,
  CursorPage,
  FileAnswer,
  Id,
  optional,
  PageLimit,
  TABLE_FILES,
  TableFormat,
  Text,
} from '../../api/fields.ts'
import { ChosenInAddress } from '../lists/bulk-contract.ts'
import { dataEndpoints } from './data-requests/data-contract.ts'
import { SEEN_CHOICES } from './last-seen.ts'
import { accountMergingEndpoints } from './merging/merging-contract.ts'

const Instant = z.iso.datetime()

const AccountState = z.enum(['active', 'suspended'], 'invalid')

const LearnerCard = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  status: AccountState,
  /** Works for the institute, too. */
  isStaff: z.boolean(),
  joinedAt: Instant,
  /** When they used the account last; null for who never signed in. */
  lastSeenAt: Instant.nullable(),
  /** Of paid orders. */
  orderCount: z.int(),
})
export type LearnerCard = z.output<typeof LearnerCard>

/** Of each list the newest; `count` says how many there are. */
const Newest = <T extends z.ZodType>(item: T) => z.object({ count: z.int(), items: z.array(item) })

export const Learner = LearnerCard.extend({
  lang: z.enum(['ar', 'en']),
  openSessions: z.int(),
  hasPhoneVerified: z.boolean(),
  /** When they agreed to the terms, and which version that was; null when its text was not kept. */
  terms: z.object({ acceptedAt: Instant, version: z.int().nullable() }),
  orders: Newest(
    z.object({
      id: z.string(),
      reference: z.string(),
      course: z.string(),
      /** When its run begins; missing for recorded courses. */
      startsAt: Instant.optional(),
      status: z.enum(['pending', 'paid', 'refunded', 'cancelled', 'expired', 'failed']),
      totalHalalas: z.int(),
      placedAt: Instant,
      /** Sessions that were attended, late or not, among those that were marked. */
      attended: z.object({ present: z.int(), marked: z.int() }).optional(),
    }),
  ),
  certificates: Newest(
    z.object({ number: z.string(), course: z.string(), issuedAt: Instant, revokedAt: Instant.optional() }),
  ),
  writings: Newest(
    z.object({
      kind: z.enum(['post', 'postComment', 'articleComment']),
      id: z.int(),
      /** The post that it is or stands under. */
      postId: z.int().optional(),
      /** The article that a comment stands under. */
      slug: z.string().optional(),
      text: z.string(),
      state: z.enum(['shown', 'waiting', 'hidden', 'removed']),
      at: Instant,
    }),
  ),
  mails: Newest(
    z.object({
      id: z.int(),
      channel: z.enum(['email', 'sms']),
      subject: z.string().optional(),
      state: z.enum(['waiting', 'sent', 'failed']),
      at: Instant,
    }),
  ),
  /** Those of the address or the number that the caller may handle. */
  enquiries: z.array(z.object({ reference: z.string(), kind: z.string(), status: z.string(), receivedAt: Instant })),
  notes: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(['note', 'block', 'unblock', 'merge']),
      note: z.string(),
      by: z.string().optional(),
      at: Instant,
    }),
  ),
})
export type Learner = z.output<typeof Learner>

/** When they used their account last. */
export const Seen = z.enum(SEEN_CHOICES, 'invalid')

const LearnerFilter = z.object({
  /** A part of a name, an address, or a phone number in any spelling. */
  query: optional(Text(200)),
  status: optional(AccountState),
  seen: optional(Seen),
})

const MANAGES = { right: 'learners.manage' } as const

export const learnersEndpoints = {
  learners: endpoint({
    method: 'GET',
    path: 'admin/learners',
    summary: 'The accounts, the newest first without a choice.',
    audience: { right: 'learners.view' },
    input: LearnerFilter.extend({
      sort: optional(z.enum(['newest', 'oldest', 'name', 'lastSeen', 'longUnseen'], 'invalid')).transform(
        (sort) => sort ?? 'newest',
      ),
      cursor: Cursor,
      limit: PageLimit,
    }),
    output: CursorPage(LearnerCard),
  }),
  // Stands before the call whose path is an id, which would match it too.
  exportLearners: endpoint({
    method: 'GET',
    path: 'admin/learners/export',
    summary:
      'Accounts with their contacts, for spreadsheets: of a list, or those chosen in it. Each export is in the audit log.',
    needsProof: true,
    audience: { right: 'learners.export' },
    input: LearnerFilter.extend({ ids: ChosenInAddress(Id), format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  learner: endpoint({
    method: 'GET',
    path: 'admin/learners/{id}',
    summary: 'One account with its orders, attendance, certificates, texts, messages, enquiries and notes.',
    audience: { right: 'learners.view' },
    input: z.object({ id: Id }),
    output: Learner,
    problems: ['notFound'],
  }),
  addLearnerNote: endpoint({
    method: 'POST',
    path: 'admin/learners/{id}/notes',
    summary: 'Writes something down about a learner, for staff.',
    audience: { right: 'learners.view' },
    input: z.object({ id: Id, note: Text(2000) }),
    output: z.object({}),
    problems: ['notFound'],
    creates: true,
    status: 201,
  }),
  blockLearner: endpoint({
    method: 'POST',
    path: 'admin/learners/{id}/block',
    summary: 'Ends the sessions of an account at once and lets nobody sign in to it. Orders and seats stay.',
    audience: MANAGES,
    input: z.object({ id: Id, reason: Text(500) }),
    output: z.object({}),
    problems: ['notFound', 'staffAccount', 'alreadyBlocked'],
  }),
  unblockLearner: endpoint({
    method: 'POST',
    path: 'admin/learners/{id}/unblock',
    summary: 'Lets the owner of a blocked account sign in again.',
    audience: MANAGES,
    input: z.object({ id: Id, reason: Text(500) }),
    output: z.object({}),
    problems: ['notFound', 'staffAccount', 'notBlocked'],
  }),
  ...dataEndpoints,
  ...accountMergingEndpoints,
}
