import type { runEmails as source } from '../../ar/emails/emails-runs.ts'

export const runEmails: typeof source = {
  moved: {
    subject: (course) => `New dates for your course: ${course}`,
    title: 'Your course has new dates',
    body: (course) =>
      `We moved the dates of “${course}”. Your place is kept. The new dates are below, and the calendar file in this mail updates the entry in your calendar.`,
    leave: (until) =>
      `If the new dates do not suit you, ask for a refund on your order’s page until ${until}: you get back everything you paid, without a review.`,
    formerStart: 'Started before',
  },
  cancelled: {
    subject: (course) => `Your course was cancelled: ${course}`,
    title: 'The dates were cancelled',
    body: (course) =>
      `We are sorry: the dates of “${course}” that you enrolled in were cancelled. You get back everything you paid; we write to you when it is sent, with the credit note.`,
  },
  toOtherRun: {
    subject: (course) => `New dates for your course: ${course}`,
    title: 'We moved you to other dates',
    body: (course) =>
      `The dates of “${course}” that you enrolled in were cancelled, so we kept you a seat on other dates of the same course, at no extra cost. They are below. If they do not suit you, write to us and you get your money back.`,
  },
  movedByHand: {
    subject: (course) => `You have other dates now: ${course}`,
    title: 'We moved you to other dates',
    body: (course) =>
      `Your seat in “${course}” is on the dates below now. What you paid and your documents stay as they are. Open the attached file to replace the former dates in your calendar.`,
  },
  lineClosed: {
    subject: (course) => `Dates you were waiting for were cancelled: ${course}`,
    title: 'The dates you waited for were cancelled',
    body: (course) =>
      `You were on the waiting list for dates of “${course}”, which were cancelled. There may be other dates on the course page.`,
    open: 'See the course',
  },
  removed: {
    subject: (course) => `You are off the waiting list: ${course}`,
    title: 'You are off the waiting list',
    body: (course) =>
      `We have taken you off the waiting list for dates of “${course}”, for the reason below. There may be other dates on the course page.`,
    open: 'See the course',
  },
  offer: {
    subject: (course) => `A seat for you: ${course}`,
    title: 'A seat is free, and it is kept for you',
    body: (course) =>
      `You were waiting for a seat in “${course}”. One is free, and we keep it in your name until the time below. Pay before then; otherwise it goes to the next person on the list.`,
    open: 'Complete your enrolment',
    until: 'Kept for you until',
  },
  amount: 'Amount',
  reason: 'Reason',
  open: 'See your order',
  waitingReason: 'You get this mail because you joined a waiting list on our site.',
}
