import { z } from 'zod'
import { endpoint, type Quota } from '../../api/endpoint.ts'
import {
  FileAnswer,
  FileField,
  Flag,
  Id,
  optional,
  PageIndex,
  PageOf,
  PageSize,
  TABLE_FILES,
  TableFormat,
  Text,
  TimeOrder,
} from '../../api/fields.ts'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import { HOUR_SECONDS } from '../../platform/durations.ts'
import { BulkOutcome, Chosen, Counted } from '../lists/bulk-contract.ts'
import { ShownQuoteState } from '../quotes/contract.ts'
import { applicationEndpoints } from './applications/applications-contract.ts'
import { conversationEndpoints, LeadMessage, SentMessage } from './conversation/conversation-contract.ts'
import {
  ComplaintFields,
  ContactFields,
  LeadKind,
  LeadStatus,
  Message,
  PartnershipFields,
  QuoteFields,
  Reference,
  SupportFields,
} from './enquiry-contract.ts'
import { mergingEndpoints, OfSender } from './merging/merging-contract.ts'
import { leadOrderEndpoints } from './orders/lead-orders-contract.ts'
import { templateEndpoints } from './templates/templates-contract.ts'
import { CvId, TrainerFields, WaitingCv } from './trainers/trainer-contract.ts'

const Instant = z.iso.datetime()

export { LeadKind, LeadStatus } from './enquiry-contract.ts'

/** The response to every enquiry. */
const Received = z.object({
  reference: z.string(),
  /** Opens, with the reference, the page on which the sender follows the enquiry. */
  token: z.string(),
})

export const FollowedLead = z.object({
  reference: z.string(),
  kind: LeadKind,
  status: LeadStatus,
  receivedAt: Instant,
  /** When it entered each state, in order. */
  history: z.array(z.object({ status: LeadStatus, at: Instant })),
  /** The address that the confirmation was sent to; missing after erasure. */
  email: z.string().optional(),
  /** What the sender wrote in the form; empty after erasure. An identity number is never shown again. */
  facts: z.array(z.object({ name: z.string(), label: z.string(), value: z.string() })),
  /** What the institute answered and what the sender wrote afterwards, in order. */
  messages: z.array(SentMessage),
  /** Within how many working days the institute answers. */
  answerDays: z.int(),
})
export type FollowedLead = z.output<typeof FollowedLead>

/** A value of a form, labelled in the caller's language. */
const Fact = z.object({ name: z.string(), label: z.string(), value: z.string() })

const Person = z.object({ id: z.int(), name: z.string() })

export const QUOTE_STEPS = ['written', 'sent', 'accepted', 'declined'] as const

export const LeadCard = z.object({
  reference: z.string(),
  kind: LeadKind,
  status: LeadStatus,
  /** Missing after erasure. */
  name: z.string().optional(),
  email: z.string().optional(),
  phone: z.string().optional(),
  assignee: Person.optional(),
  /** The reference of an earlier enquiry that may be about the same. */
  sameAs: z.string().optional(),
  receivedAt: Instant,
  updatedAt: Instant,
  /** By when the institute promises an answer; missing once it was answered or closed. */
  answerDueAt: Instant.optional(),
})

const Lead = LeadCard.extend({
  lang: z.enum(['ar', 'en']),
  facts: z.array(Fact),
  consentVersion: z.string().optional(),
  /** Of the privacy policy that the sender agreed to; null when they were not asked, or its text is not known. */
  privacyVersion: z.int().nullable(),
  /** A trainer's CV, see `leadCv`. */
  cv: z.object({ name: z.string(), size: z.int() }).optional(),
  eraseAt: Instant,
  /** The enquiry of the same sender that goes on instead of this one. */
  mergedInto: z.string().optional(),
  /** Enquiries that were merged into this one. */
  merged: z.array(OfSender.extend({ facts: z.array(Fact) })),
  /** Other open or closed enquiries of the same sender, the newest first. */
  ofSender: z.array(OfSender),
  /** The order that it is about. */
  order: z.object({ id: z.uuid(), reference: z.string() }).optional(),
  /** The quotes that were written from it, the newest first; none for who may not see quotes. */
  quotes: z.array(z.object({ id: z.int(), number: z.string(), state: ShownQuoteState })),
  /** What was answered, and what the sender answered by their link, in order. */
  messages: z.array(LeadMessage),
  history: z.array(
    z.object({
      at: Instant,
      /** Missing for actions of the sender or of the product. */
      by: Person.optional(),
      status: LeadStatus.optional(),
      assignee: Person.optional(),
      note: z.string().optional(),
      /** Another enquiry of the sender that was merged with it. */
      mergedWith: z.string().optional(),
      /** A quote of `quotes`, and what became of it. */
      quote: z.object({ id: z.int(), number: z.string(), step: z.enum(QUOTE_STEPS) }).optional(),
    }),
  ),
})
export type Lead = z.output<typeof Lead>

