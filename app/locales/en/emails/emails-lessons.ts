import type { lessonEmails as source } from '../../ar/emails/emails-lessons.ts'

export const lessonEmails: typeof source = {
  subject: (course) => `The lessons of your course are out: ${course}`,
  title: 'The lessons of your course are out',
  body: (course) => `The lessons of “${course}”, in which you are enrolled, are out. Begin whenever you like.`,
  open: 'Start the first lesson',
}
