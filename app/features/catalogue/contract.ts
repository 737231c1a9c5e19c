import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Email, Id, optional, PageIndex, PageOf, PageSize, Text, WholeNumber } from '../../api/fields.ts'
import { CourseCard, CourseDetails, DeliveryMethod, EnrolledRun, Review, WaitsFor } from './course-contract.ts'
import { CourseQuery, Facets } from './listing/listing-contract.ts'

/**
 * A run of the course for which the visitor waits, with the place in line from 1 on; `offeredUntil` instead while a seat is
 * held for them.
 */
const WaitingFor = z.object({
  runId: z.int(),
  position: z.int().nullable(),
  offeredUntil: z.iso.datetime().nullable(),
})
export type WaitingFor = z.output<typeof WaitingFor>

/** The visitor's order of the course that is not paid yet; the run is null of a recorded course. */
const PendingOrder = z.object({
  waitsFor: WaitsFor,
  run: z.object({ id: z.int(), startsAt: z.iso.datetime() }).nullable(),
})
export type PendingOrder = z.output<typeof PendingOrder>

const MenuCourse = z.object({ id: z.int(), name: z.string(), slug: z.string() })

/** What a course's card depends on: the seats that are left are counted from orders. */
const OFFERS = [
  'course_ratings',
  'courses',
  'lessons',
  'specializations',
  'schedules',
  'orders',
  'waiting_places',
  'payment_attempts',
  'reviews',
] as const

