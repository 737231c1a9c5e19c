/** The file of a course: its texts, its price, its runs and their sessions. */
import { z } from 'zod'
import { MAX_SESSIONS } from '../runs/sessions.ts'
import { Clock, DaysAgo, ImagePath, Key, Localized, Question, Riyals, Slug, Unfinished, Vat } from './format-fields.ts'
import { LessonFile } from './lessons/lesson-format.ts'

const Session = z.strictObject({
  /** Days after the day of loading. */
  inDays: z.int(),
  from: Clock,
  /** At or before `from`: on the next day. */
  to: Clock,
  room: z.string().trim().min(1).max(120).optional(),
  /** Where it is held online; only its learners see it. */
  link: z
    .url({ protocol: /^https$/ })
    .max(500)
    .optional(),
  /** The trainer of this session, where it is not every trainer of the course. */
  trainer: Key.optional(),
})

const Run = z.strictObject({
  key: Key,
  /** Days after the day of loading. */
  startsInDays: z.int(),
  /** Length in days, first and last day included. */
  lastsDays: z.int().min(1),
  weekdays: z.array(z.enum(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'])).min(1),
  from: Clock,
  to: Clock,
  /** Where they are not simply on each of the weekdays at these hours, or have a room, a link or a trainer. */
  sessions: z.array(Session).min(1).max(MAX_SESSIONS).optional(),
  city: Localized.optional(),
  venue: Localized.optional(),
  seats: z.int().min(1).max(1000),
  /** Below this number of learners the institute may not want to hold it. */
  minimum: z.int().min(1).max(1000).optional(),
  /** Enrolment opens this many days before the start, at midnight or at the time given; by default it is open. */
  enrolmentOpensDaysBefore: z.int().min(0).optional(),
  enrolmentOpensAt: Clock.optional(),
  /** Enrolment closes this many days before the start, at the end of the day or at the time given. */
  enrolmentClosesDaysBefore: z.int().min(0).default(1),
  enrolmentClosesAt: Clock.optional(),
  /** Seats sold outside this site, for instance to a company. */
  heldSeats: z.int().min(0).default(0),
  price: Riyals.optional(),
  /** It does not take place. A loaded run is cancelled in the desk, never by a file. */
  cancelled: z.literal(true).optional(),
})
export type RunFile = z.infer<typeof Run>

export const CourseFile = z.strictObject({
  key: Key,
  slug: Slug,
  formerSlugs: z.array(Slug).default([]),
  specialization: Key,
  subSpecialization: Key.optional(),
  category: z.enum(['development', 'preparatory', 'registered']),
  level: z.enum(['beginner', 'intermediate', 'advanced']),
  delivery: z.enum(['in-person', 'recorded', 'online']),
  hours: z.number().positive().max(9999).multipleOf(0.5),
  price: Riyals,
  oldPrice: Riyals.optional(),
  /** By default as `vatDefault` of the institute. */
  vat: Vat.optional(),
  /** ZATCA's code for a sale at the zero rate or exempt. */
  vatReasonCode: z.string().optional(),
  /** The state bears the VAT of citizens on this programme. */
  zeroRatedForCitizens: z.boolean().optional(),
  /** Visitors see it since then. Without this, a schedule or the archive it is a draft, whose texts may be missing. */
  publishedDaysAgo: DaysAgo.optional(),
  /** It is published by itself on that day, at that time. */
  publishInDays: z.int().optional(),
  publishAt: Clock.optional(),
  archivedDaysAgo: DaysAgo.optional(),
  licence: z.string().optional(),
  cover: ImagePath.optional(),
  coverAlt: Unfinished.optional(),
  previewVideo: z.url().optional(),
  name: Localized,
  summary: Unfinished,
  /** Markdown. */
  description: Unfinished,
  outcomes: z.array(Localized),
  prerequisites: z.array(Localized),
  audience: z.array(Localized),
  outline: z.array(
    z.strictObject({
      title: Localized,
      lessons: z.array(z.strictObject({ title: Localized, minutes: z.int().positive() })),
    }),
  ),
  /** Of a recorded course, in order. */
  lessons: z.array(LessonFile).max(200).default([]),
  certificate: Unfinished,
  trainers: z.array(Key),
  faq: z.array(Question),
  /** Empty for a recorded course, which has no dates. */
  runs: z.array(Run),
  seo: z.strictObject({ title: Unfinished, description: Unfinished, keywords: Unfinished.optional() }),
  /** The English texts whose Arabic has changed since they were written, such as `outline.0.title`. */
  englishStale: z.array(z.string()).default([]),
})
export type CourseFile = z.infer<typeof CourseFile>
