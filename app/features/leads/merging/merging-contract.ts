/** Enquiries of one sender that become one conversation. */
import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { LeadKind, LeadStatus, Reference } from '../enquiry-contract.ts'

/** Another enquiry of a sender. */
export const OfSender = z.object({
  reference: z.string(),
  kind: LeadKind,
  status: LeadStatus,
  receivedAt: z.iso.datetime(),
})
export type OfSender = z.output<typeof OfSender>

export const mergingEndpoints = {
  mergeLead: endpoint({
    method: 'POST',
    path: 'admin/leads/{reference}/merge',
    summary:
      'Merges an enquiry into another one of the same sender, which goes on with both trails. The private links of both keep working.',
    audience: { right: 'enquiries.handle' },
    input: z.object({
      reference: Reference,
      /** The one that goes on. */
      into: Reference,
    }),
    output: z.object({ reference: z.string() }),
    problems: ['leadNotFound', 'leadMerged', 'leadErased', 'leadOfOther'],
  }),
}
