/** Applications of trainers at the desk: the CV, the institute's criteria, and what reviewers think. */
import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { Between, FileAnswer, Id, optional, Text, WholeNumber } from '../../../api/fields.ts'
import { Version } from '../../revisions/records-contract.ts'
import { Message, Reference } from '../enquiry-contract.ts'
import { CV_TYPES } from './cv-types.ts'

const Both = z.object({ ar: Text(120), en: Text(120) })
const Criterion = z.object({
  id: z.int(),
  /** Raised by each new name. */
  version: z.int(),
  name: z.object({ ar: z.string(), en: z.string() }),
  isRetired: z.boolean(),
})
export type Criterion = z.output<typeof Criterion>

const MANAGE = { right: 'enquiries.manage' } as const
const HANDLE = { right: 'enquiries.handle' } as const

const Review = z.object({
  /** Those that are asked, and retired ones by which this application was scored. */
  criteria: z.array(
    Criterion.extend({
      /** Over all reviewers; missing while there is no score. */
      mean: z.number().optional(),
      /** The caller's. */
      own: z.int().optional(),
    }),
  ),
  /** Over the means of the criteria. */
  mean: z.number().optional(),
  ownNote: z.string().optional(),
  reviews: z.array(
    z.object({
      by: z.string(),
      at: z.iso.datetime(),
      note: z.string().optional(),
      mean: z.number().optional(),
      /** Each by the words that the criterion had then. */
      scores: z.array(
        z.object({
          name: z.object({ ar: z.string(), en: z.string() }),
          score: z.int(),
          /** The criterion has another name now. */
          isFormer: z.boolean(),
        }),
      ),
    }),
  ),
  /** The trainer whom the applicant became. */
  trainer: z.object({ id: z.int(), name: z.string() }).optional(),
})
export type Review = z.output<typeof Review>

export const applicationEndpoints = {
  trainerCriteria: endpoint({
    method: 'GET',
    path: 'admin/trainer-criteria',
    summary: 'By what the institute judges applications of trainers, in its order.',
    audience: HANDLE,
    input: z.object({}),
    output: z.array(Criterion),
  }),
  addTrainerCriterion: endpoint({
    method: 'POST',
    path: 'admin/trainer-criteria',
    summary: 'Adds a criterion at the end.',
    audience: MANAGE,
    input: z.object({ name: Both }),
    output: Criterion,
    creates: true,
    status: 201,
  }),
  changeTrainerCriterion: endpoint({
    method: 'PATCH',
    path: 'admin/trainer-criteria/{id}',
    summary: 'Names a criterion anew, or says whether it is asked; scores by it stay.',
    audience: MANAGE,
    input: z.object({ id: Id, name: Both.optional(), isRetired: z.boolean().optional() }),
    output: Criterion,
    problems: ['notFound'],
  }),
  applicationReview: endpoint({
    method: 'GET',
    path: 'admin/leads/{reference}/review',
    summary: 'What reviewers think of the application of a trainer.',
    audience: HANDLE,
    input: z.object({ reference: Reference }),
    output: Review,
    problems: ['leadNotFound'],
  }),
  scoreApplication: endpoint({
    method: 'PUT',
    path: 'admin/leads/{reference}/review',
    summary: 'The caller’s scores from 1 to 5 and note; they replace the earlier ones.',
    audience: HANDLE,
    input: z.object({
      reference: Reference,
      scores: z
        .array(
          z.object({
            criterion: Id,
            /** Of the criterion as the reviewer read it; without it, as it is now. */
            version: optional(Version),
            score: WholeNumber.pipe(Between(1, 5)),
          }),
        )
        .min(1, 'required')
        .max(50, 'invalid'),
      note: optional(Message(3000)),
    }),
    output: Review,
    problems: ['leadNotFound', 'leadErased'],
  }),
  leadCv: endpoint({
    method: 'GET',
    path: 'admin/leads/{reference}/cv',
    summary: 'The CV of an applicant. Each opening is in the audit log.',
    audience: HANDLE,
    input: z.object({ reference: Reference }),
    output: FileAnswer,
    file: Object.values(CV_TYPES),
    problems: ['leadNotFound', 'notFound'],
  }),
}
