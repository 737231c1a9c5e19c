import type { pages as source } from '../ar/pages.ts'
import { pluralEn } from '../format.ts'

export const pages: typeof source = {
  home: {
    searchForm: 'Search our courses',
    search: 'Course or skill',
    searchPlaceholder: 'Course or skill…',
    category: 'Kind of programme',
    submitSearch: 'Search',
    popular: 'Popular:',
    facts: 'The institute in two numbers',
    playFilm: 'Watch our film',
    learnerRating: 'Learner rating',
    soonTitle: 'Starting soon',
    soonLead: 'Pick your date and book your seat in two minutes.',
    fieldsTitle: 'What is your field?',
    fieldsLead: 'Chosen together with the people who hire in it.',
    coursesCount: (count) => (count === 0 ? 'No courses yet' : pluralEn(count, '1 course', '{n} courses')),
    latestTitle: 'New courses',
    latestLead: 'What we have added lately.',
    allCourses: 'All courses',
    aboutUs: 'More about us',
    reviewsTitle: 'In our learners’ words',
    reviewsLead: (count) =>
      pluralEn(
        count,
        '1 review by a learner who finished the course.',
        '{n} reviews by learners who finished their course.',
      ),
    allReviews: 'All reviews',
    trustTitle: 'The company we keep',
    trustLead: 'Organisations whose teams we train, and partners we design courses with.',
    ourClients: 'Our clients',
    ourPartners: 'Our partners',
    closingTitle: 'Your next step starts with a course',
    closingBody:
      'Choose one that fits your time. Not sure? Ask us: we recommend what helps you, even when it’s a shorter course.',
    closingBrowse: 'Browse courses',
    closingAsk: 'Ask us',
  },
  reviews: {
    course: 'About',
  },
  organisations: {
    visit: (name) => `${name}’s website`,
  },
}
