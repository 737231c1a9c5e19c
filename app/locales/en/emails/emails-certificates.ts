import type { certificateEmails as source } from '../../ar/emails/emails-certificates.ts'

export const certificateEmails: typeof source = {
  subject: (course) => `Your certificate: ${course}`,
  title: 'Your certificate is here',
  greeting: (firstName) => `Hello ${firstName},`,
  body: (course) =>
    `This is your certificate for “${course}”. Open it, print it, and give its link to whoever wants to check it.`,
  replaces: (former) => `It takes the place of ${former}, which is no longer valid.`,
  mistake: 'If your name is not right in it, write to us and we will correct it.',
  facts: { number: 'Certificate number', holder: 'Name on it', course: 'Course' },
  action: 'Open your certificate',
  review: 'Tell others how the course was',
  reason: 'You got this email because a certificate in your name was issued by us. It is sent automatically.',
}
