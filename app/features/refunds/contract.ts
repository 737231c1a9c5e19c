/** Money back, as its learner asks for it and follows it. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Text } from '../../api/fields.ts'
import { Order } from '../orders/order-contract.ts'

export const refundEndpoints = {
  requestRefund: endpoint({
    method: 'POST',
    path: 'Orders/{id}/refund-request',
    summary: 'Asks for the money of a paid order back, while the institute takes such requests; staff decide.',
    audience: 'signedIn',
    input: z.object({ id: z.uuid('invalid'), reason: Text(1000) }),
    output: Order,
    problems: ['orderNotFound', 'orderNotRefundable', 'refundTooLate', 'refundCourseBegun', 'refundAsked'],
    creates: true,
    status: 201,
  }),
}
