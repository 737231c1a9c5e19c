import type { reviewEmails as source } from '../../ar/emails/emails-reviews.ts'

export const reviewEmails: typeof source = {
  answer: 'Answer',
  reason: 'Reason',
  open: 'Open the page of the course',
  why: 'You get this email because you wrote a review on our site.',
  optOut: 'Stop emails about answers and comments',
  answered: {
    subject: (course) => `We answered your review of ${course}`,
    title: 'We answered your review',
    body: (firstName, course) => `Hello ${firstName}, we have read your review of ${course}. This is our answer.`,
  },
  hidden: {
    subject: (course) => `We have hidden your review of ${course}`,
    title: 'We have hidden your review',
    body: (firstName, course) =>
      `Hello ${firstName}, our team has hidden your review of ${course}. Only you see it, and it does not count in the average.`,
  },
  shown: {
    subject: (course) => `Your review of ${course} is shown again`,
    title: 'Your review is shown again',
    body: (firstName, course) =>
      `Hello ${firstName}, we looked at our decision again. Your review of ${course} is back on the site.`,
  },
}
