/** Moving one paid order to another run of its course. */
import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { Id, Text } from '../../../api/fields.ts'
import { StaffOrder } from '../../orders/staff-contract.ts'

const ById = z.object({ id: z.uuid('invalid') })

/** Why an order stays in its run. */
export const REFUSALS = ['orderNotInRun', 'runCancelled', 'orderAttended', 'orderCertified', 'orderRefundOpen'] as const

/** Why no order for another course, run or person can take its place. */
export const STAYS = [
  'ownOrder',
  'orderNotMovable',
  'runCancelled',
  'orderCertified',
  'orderAttended',
  'orderDisputed',
  'orderOfCompany',
  'orderRefundOpen',
] as const

export const orderMoveEndpoints = {
  orderMovePreview: endpoint({
    method: 'GET',
    path: 'admin/orders/{id}/move',
    summary: 'The runs to which a paid order can be moved, or why it stays in its own or stays altogether.',
    audience: { right: 'orders.change' },
    input: ById,
    output: z.object({
      refusal: z.enum([...REFUSALS, 'ownOrder']).nullable(),
      /** Why it cannot be moved to another course or person either; null where it can. */
      stays: z.enum(STAYS).nullable(),
      /** Coming runs of the same course with a free seat; none where there is a refusal. */
      targets: z.array(
        z.object({
          id: z.int(),
          startsAt: z.iso.datetime(),
          city: z.string().nullable(),
          seatsLeft: z.int(),
          /** How much more the other run costs today, or less; nobody pays it or gets it back by the move. */
          differenceHalalas: z.int(),
        }),
      ),
      fingerprint: z.string(),
    }),
    problems: ['orderNotFound'],
  }),
  moveOrder: endpoint({
    method: 'POST',
    path: 'admin/orders/{id}/move',
    summary: 'Moves a paid order to another run of its course at the price that was paid; the learner is told by mail.',
    audience: { right: 'orders.change' },
    needsProof: true,
    input: ById.extend({
      runId: Id,
      /** Of the preview: what is done is what was shown. */
      fingerprint: Text(64),
      /** The learner reads it. */
      reason: Text(500),
    }),
    output: StaffOrder,
    problems: [
      ...['orderNotFound', 'ownOrder', 'previewStale', 'targetRunUnfit', 'learnerEnrolled', 'seatsGone'],
      ...REFUSALS,
    ] as const,
  }),
}
