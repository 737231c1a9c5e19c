import type { catalogueEmails as source } from '../../ar/emails/emails-catalogue.ts'

export const catalogueEmails: typeof source = {
  bookable: {
    subject: (course) => `Now open for enrolment: ${course}`,
    title: 'You can enrol now',
    paragraphs: (course) => [
      `You asked us to tell you when “${course}” could be booked. It can be booked now.`,
      'Seats are limited and none is held until an order is complete. We will not write to you about this reminder again.',
    ],
    starts: 'The course starts',
    open: 'Open the course page',
    reason: 'You get this message because you asked to hear about this course.',
  },
}
