/** Messages of the staff to a selection of learners, each in their language. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Cursor, CursorPage, Id, optional, PageLimit, Text, WholeNumber } from '../../api/fields.ts'
import { Seen } from '../learners/contract.ts'
import { Chosen } from '../lists/bulk-contract.ts'
import { unknownMessageField } from './message-fields.ts'

/** A job writes the mails, so that there may be many. */
const MAX_MATCHING = 100_000

const Filters = z.object({
  query: optional(Text(200)),
  status: optional(z.enum(['active', 'suspended'], 'invalid')),
  seen: optional(Seen),
})
const Matching = Filters.extend({
  count: WholeNumber.pipe(z.number().min(1, 'invalid').max(MAX_MATCHING, `tooManyRows:${MAX_MATCHING}`)),
})

/** The chosen accounts, or all that match the filters of their list. */
const Which = { ids: Chosen(Id).optional(), matching: Matching.optional() }
const namesLearners = ({ ids, matching }: { ids?: unknown[] | undefined; matching?: unknown }) =>
  matching || ids?.length
const NOT_NAMED = { message: 'chooseRows', path: ['ids'] }

const Words = (max: number) =>
  Text(max).superRefine((text, context) => {
    const field = unknownMessageField(text)
    if (field !== undefined) context.addIssue({ code: 'custom', message: `mailField:${field.slice(0, 40)}` })
  })
/** English is needed only where a learner reads English. */
const InLanguages = (max: number) => z.object({ ar: Words(max), en: optional(Words(max)) })

const Message = { ...Which, subject: InLanguages(120), text: InLanguages(5000) }

const Sample = z.object({
  lang: z.enum(['ar', 'en']),
  /** How many learners get it in this language. */
  mails: z.int(),
  subject: z.string(),
  text: z.string(),
})

const Counts = {
  /** Accounts that were chosen. */
  chosen: z.int(),
  /** Those that want no news, are blocked, or have got these very words already. */
  leftOut: z.int(),
}

const Sent = z.object({
  id: z.int(),
  subject: z.string(),
  at: z.iso.datetime(),
  by: z.string().nullable(),
  ...Counts,
  sent: z.int(),
  isDone: z.boolean(),
})
export type SentLearnerMessage = z.output<typeof Sent>

const MANAGE = { right: 'learners.manage' } as const

export const learnerMessagesEndpoints = {
  learnerMessages: endpoint({
    method: 'GET',
    path: 'admin/learner-messages',
    summary: 'Messages to learners, the newest first, and how far each has come.',
    audience: MANAGE,
    input: z.object({ cursor: Cursor, limit: PageLimit }),
    output: CursorPage(Sent),
  }),
  previewLearnerMessage: endpoint({
    method: 'POST',
    path: 'admin/learner-messages/preview',
    summary:
      'What a message to learners would be: how many get it, who is left out, and the mail in each language. Nothing is sent.',
    audience: MANAGE,
    input: z.object(Message).refine(namesLearners, NOT_NAMED),
    output: z.object({
      chosen: z.int(),
      mails: z.int(),
      /** Those who want no news of the institute. */
      unsubscribed: z.int(),
      blocked: z.int(),
      /** Learners who have got these very words already. */
      already: z.int(),
      samples: z.array(Sample),
      fingerprint: z.string(),
    }),
    problems: ['previewStale'],
  }),
  sendLearnerMessage: endpoint({
    method: 'POST',
    path: 'admin/learner-messages',
    summary:
      'Writes to the learners, each in their language, by a job that goes on where it was interrupted. Whoever wants no news, or has got these very words already, gets none.',
    audience: MANAGE,
    needsProof: true,
    input: z
      .object({
        ...Message,
        /** Of the preview: what is sent is what was shown. */
        fingerprint: Text(64),
      })
      .refine(namesLearners, NOT_NAMED),
    output: z.object({ id: z.int(), mails: z.int() }),
    problems: ['previewStale', 'nobodyToWriteTo'],
  }),
}