/** Which enquiries a list is of. */
const Filter = z.object({
  Kind: optional(LeadKind),
  Status: optional(LeadStatus),
  /** A user’s id. */
  Assignee: optional(Id),
  /** Those that nobody handles. */
  Unassigned: Flag,
  /** Those whose promised answer is late. */
  Late: Flag,
  /** A reference, an email address, a phone number or a part of a name. */
  SearchTerm: optional(Text(200)),
})

/** A form as typed; the response lists its errors. */
const TypedForm = z.record(z.string(), z.unknown())

const OF_EVERY_FORM = ['formNotFromPage', 'formTooOld', 'formTooFast', 'formOfRobot', 'tooManyRequests'] as const
/** A little more than a CV may have, so that a CV that is too large gets an error at its field. */
export const MAX_CV_FORM_BYTES = 12 * MEGABYTE
export const CV_QUOTAS: readonly Quota[] = [
  { key: 'cvs', of: 'network', seconds: HOUR_SECONDS, max: 30, unit: 'files' },
]

const sends = <Fields extends z.ZodType>(path: string, summary: string, fields: Fields) =>
  endpoint({
    method: 'POST',
    path,
    summary,
    audience: 'everyone',
    input: fields,
    output: Received,
    problems: [...OF_EVERY_FORM],
    creates: true,
    status: 201,
    // Much longer than allowed, so that a text that is too long gets an error at its field.
    bodyLimit: 1_000_000,
  })

