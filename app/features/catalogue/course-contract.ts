/** What calls say of a course: on its card, on its page, of its runs and of its reviews. */
import { z } from 'zod'
import { INSTALMENT_COMPANIES } from '../../platform/instalment-companies.ts'

export const Category = z.union([z.literal(1), z.literal(2), z.literal(3)])
export const Level = z.union([z.literal(1), z.literal(2), z.literal(3)])
export const DeliveryMethod = z.union([z.literal(1), z.literal(2), z.literal(3)])
const Instant = z.iso.datetime()

export const CourseState = z.enum(['open', 'few-seats', 'full', 'upcoming', 'closed', 'free'])

export const CourseCard = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  summary: z.string(),
  image: z.string(),
  specialization: z.object({ id: z.int(), name: z.string() }),
  /** 1 development, 2 preparatory, 3 registered (diplomas). */
  courseCategory: Category,
  /** 1 beginner, 2 intermediate, 3 advanced. */
  level: Level,
  /** 1 in-person, 2 recorded, 3 online. */
  courseDeliveryMethod: DeliveryMethod,
  hours: z.number(),
  priceHalalas: z.int(),
  oldPriceHalalas: z.int().optional(),
  /** Where an instalment company takes the price, and enrolment has not closed: into how many parts it divides it, and the first of them. */
  inParts: z.object({ parts: z.int(), firstHalalas: z.int() }).optional(),
  currency: z.literal('SAR'),
  nextStart: Instant.optional(),
  city: z.string().optional(),
  seatsLeft: z.int().optional(),
  state: CourseState,
  /** Whether a recorded course can be begun; the lessons of some are still being made. */
  hasLessons: z.boolean(),
  rating: z.object({ average: z.number(), count: z.int() }).optional(),
})
export type CourseCard = z.output<typeof CourseCard>

export const Schedule = z.object({
  id: z.int(),
  startsAt: Instant,
  endsAt: Instant,
  weekdays: z.array(z.enum(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'])),
  fromTime: z.string(),
  toTime: z.string(),
  /** Null for an online run. */
  place: z.object({ city: z.string(), venue: z.string() }).nullable(),
  seats: z.int(),
  seatsLeft: z.int(),
  enrolmentOpensAt: Instant.optional(),
  enrolmentClosesAt: Instant,
  state: CourseState,
  priceHalalas: z.int(),
})
export type Schedule = z.output<typeof Schedule>

export const Review = z.object({
  id: z.int(),
  userName: z.string(),
  userPicture: z.string().nullable(),
  rate: z.number(),
  comment: z.string(),
  createdAt: Instant,
  isMine: z.boolean(),
  /** The institute's answer, under its name. */
  answer: z.object({ by: z.string(), text: z.string(), at: Instant }).optional(),
  /** Only its author sees it: by a decision with a reason, or until staff have looked at it. */
  hidden: z.object({ reason: z.string().optional() }).optional(),
})
export type Review = z.output<typeof Review>

/** When a run begins and ends in which somebody is enrolled. */
export const EnrolledRun = z.object({ id: z.int(), startsAt: Instant, endsAt: Instant, isOver: z.boolean() })
export type EnrolledRun = z.output<typeof EnrolledRun>

/**
 * What is done next on an order that is not paid yet: pay it online, send the receipt of the transfer, another one since it
 * was declined, or the rest; or staff check it.
 */
export const WaitsFor = z.enum(['payment', 'receipt', 'review', 'anotherReceipt', 'rest'])
export type WaitsFor = z.output<typeof WaitsFor>

export const CourseDetails = CourseCard.extend({
  /** Sanitized HTML, made from the course's Markdown. */
  description: z.string(),
  outcomes: z.array(z.string()),
  prerequisites: z.array(z.string()),
  audience: z.array(z.string()),
  outline: z.array(
    z.object({ title: z.string(), lessons: z.array(z.object({ title: z.string(), minutes: z.int() })) }),
  ),
  certificate: z.string(),
  licence: z.string().nullable(),
  previewVideo: z.string().nullable(),
  trainers: z.array(
    z.object({
      ...{ id: z.int(), name: z.string(), title: z.string(), bio: z.string(), picture: z.string().nullable() },
      /** Null: the picture says no more than the name. */
      pictureAlt: z.string().nullable(),
    }),
  ),
  faq: z.array(z.object({ question: z.string(), answer: z.string() })),
  schedules: z.array(Schedule),
  reviews: z.array(Review),
  /** Whether VAT is part of the price. */
  includesVat: z.boolean(),
  /** The companies that divide the price so. */
  instalmentCompanies: z.array(z.enum(INSTALMENT_COMPANIES)),
  seo: z.object({ metaTitle: z.string(), metaDescription: z.string(), keywords: z.string() }),
})
export type CourseDetails = z.output<typeof CourseDetails>
