/** Moving a run to other dates and cancelling it: a preview, then the change. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Id, optional, Text } from '../../api/fields.ts'
import { ById, Fingerprint, Instant, Moment, OrderIds, RunDetails, Sessions } from './run-fields-contract.ts'

const PLAN = { right: 'runs.plan' } as const
const CANCEL = { right: 'runs.cancel' } as const

export const runActionEndpoints = {
  reschedulePreview: endpoint({
    method: 'GET',
    path: 'admin/runs/{id}/reschedule',
    summary: 'Whom a change of the dates concerns, and how long they may leave.',
    audience: PLAN,
    input: ById,
    output: z.object({
      paid: z.int(),
      pending: z.int(),
      mails: z.int(),
      /** With seats in the run; their contacts are told, too. */
      companies: z.int(),
      /** For so many days learners may leave and get everything back. */
      leaveDays: z.int(),
      fingerprint: z.string(),
    }),
    problems: ['runNotFound', 'runCancelled'],
  }),
  rescheduleRun: endpoint({
    method: 'POST',
    path: 'admin/runs/{id}/reschedule',
    summary: 'Gives a run other sessions; every learner gets one mail with the new entry for the calendar.',
    audience: PLAN,
    input: ById.extend({
      /** Of the preview: what is done is what was shown. */
      fingerprint: Fingerprint,
      sessions: Sessions,
      /** As long before the first session as until now when missing. */
      enrolmentClosesAt: optional(Moment),
      /** Learners read it. */
      reason: Text(500),
    }),
    output: RunDetails,
    problems: [
      ...['runNotFound', 'runCancelled', 'runEnded', 'runBegun', 'previewStale'],
      ...['trainerNotFound', 'sessionsOverlap', 'sessionAttended', 'enrolmentClosesLate'],
    ] as const,
  }),
  cancelPreview: endpoint({
    method: 'GET',
    path: 'admin/runs/{id}/cancel',
    summary: 'What cancelling the run means: people, money and mails.',
    audience: CANCEL,
    input: ById.extend({ moveTo: optional(Id), refund: optional(OrderIds) }),
    output: z.object({
      /** With a seat in the run: who they are, and whether they are moved to the other run. */
      orders: z.array(
        z.object({
          id: z.uuid(),
          reference: z.string(),
          name: z.string(),
          status: z.enum(['pending', 'paid']),
          leftHalalas: z.int(),
          isTransfer: z.boolean(),
          isMoved: z.boolean(),
        }),
      ),
      /** The runs of the course to which learners could be moved. */
      targets: z.array(
        z.object({
          id: z.int(),
          startsAt: Instant,
          city: z.string().nullable(),
          seatsLeft: z.int(),
          priceHalalas: z.int(),
        }),
      ),
      /** How much more the other run costs, or less; nobody pays it or gets it back. */
      differenceHalalas: z.int(),
      paid: z.int(),
      pending: z.int(),
      waiting: z.int(),
      /** Into the other run, as far as it has seats. */
      moved: z.int(),
      /** Whoever finds no seat there gets the money back. */
      notMoved: z.int(),
      refundHalalas: z.int(),
      /** Refunds of bank transfers, which staff send themselves. */
      byHand: z.int(),
      /** Of companies with seats in the run: what goes back, and who is told. */
      purchases: z.array(
        z.object({
          quoteId: z.int(),
          number: z.string(),
          company: z.string(),
          contact: z.string(),
          seats: z.int(),
          /** The sum of the credit notes, and what of it is to be sent back. */
          creditHalalas: z.int(),
          backHalalas: z.int(),
        }),
      ),
      mails: z.int(),
      fingerprint: z.string(),
    }),
    problems: ['runNotFound', 'runCancelled', 'targetRunUnfit'],
  }),
  cancelRun: endpoint({
    method: 'POST',
    path: 'admin/runs/{id}/cancel',
    summary: 'Cancels a run; learners get their money back, or a seat in another run of the course.',
    audience: CANCEL,
    needsProof: true,
    input: ById.extend({
      /** Of the preview: what is done is what was shown. */
      fingerprint: Fingerprint,
      /** Learners read it, also on their credit notes. */
      reason: Text(500),
      moveTo: optional(Id),
      /** Of those who are moved otherwise: these get their money back. */
      refund: optional(OrderIds),
    }),
    output: RunDetails,
    problems: ['runNotFound', 'runCancelled', 'runEnded', 'previewStale', 'targetRunUnfit'],
  }),
}