export const leadsEndpoints = {
  contact: sends('Contact', 'Sends the institute a message.', ContactFields),
  support: sends('Support', 'Asks for technical help.', SupportFields),
  complaint: sends('Complaints', 'Complains.', ComplaintFields),
  quote: sends('Quotes', 'Asks for a quote for a company’s staff.', QuoteFields),
  partnership: sends('Partnerships', 'Proposes a partnership.', PartnershipFields),
  trainer: endpoint({
    ...sends('TrainerApplications', 'Applies to teach.', TrainerFields),
    problems: [...OF_EVERY_FORM, 'tooLarge', 'unsupportedType', 'uploadTooSlow', 'storageDown'],
    files: { maxBytes: MAX_CV_FORM_BYTES, field: 'cv' },
    quotas: CV_QUOTAS,
  }),
  sendCv: endpoint({
    method: 'POST',
    path: 'TrainerApplications/cv',
    summary: 'Takes a CV (PDF or DOCX; 10 MB) for an application that is being written. It is kept for a day.',
    audience: 'everyone',
    query: ['stamp'],
    input: z.object({ stamp: z.string().max(200, 'invalid'), file: FileField }),
    output: WaitingCv,
    problems: ['formNotFromPage', 'formTooOld', 'tooLarge', 'unsupportedType', 'tooManyRequests', 'storageDown'],
    files: { maxBytes: MAX_CV_FORM_BYTES, raw: 'file' },
    quotas: CV_QUOTAS,
    status: 201,
  }),
  waitingCv: endpoint({
    method: 'GET',
    path: 'TrainerApplications/cv',
    summary: 'A CV that was sent and waits for its application.',
    audience: 'everyone',
    input: z.object({ id: CvId }),
    output: WaitingCv,
    problems: ['notFound'],
  }),
  checkTrainer: endpoint({
    method: 'POST',
    path: 'TrainerApplications/check',
    summary: 'Tells all that is wrong with an application before it is sent.',
    audience: 'everyone',
    input: z.object({ form: TypedForm }),
    output: z.object({ fields: z.record(z.string(), z.array(z.string())) }),
    bodyLimit: 1_000_000,
  }),
  countries: endpoint({
    method: 'GET',
    path: 'TrainerApplications/countries',
    summary: 'The countries of the world by name, Saudi Arabia first.',
    audience: 'everyone',
    sharedBy: 'everyone',
    reads: [],
    input: z.object({}),
    output: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  stamp: endpoint({
    method: 'GET',
    path: 'Enquiries/stamp',
    summary: 'A form token (stamp) for a form that is shown now: the time, signed by us.',
    audience: 'everyone',
    input: z.object({ kind: LeadKind }),
    output: z.object({ stamp: z.string() }),
    reads: [],
  }),
  follow: endpoint({
    method: 'GET',
    path: 'Enquiries/{reference}',
    summary: 'What became of an enquiry, for its sender.',
    audience: 'everyone',
    input: z.object({ reference: Reference, token: z.string().max(100, 'invalid') }),
    output: FollowedLead,
    problems: ['leadNotFound', 'tooManyRequests'],
  }),
  myLeads: endpoint({
    method: 'GET',
    path: 'Profile/enquiries',
    summary: 'The newest enquiries that were sent from the caller’s address, each with the token to follow it.',
    audience: 'signedIn',
    input: z.object({}),
    output: z.object({
      leads: z.array(
        z.object({
          reference: z.string(),
          token: z.string(),
          kind: LeadKind,
          status: LeadStatus,
          receivedAt: Instant,
          /** The first words of its message, or the institution that asks for a quote; null where it has neither. */
          beginning: z.string().nullable(),
        }),
      ),
    }),
  }),
  leads: endpoint({
    method: 'GET',
    path: 'admin/leads',
    summary: 'The enquiries by time, the newest first without a choice.',
    audience: { right: 'enquiries.handle' },
    input: Filter.extend({ Sort: TimeOrder, PageIndex, PageSize }),
    output: PageOf(LeadCard),
  }),
  // These two stand before the call whose path is a reference, which would match them too.
  leadCounts: endpoint({
    method: 'GET',
    path: 'admin/leads/counts',
    summary: 'How many enquiries of a list are in each state, counted up to 10,000.',
    audience: { right: 'enquiries.handle' },
    input: Filter.omit({ Status: true }),
    output: z.record(LeadStatus, z.int()),
  }),
  exportLeads: endpoint({
    method: 'GET',
    path: 'admin/leads/export',
    summary: 'The enquiries of a list that the caller may see, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: { right: 'learners.export' },
    input: Filter.extend({ format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  lead: endpoint({
    method: 'GET',
    path: 'admin/leads/{reference}',
    summary: 'One enquiry with everything in it and its history.',
    audience: { right: 'enquiries.handle' },
    input: z.object({ reference: Reference }),
    output: Lead,
    problems: ['leadNotFound'],
  }),
  changeLeads: endpoint({
    method: 'POST',
    path: 'admin/leads/bulk',
    summary: 'Gives enquiries to somebody or moves them on, each on its own, and says of each how it went.',
    audience: { right: 'enquiries.handle' },
    input: z
      .object({
        references: Chosen(Reference).optional(),
        matching: Filter.extend(Counted.shape).optional(),
        status: optional(LeadStatus),
        /** The id of a member of staff. */
        assignee: optional(Id),
      })
      .refine(({ references, matching }) => matching || references?.length, {
        message: 'chooseRows',
        path: ['references'],
      })
      .refine(({ status, assignee }) => status ?? assignee, { message: 'required', path: ['assignee'] }),
    output: z.object({ rows: z.array(BulkOutcome.extend({ reference: z.string() })) }),
    problems: ['previewStale'],
  }),
  leadAssignees: endpoint({
    method: 'GET',
    path: 'admin/lead-assignees',
    summary: 'Who of the staff enquiries can be given to, by name.',
    audience: { right: 'enquiries.handle' },
    input: z.object({}),
    output: z.array(Person),
  }),
  changeLead: endpoint({
    method: 'PATCH',
    path: 'admin/leads/{reference}',
    summary: 'Moves an enquiry on, gives it to somebody, or notes something; what is left out stays.',
    audience: { right: 'enquiries.handle' },
    input: z
      .object({
        reference: Reference,
        status: optional(LeadStatus),
        /** The id of a member of staff. */
        assignee: optional(Id),
        note: optional(Message(5000)),
      })
      .refine(({ status, assignee, note }) => status ?? assignee ?? note, { message: 'required', path: ['status'] }),
    output: Lead,
    problems: ['leadNotFound', 'leadMerged'],
  }),
  ...conversationEndpoints,
  ...mergingEndpoints,
  ...applicationEndpoints,
  ...leadOrderEndpoints,
  ...templateEndpoints,
}
