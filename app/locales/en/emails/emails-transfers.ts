import type { transferEmails as source } from '../../ar/emails/emails-transfers.ts'

/** Mails to the institute are in Arabic only. */
export const transferEmails: Omit<typeof source, 'office'> = {
  instructions: {
    subject: (reference) => `How to transfer the money for order ${reference}`,
    title: 'Your order waits for your transfer',
    body: (course) =>
      `Your order for “${course}” is kept for you. Transfer the whole amount to the institute’s account before the time is up.`,
    firstPart: (course, count) =>
      `Your order for “${course}” is kept for you. Transfer part 1 of ${count} to the institute’s account before the time is up; the days of the others are on the order’s page.`,
    how: 'Write the order number as the purpose of the transfer, then attach the receipt on the order’s page. We check it and send you the confirmation.',
    action: 'Open the order and attach the receipt',
  },
  received: {
    subject: (reference) => `We have your receipt for order ${reference}`,
    title: 'Your receipt has arrived, and we are checking it',
    body: (course) => `We have the receipt of your transfer for “${course}”.`,
    next: 'Our team compares it with the account statement and then sends you the confirmation. You need not do anything.',
    nextOfPart:
      'Our team compares it with the account statement, records the part when it has arrived, and then sends you its invoice.',
    file: 'File',
    kept: 'Your order is kept until',
    action: 'Open the order',
  },
  declined: {
    subject: (reference) => `The receipt for order ${reference} needs your attention`,
    title: 'We could not accept the receipt',
    body: (course) => `We looked at the transfer receipt for “${course}” and could not accept it.`,
    why: (reason) => `Reason: ${reason}`,
    partBody: (course, part) =>
      `We looked at the receipt for the transfer of part ${part} of “${course}” and could not accept it.`,
    nextOfPart:
      'Your enrolment holds as before: attach another receipt on the order’s page, or pay the part by card. Its day has not changed.',
    next: 'Your order is still open: attach another receipt, or pay online, before the time is up.',
    action: 'Open the order',
  },
  restAsked: {
    subject: (reference) => `A part of the money for order ${reference} is missing`,
    title: 'A part of the money has arrived',
    body: (course) =>
      `Your transfer for “${course}” has arrived, but it is less than the order’s total. Transfer the rest to the same account before the time is up, so that we can confirm your enrolment.`,
    how: 'Write the order number as the purpose of the transfer. If the rest does not come, we return what has arrived.',
    received: 'Arrived',
    rest: 'Still missing',
    action: 'Open the order',
  },
  extended: {
    subject: (reference) => `More time for order ${reference}`,
    title: 'You have more time',
    body: (course) =>
      `The institute has extended the time for your transfer for “${course}”. Attach the receipt on the order’s page before it is up.`,
    action: 'Open the order',
  },
  extendedOnline: {
    subject: (reference) => `More time for order ${reference}`,
    title: 'You have more time',
    body: (course) =>
      `The institute has given you more time to pay for “${course}”, and your seat is kept until it is up. Complete the payment on the order’s page.`,
    action: 'Complete the payment',
  },
  endingOnline: {
    subject: (reference) => `A few minutes left to pay for order ${reference}`,
    title: 'A few minutes left to pay',
    body: (course) => `Your order for “${course}” is still open. Finish paying before the time is up.`,
    action: 'Continue to payment',
  },
  endingTransfer: {
    subject: (reference) => `The time for your transfer ends soon, order ${reference}`,
    title: 'The time for your transfer ends soon',
    body: (course) =>
      `We have no receipt of your transfer for “${course}” yet. If you have sent the money, attach the receipt, so that the order stays open.`,
    action: 'Open the order and attach the receipt',
  },
  starting: {
    subject: (course, day) => `“${course}” starts on ${day}`,
    title: 'Your course starts soon',
    body: (course) => `A reminder of when “${course}” begins. The calendar file holds every meeting.`,
    inPerson: 'Come a quarter of an hour early, with your national ID or residence permit.',
    action: 'See your order',
  },
  facts: {
    bank: 'Bank',
    beneficiary: 'Beneficiary',
    iban: 'IBAN',
    amount: 'Amount',
    until: 'Latest by',
  },
  moment: (day, time) => `${day}, ${time}`,
}
