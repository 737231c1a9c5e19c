/** Which order an enquiry is about. */
import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { Reference } from '../enquiry-contract.ts'
import { OfSender } from '../merging/merging-contract.ts'

export const leadOrderEndpoints = {
  setLeadOrder: endpoint({
    method: 'PUT',
    path: 'admin/leads/{reference}/order',
    summary: 'Says which order an enquiry is about, or takes the link away. It needs the right to see orders, too.',
    audience: { right: 'enquiries.handle' },
    input: z.object({
      reference: Reference,
      /** Null takes the link away. */
      order: z.preprocess((id) => (id === '' ? null : id), z.uuid('invalid').nullable()),
    }),
    output: z.object({}),
    problems: ['leadNotFound', 'leadMerged', 'forbidden', 'orderNotFound'],
  }),
  leadsOfOrder: endpoint({
    method: 'GET',
    path: 'admin/orders/{id}/leads',
    summary: 'The enquiries about an order that the caller may see, the newest first.',
    audience: { right: 'enquiries.handle' },
    input: z.object({ id: z.uuid('invalid') }),
    output: z.array(OfSender),
  }),
}
