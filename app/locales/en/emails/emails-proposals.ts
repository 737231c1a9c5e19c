import type { courseProposalEmails as source } from '../../ar/emails/emails-proposals.ts'

export const courseProposalEmails: typeof source = {
  greeting: (name) => `Hello ${name},`,
  accepted: {
    subject: (course) => `Your proposal for “${course}” was accepted`,
    title: 'Your proposal was accepted',
    body: (course) => `What you proposed was written into “${course}”. Thank you for looking after its texts.`,
  },
  refused: {
    subject: (course) => `Your proposal for “${course}” was not accepted`,
    title: 'Your proposal was not accepted',
    body: (course) =>
      `The editors looked at what you proposed for “${course}” and did not take it. You can propose again.`,
  },
  reasonLabel: 'Reason',
  open: 'Open the course',
}
