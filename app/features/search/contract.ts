import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { PageIndex, PageOf, PageSize, Text } from '../../api/fields.ts'
import { CourseCard } from '../catalogue/course-contract.ts'

/** The search term; a blank one counts as absent. */
const Term = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
  Text(200).optional(),
)

const FoundSpecialization = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  mark: z.string(),
  colour: z.string(),
  coursesCount: z.int(),
})
const FoundArticle = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  image: z.string(),
})
/** `place` counts the questions of the group from 1. */
const FoundQuestion = z.object({ group: z.string(), place: z.int(), question: z.string() })

/** The term with its misspelled words corrected, if only the corrected term found anything. */
const mended = z.string().nullable()

const Suggestions = z.object({
  courses: z.array(
    CourseCard.pick({
      id: true,
      slug: true,
      name: true,
      image: true,
      specialization: true,
      courseDeliveryMethod: true,
      state: true,
      hasLessons: true,
      seatsLeft: true,
    }),
  ),
  specializations: z.array(FoundSpecialization),
  articles: z.array(FoundArticle.pick({ id: true, slug: true, title: true, image: true })),
  mended,
})
export type Suggestions = z.output<typeof Suggestions>

/** The best matches, and the total, counted up to 10,000. */
const Group = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), totalCount: z.int(), totalIsCapped: z.boolean().optional() })

const Results = z.object({
  courses: Group(CourseCard),
  specializations: Group(FoundSpecialization),
  articles: Group(FoundArticle),
  questions: Group(FoundQuestion),
  mended,
})
export type Results = z.output<typeof Results>

export const searchEndpoints = {
  suggest: endpoint({
    method: 'GET',
    path: 'Search/suggest',
    summary: 'Courses, specializations and articles to suggest while somebody types, from two letters; at most 5 each.',
    audience: 'everyone',
    input: z.object({ q: Term }),
    output: Suggestions,
    problems: ['tooManyRequests'],
    maxAge: 60,
  }),
  results: endpoint({
    method: 'GET',
    path: 'Search/results',
    summary: 'What a term finds: courses, specializations, articles and questions, the best of each and how many.',
    audience: 'everyone',
    reads: [
      'courses',
      'lessons',
      'course_offers',
      'course_ratings',
      'course_trainers',
      'specializations',
      'specialization_search',
      'schedules',
      'orders',
      'waiting_places',
      'payment_attempts',
      'reviews',
      'faq_groups',
      'question_search',
      'articles',
      'article_search',
      'search_words',
      'search_misses',
      'rate_limits',
    ],
    input: z.object({ q: Term }),
    output: Results,
    problems: ['tooManyRequests'],
  }),
  misses: endpoint({
    method: 'GET',
    path: 'admin/search-misses',
    summary: 'What was searched and not found, the most frequent first.',
    audience: { right: 'search.view-misses' },
    input: z.object({ PageIndex, PageSize }),
    output: PageOf(
      z.object({
        /** Folded: without diacritics, hamza forms and such. */
        term: z.string(),
        /** As it was typed last. */
        asked: z.string(),
        lang: z.enum(['ar', 'en']),
        count: z.int(),
        firstSeen: z.iso.datetime(),
        lastSeen: z.iso.datetime(),
      }),
    ),
  }),
}
