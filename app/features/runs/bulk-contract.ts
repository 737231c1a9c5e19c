/** Commands on many runs: enrolment, trainer, tags, and messages to the learners of runs. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Id, optional, Text } from '../../api/fields.ts'
import { BulkOutcome, Chosen, Counted } from '../lists/bulk-contract.ts'
import { RUN_COMMANDS } from './bulk-commands.ts'
import { unknownMessageField } from './message-fields.ts'
import { RunFilters, Tag } from './run-fields-contract.ts'

/** The chosen runs, or all that match a list's filters. */
const Which = { ids: Chosen(Id).optional(), matching: RunFilters.extend(Counted.shape).optional() }
const namesRuns = ({ ids, matching }: { ids?: unknown[] | undefined; matching?: unknown }) => matching || ids?.length
const NOT_NAMED = { message: 'chooseRows', path: ['ids'] }

const PLAN = { right: 'runs.plan' } as const

const Words = (max: number) =>
  Text(max).superRefine((text, context) => {
    const field = unknownMessageField(text)
    if (field !== undefined) context.addIssue({ code: 'custom', message: `mailField:${field.slice(0, 40)}` })
  })
/** English is needed only where a learner reads English. */
const InLanguages = (max: number) => z.object({ ar: Words(max), en: optional(Words(max)) })

const Message = { ...Which, subject: InLanguages(120), text: InLanguages(3000) }

const Sample = z.object({
  lang: z.enum(['ar', 'en']),
  /** How many learners get it in this language. */
  mails: z.int(),
  subject: z.string(),
  text: z.string(),
})

export const runBulkEndpoints = {
  changeRuns: endpoint({
    method: 'POST',
    path: 'admin/runs/bulk',
    summary:
      'Opens or closes the enrolment of runs, gives their coming sessions a trainer, or tags them: each on its own, and says of each how it went.',
    audience: PLAN,
    input: z
      .object({
        ...Which,
        action: z.enum(RUN_COMMANDS, 'invalid'),
        /** To assign a trainer. */
        trainerId: optional(Id),
        /** To add or to remove. */
        tag: optional(Tag),
      })
      .refine(namesRuns, NOT_NAMED)
      .refine(({ action, trainerId }) => action !== 'assignTrainer' || trainerId, {
        message: 'required',
        path: ['trainerId'],
      })
      .refine(({ action, tag }) => !action.endsWith('Tag') || tag, { message: 'required', path: ['tag'] }),
    output: z.object({ rows: z.array(BulkOutcome.extend({ id: z.int() })) }),
    problems: ['previewStale'],
  }),
  runTags: endpoint({
    method: 'GET',
    path: 'admin/run-tags',
    summary: 'The tags of runs, the most frequent first.',
    audience: PLAN,
    input: z.object({}),
    output: z.object({ tags: z.array(z.string()) }),
  }),
  previewRunMessage: endpoint({
    method: 'POST',
    path: 'admin/runs/message/preview',
    summary:
      'What a message to the learners of runs would be: how many get it, and the mail in each language. Nothing is sent.',
    audience: PLAN,
    input: z.object(Message).refine(namesRuns, NOT_NAMED),
    output: z.object({
      runs: z.array(z.object({ id: z.int(), name: z.string(), startsAt: z.iso.datetime(), mails: z.int() })),
      mails: z.int(),
      /** Learners who have got these very words about their run already: they are left out. */
      already: z.int(),
      samples: z.array(Sample),
      fingerprint: z.string(),
    }),
    problems: ['previewStale', 'runNotFound'],
  }),
  sendRunMessage: endpoint({
    method: 'POST',
    path: 'admin/runs/message',
    summary:
      'Writes to everybody with a paid seat in runs, each in their language; whoever has got these very words already gets them no second time. Says of each run how it went.',
    audience: PLAN,
    needsProof: true,
    input: z
      .object({
        ...Message,
        /** Of the preview: what is sent is what was shown. */
        fingerprint: Text(64),
      })
      .refine(namesRuns, NOT_NAMED),
    output: z.object({ rows: z.array(BulkOutcome.extend({ id: z.int(), mails: z.int() })) }),
    problems: ['previewStale', 'runNotFound'],
  }),
}
