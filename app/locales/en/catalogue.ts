import type { catalogue as source } from '../ar/catalogue.ts'
import { pluralEn } from '../format.ts'

export const catalogue: typeof source = {
  categories: { 1: 'All programmes', 2: 'Development courses', 3: 'Qualification courses', 4: 'Diplomas' },
  delivery: { 1: 'In person', 2: 'Recorded', 3: 'Online' },
  levels: { 1: 'Beginner', 2: 'Intermediate', 3: 'Advanced' },
  hours: (n) => pluralEn(n, '1 hour', '{n} hours'),
  seatsLeft: (n) => (n === 0 ? 'No seats left' : pluralEn(n, '1 seat left', '{n} seats left')),
  card: {
    startsAnytime: 'Start any time',
    startsOn: (day) => `Starts ${day}`,
    lessonsSoon: 'Lessons out soon',
    datesSoon: 'Dates announced soon',
    oldPrice: 'Price before the reduction',
    inParts: (parts, first) => `or ${parts} payments, the first ${first}`,
  },
  states: {
    open: 'Enrolment open',
    recorded: 'Available now',
    full: 'Fully booked',
    upcoming: 'Opens soon',
    closed: 'Enrolment closed',
    free: 'Available free',
  },
  actions: {
    open: 'Book your seat',
    'few-seats': 'Book your seat',
    recorded: 'Start now',
    beforeLessons: 'Enrol now',
    free: 'Enrol for free',
    full: 'Tell me when a seat is free',
    upcoming: 'Tell me when it opens',
    closed: 'See the details',
  },
}
