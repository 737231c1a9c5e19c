import type { search as source } from '../ar/search.ts'
import { formatNumber, pluralEn } from '../format.ts'

export const search: typeof source = {
  title: (words) => `Results for “${words}”`,
  emptyTitle: 'Search the institute',
  lead: 'Courses, specializations, articles and common questions, all in one search.',
  description: 'Search the institute’s courses, specializations, articles and common questions.',
  label: 'Search the whole institute',
  placeholder: 'A course, a skill, a trainer or a question…',
  close: 'Close the search',
  submit: 'Search',
  total: (n, capped) =>
    capped ? `More than ${formatNumber(n)} results` : n === 0 ? 'No results' : pluralEn(n, '{n} result', '{n} results'),
  count: (n, capped) => (capped ? `${formatNumber(n)}+` : formatNumber(n)),
  groups: {
    courses: 'Courses',
    specializations: 'Specializations',
    articles: 'Articles',
    questions: 'Common questions',
  },
  jump: 'Parts of the results',
  allCourses: (words) => `All courses for “${words}”`,
  allArticles: (words) => `All articles for “${words}”`,
  allQuestions: 'All common questions',
  coursesCount: (n) => (n === 0 ? 'No courses at the moment' : pluralEn(n, '{n} course', '{n} courses')),
  mended: (words, shown) => `No courses were found for “${words}”, so these are the results for “${shown}”.`,
  noneTitle: (words) => `Nothing was found for “${words}”`,
  noneBody:
    'Try a broader or shorter word, or browse a field nearby. And if you miss a programme, tell us: we add what is asked for.',
  popular: 'Popular specializations',
  browse: 'Browse all courses',
  ask: 'Ask us',
  suggestions: 'Search suggestions',
  suggested: (n) =>
    n === 0
      ? 'No suggestions'
      : pluralEn(n, '{n} suggestion. Use the arrow keys.', '{n} suggestions. Use the arrow keys.'),
  near: (shown) => `Nearest to what you typed: “${shown}”`,
  none: (words) => `No suggestions for “${words}”`,
  noneHint: 'Press search to look through every page of the institute.',
  failed: 'The suggestions could not be fetched. You can search all the same.',
  retry: 'Try again',
  loading: 'Searching…',
  allResults: (words) => `All results for “${words}”`,
}
