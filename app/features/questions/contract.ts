import { z } from 'zod'
import { endpoint } from '../../api/endpoint.ts'
import { Text } from '../../api/fields.ts'

export const questionsEndpoints = {
  faqs: endpoint({
    method: 'GET',
    path: 'Faqs/website-faqs',
    summary: 'Questions and answers in groups.',
    audience: 'everyone',
    sharedBy: 'everyone',
    reads: ['faq_groups'],
    input: z.object({}),
    output: z.array(
      z.object({
        key: z.string(),
        title: z.string(),
        /** The answer is sanitized HTML. */
        questions: z.array(z.object({ question: z.string(), answer: z.string() })),
      }),
    ),
  }),
  faqSearch: endpoint({
    method: 'GET',
    path: 'Faqs/search',
    summary: 'The questions that a term finds, by their place in their group.',
    audience: 'everyone',
    reads: [
      'faq_groups',
      'question_search',
      'course_offers',
      'specialization_search',
      'search_words',
      'search_misses',
      'rate_limits',
    ],
    input: z.object({ SearchTerm: Text(200) }),
    output: z.object({
      /** `place` counts the questions of the group from 1. */
      questions: z.array(z.object({ group: z.string(), place: z.int() })),
      /** The term with its misspelled words corrected, if only the corrected term found anything. */
      mended: z.string().nullable(),
    }),
    problems: ['tooManyRequests'],
  }),
}
