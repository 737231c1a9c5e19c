/** Reviews at the desk: what learners wrote of courses, the institute's answer below it, and what is hidden. */
import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import {
  Between,
  Cursor,
  CursorPage,
  FileAnswer,
  Id,
  optional,
  orBlank,
  PageLimit,
  TABLE_FILES,
  TableFormat,
  Text,
  TimeOrder,
  WholeNumber,
} from '../../api/fields.ts'

const Instant = z.iso.datetime()
const MAX_ANSWER_LENGTH = 2000

const DeskReview = z.object({
  id: z.int(),
  course: z.object({ id: z.int(), name: z.string(), slug: z.string() }),
  /** As the review shows it; without an account for reviews from files and those of former members. */
  learner: z.object({ name: z.string(), hasAccount: z.boolean() }),
  rate: z.number(),
  comment: z.string(),
  createdAt: Instant,
  answer: z.object({ ar: z.string(), en: z.string().optional(), by: z.string().nullable(), at: Instant }).nullable(),
  /** Null while visitors see it. */
  hidden: z
    .object({
      at: Instant,
      /** Who hid it; null for one that the filter list held back. */
      by: z.string().nullable(),
      /** As its author was told. */
      reason: z.string().nullable(),
      /** What of the filter list was found: it waits for a look. */
      matched: z.string().nullable(),
    })
    .nullable(),
})
export type DeskReview = z.output<typeof DeskReview>

const filter = {
  courseId: optional(Id),
  /** The nearest number of stars. */
  stars: optional(WholeNumber.pipe(Between(1, 5))),
  state: optional(z.enum(['unanswered', 'answered', 'hidden', 'held'], 'invalid')),
}

const ById = z.object({ id: Id })
const ANSWER = { right: 'reviews.answer' } as const
const HIDE = { right: 'moderation.decide' } as const

export const reviewsEndpoints = {
  reviews: endpoint({
    method: 'GET',
    path: 'admin/reviews',
    summary: 'The reviews of courses by time; a trainer sees those of their own courses.',
    audience: ANSWER,
    input: z.object({
      ...filter,
      sort: TimeOrder,
      cursor: Cursor,
      limit: PageLimit,
    }),
    output: CursorPage(DeskReview),
  }),
  exportReviews: endpoint({
    method: 'GET',
    path: 'admin/reviews/export',
    summary: 'The reviews of the list, the oldest first, for spreadsheets. Each export is in the audit log.',
    needsProof: true,
    audience: ANSWER,
    input: z.object({ ...filter, format: TableFormat }),
    output: FileAnswer,
    file: TABLE_FILES,
    logs: 'export',
  }),
  review: endpoint({
    method: 'GET',
    path: 'admin/reviews/{id}',
    summary: 'A review with its answer.',
    audience: ANSWER,
    input: ById,
    output: DeskReview,
    problems: ['notFound'],
  }),
  answerReview: endpoint({
    method: 'PUT',
    path: 'admin/reviews/{id}/answer',
    summary:
      'Answers a review for the institute, below it on the site; its author gets a mail of the first answer. A later one replaces it.',
    audience: ANSWER,
    input: ById.extend({
      answer: z.object({ ar: Text(MAX_ANSWER_LENGTH), en: orBlank(Text(MAX_ANSWER_LENGTH)) }),
      /** When the answer that this one replaces was written; without it there was none. */
      seenAt: optional(Instant),
    }),
    output: DeskReview,
    problems: ['notFound', 'reviewHidden', 'reviewAnswered'],
  }),
  removeAnswer: endpoint({
    method: 'DELETE',
    path: 'admin/reviews/{id}/answer',
    summary: 'Takes the answer to a review away; again changes nothing.',
    audience: ANSWER,
    input: ById,
    output: DeskReview,
    problems: ['notFound'],
  }),
  hideReview: endpoint({
    method: 'POST',
    path: 'admin/reviews/{id}/hide',
    summary: 'Hides a review from visitors and from averages, with a reason for its author; again changes nothing.',
    audience: HIDE,
    input: ById.extend({ reason: Text(1000) }),
    output: DeskReview,
    problems: ['notFound'],
  }),
  showReview: endpoint({
    method: 'POST',
    path: 'admin/reviews/{id}/show',
    summary: 'Shows a review again that was hidden or held back; again changes nothing.',
    audience: HIDE,
    input: ById,
    output: DeskReview,
    problems: ['notFound'],
  }),
}
