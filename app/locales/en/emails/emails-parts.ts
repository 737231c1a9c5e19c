import type { partEmails as source } from '../../ar/emails/emails-parts.ts'

export const partEmails: typeof source = {
  facts: {
    part: 'Part',
    of: (part, count) => `${part} of ${count}`,
    amount: 'Its amount',
    due: 'Due by',
    total: 'Total of the order',
    left: 'Left after it',
    paidNow: 'Paid now',
    next: 'Next part',
    nextBy: (amount, day) => `${amount}, by ${day}`,
    refunded: 'Returned to you',
    reason: 'Reason',
  },
  paid: {
    subject: (part, reference) => `Part ${part} of order ${reference} has arrived`,
    title: 'Your payment has arrived',
    body: (course) => `We have received a part of the price of “${course}”. Its invoice is with this mail.`,
    all: 'The order is paid in full: nothing is left to pay.',
    action: 'See your order',
  },
  reminders: {
    soon: {
      subject: (day, reference) => `A part of order ${reference} is due on ${day}`,
      title: 'A part is due soon',
      body: (course) => `The next part of the price of “${course}” is due on the day below.`,
    },
    today: {
      subject: (_day, reference) => `A part of order ${reference} is due today`,
      title: 'A part is due today',
      body: (course) => `Today is the last day for the next part of the price of “${course}”.`,
    },
    late: {
      subject: (_day, reference) => `A part of order ${reference} is late`,
      title: 'Your payment has not arrived yet',
      body: (course) =>
        `The next part of the price of “${course}” was due and has not arrived. If you have paid it, nothing is needed; if you need time, answer this mail.`,
    },
    last: {
      subject: (_day, reference) => `Last reminder of a part of order ${reference}`,
      title: 'A last reminder of your payment',
      body: (course) =>
        `The next part of the price of “${course}” has been due for seven days. Unless it arrives, the institute decides about your enrolment; if you need time, answer this mail.`,
    },
  },
  pay: 'Pay this part',
  extended: {
    subject: (reference) => `A new day for a part of order ${reference}`,
    title: 'Your payment has a new day',
    body: (course) => `The institute has given you until the day below for the next part of the price of “${course}”.`,
  },
  paused: {
    subject: (reference) => `Your lessons are paused, order ${reference}`,
    title: 'Your lessons are paused until your payment arrives',
    body: (course) =>
      `A part of the price of “${course}” has not arrived, so the institute has paused lessons, files and links to join. Your seat is kept, and everything comes back as soon as it is paid.`,
  },
  resumed: {
    subject: (reference) => `Your lessons are back, order ${reference}`,
    title: 'Your lessons are back',
    body: (course) => `The institute has given you back the lessons, files and links to join of “${course}”.`,
  },
  ended: {
    subject: (reference) => `Your enrolment has ended, order ${reference}`,
    title: 'The institute has ended this enrolment',
    body: (course) =>
      `A part of the price of “${course}” has not arrived, so the institute has ended your enrolment. The reason is below.`,
    back: 'The amount below goes back the way it was paid.',
    kept: 'Nothing of what was paid is returned, as the terms of enrolment say.',
  },
}
