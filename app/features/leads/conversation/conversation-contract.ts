/** What staff and the sender of an enquiry write to each other. */
import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { optional } from '../../../api/fields.ts'
import { Message, Reference } from '../enquiry-contract.ts'

const MAX_ANSWER_LENGTH = 10_000
const MAX_REPLY_LENGTH = 5000

/** As its sender reads it: nobody of the staff is named. */
export const SentMessage = z.object({ at: z.iso.datetime(), fromSender: z.boolean(), body: z.string() })

export const LeadMessage = SentMessage.extend({
  id: z.int(),
  /** Who of the staff wrote it; missing for the sender and for former staff. */
  by: z.object({ id: z.int(), name: z.string() }).optional(),
  /** What became of the mail of an answer; missing where mails of that time are no longer kept. */
  mail: z.enum(['waiting', 'sent', 'failed']).optional(),
})
export type LeadMessage = z.output<typeof LeadMessage>

/** One showing of the form: sending it twice writes one message. */
const Press = optional(z.uuid('invalid'))

export const conversationEndpoints = {
  answerLead: endpoint({
    method: 'POST',
    path: 'admin/leads/{reference}/answers',
    summary: 'Answers an enquiry by a mail in the language of its sender, who can answer in turn by their link.',
    audience: { right: 'enquiries.handle' },
    input: z.object({
      reference: Reference,
      body: Message(MAX_ANSWER_LENGTH),
      press: Press,
      /** The last message that whoever answers has read, 0 for none: a later one is read first. */
      seen: optional(z.coerce.number('invalid').int().min(0)),
      /** What the enquiry is then. */
      status: optional(z.enum(['handling', 'answered', 'closed'], 'invalid')).transform(
        (status) => status ?? 'answered',
      ),
    }),
    output: z.object({ message: LeadMessage }),
    problems: ['leadNotFound', 'leadErased', 'leadGoneOn'],
    creates: true,
    status: 201,
  }),
  replyToLead: endpoint({
    method: 'POST',
    path: 'Enquiries/{reference}/messages',
    summary: 'What the sender of an enquiry adds to it or answers, by their private link.',
    audience: 'everyone',
    input: z.object({
      reference: Reference,
      token: z.string().max(100, 'invalid'),
      body: Message(MAX_REPLY_LENGTH),
      press: Press,
    }),
    output: z.object({}),
    problems: ['leadNotFound', 'leadErased', 'tooManyRequests'],
    creates: true,
    status: 201,
  }),
}