export const catalogueEndpoints = {
  specializations: endpoint({
    method: 'GET',
    path: 'Specialization/specializations-dropdown',
    summary: 'The specializations with their number of courses.',
    audience: 'everyone',
    sharedBy: 'everyone',
    failure: 'specializationsFailed',
    reads: ['specializations', 'courses'],
    input: z.object({}),
    output: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        slug: z.string(),
        summary: z.string(),
        mark: z.string(),
        colour: z.string(),
        coursesCount: z.int(),
      }),
    ),
  }),
  subSpecializations: endpoint({
    method: 'GET',
    path: 'Specialization/sub-specializations-dropdown',
    summary: 'The sub-specializations of a specialization.',
    audience: 'everyone',
    sharedBy: 'everyone',
    reads: ['specializations'],
    input: z.object({ Id }),
    output: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  coursesOnHover: endpoint({
    method: 'GET',
    path: 'courses/website/courses-on-hover',
    summary: 'The courses of a specialization by delivery method, for the menus.',
    audience: 'everyone',
    sharedBy: 'everyone',
    reads: ['courses'],
    input: z.object({ SpecializationId: Id, courseType: optional(WholeNumber.pipe(DeliveryMethod)) }),
    output: z.object({
      recordedCourses: z.array(MenuCourse),
      onlineCourses: z.array(MenuCourse),
      offlineCourses: z.array(MenuCourse),
    }),
  }),
  courses: endpoint({
    method: 'GET',
    path: 'Courses/basic-courses-paginated',
    summary: 'Finds courses; each facet counts the results of its values combined with the other filters.',
    audience: 'everyone',
    sharedBy: 'everyone',
    // A search that finds nothing is counted, for each network.
    isShared: ({ SearchTerm }) => SearchTerm === undefined,
    failure: 'coursesFailed',
    reads: [
      ...OFFERS,
      'course_offers',
      'course_offer_times',
      'course_cities',
      'removed_offers',
      'search_misses',
      'rate_limits',
    ],
    input: CourseQuery,
    output: PageOf(CourseCard).extend({ facets: Facets }),
    problems: ['tooManyRequests'],
  }),
  courseBySlug: endpoint({
    method: 'GET',
    path: 'Courses/course-by-slug',
    summary: 'One course in full; a former slug returns the current one.',
    audience: 'everyone',
    sharedBy: 'guests',
    failure: 'courseFailed',
    reads: [...OFFERS, 'institute', 'course_trainers', 'trainers', 'former_slugs', 'media'],
    input: z.object({ slug: Text(300) }),
    output: z.union([CourseDetails, z.object({ movedTo: z.string() })]),
    problems: ['courseNotFound'],
  }),
  latestCourses: endpoint({
    method: 'GET',
    path: 'Courses/latest-courses',
    summary: 'The newest courses, of one delivery method or of all.',
    audience: 'everyone',
    sharedBy: 'everyone',
    failure: 'latestCoursesFailed',
    reads: OFFERS,
    input: z.object({
      courseType: optional(WholeNumber.pipe(DeliveryMethod)),
      count: optional(WholeNumber.pipe(z.number().min(1, 'number').max(24, 'number'))).transform((count) => count ?? 8),
    }),
    output: z.array(CourseCard),
  }),
  similarCourses: endpoint({
    method: 'GET',
    path: 'Courses/similar-courses',
    summary: 'Courses similar to one: same specialization first, then same category and level.',
    audience: 'everyone',
    sharedBy: 'everyone',
    failure: 'similarCoursesFailed',
    reads: OFFERS,
    input: z.object({ courseId: Id }),
    output: z.array(CourseCard),
    problems: ['courseNotFound'],
  }),
  myCourse: endpoint({
    method: 'GET',
    path: 'Courses/my-course',
    summary:
      'What concerns only the visitor on the page of a course: whether they may review it, their review, the order by which they are enrolled, one that is not paid yet, where they wait for a seat, and whether they saved it.',
    audience: 'everyone',
    forGuest: { isLearner: false, review: null, enrolment: null, pending: null, waiting: [], isSaved: false },
    input: z.object({ courseId: Id }),
    output: z.object({
      /** Has a paid order of the course. */
      isLearner: z.boolean(),
      review: Review.nullable(),
      /** The paid order whose run is still to come or on, else the newest; the run is null of a recorded course. */
      enrolment: z.object({ orderId: z.uuid(), run: EnrolledRun.nullable() }).nullable(),
      /** The newest one; null once its time is over, and of a seat that the waiting list offers. */
      pending: PendingOrder.nullable(),
      waiting: z.array(WaitingFor),
      isSaved: z.boolean(),
    }),
  }),
  savedCourses: endpoint({
    method: 'GET',
    path: 'Courses/saved',
    summary: 'The courses that the visitor saved and that can be seen now, the last saved first.',
    audience: 'signedIn',
    input: z.object({ PageIndex, PageSize }),
    output: PageOf(CourseCard),
  }),
  saveCourse: endpoint({
    method: 'POST',
    path: 'Courses/saved',
    summary: 'Saves a course for later; a second time changes nothing.',
    audience: 'signedIn',
    input: z.object({ courseId: Id }),
    /** The slug of the course's page. */
    output: z.object({ slug: z.string() }),
    problems: ['courseNotFound'],
  }),
  unsaveCourse: endpoint({
    method: 'DELETE',
    path: 'Courses/saved',
    summary: 'Takes a course from those that the visitor saved.',
    audience: 'signedIn',
    query: ['courseId'],
    input: z.object({ courseId: Id }),
    output: z.object({}),
  }),
  addReview: endpoint({
    method: 'POST',
    path: 'Courses/reviews',
    summary: 'Reviews a course; only for a learner with a paid order of it.',
    audience: 'signedIn',
    input: z.object({
      courseId: Id,
      rate: WholeNumber.pipe(z.number().min(1, 'invalid').max(5, 'invalid')),
      comment: Text(2000),
    }),
    output: Review,
    problems: ['courseNotFound', 'reviewNeedsOrder', 'alreadyReviewed'],
    creates: true,
    status: 201,
  }),
  editReview: endpoint({
    method: 'PUT',
    path: 'Courses/reviews',
    summary: "Changes one's own review.",
    audience: 'signedIn',
    query: ['id'],
    input: z.object({
      id: Id,
      rate: WholeNumber.pipe(z.number().min(1, 'invalid').max(5, 'invalid')),
      comment: Text(2000),
    }),
    output: Review,
    problems: ['notFound'],
  }),
  deleteReview: endpoint({
    method: 'DELETE',
    path: 'Courses/reviews',
    summary: "Deletes one's own review.",
    audience: 'signedIn',
    query: ['id'],
    input: z.object({ id: Id }),
    output: z.object({}),
    problems: ['notFound', 'hiddenReviewStays'],
  }),
  notifyMe: endpoint({
    method: 'POST',
    path: 'Courses/notify-me',
    summary: 'Adds an address to the waitlist of a course that cannot be booked now.',
    audience: 'everyone',
    input: z.object({ courseId: Id, email: Email }),
    output: z.object({}),
    problems: ['courseNotFound', 'tooManyRequests'],
    creates: true,
  }),
  websiteReviews: endpoint({
    method: 'GET',
    path: 'Reviews/website-reviews',
    summary: "Learners' reviews, the featured ones first.",
    audience: 'everyone',
    sharedBy: 'guests',
    reads: ['reviews', 'courses', 'course_ratings', 'site_ratings', 'course_offers', 'course_offer_times', 'institute'],
    input: z.object({ PageIndex, PageSize }),
    output: PageOf(Review.extend({ course: z.object({ name: z.string(), slug: z.string() }) })).extend({
      /** Of all reviews, not only of this page; absent while there are none. */
      average: z.number().optional(),
      /** The number of ratings nearest to each number of stars, from 5 to 1. */
      distribution: z.array(z.object({ stars: z.int(), count: z.int() })),
    }),
  }),
}
