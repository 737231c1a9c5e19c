import type { orderParts as source } from '../ar/order-parts.ts'

export const orderParts: typeof source = {
  how: 'All at once, or in parts?',
  whole: 'The whole price',
  wholeNow: (amount) => `You pay ${amount} now.`,
  inParts: (count) => `In ${count} parts`,
  now: 'Now',
  by: (day) => `By ${day}`,
  agreed:
    'You pay the first one now, which confirms your seat; we remind you before each of the others. The rest is due on its days.',
  guest: (count, first) =>
    `This can be paid in ${count} parts, the first ${first} now: log in to see the days of the others.`,
  payNow: 'You pay now',
  title: 'Parts of this order',
  part: (number) => `Part ${number}`,
  paid: (day) => `Paid on ${day}`,
  due: (day) => `Due by ${day}`,
  late: (day) => `Was due by ${day}`,
  ended: 'Not owed any more',
  invoice: 'Its invoice',
  invoiceOf: (number) => `Invoice of part ${number}`,
  pay: (amount) => `Pay the next part, ${amount}`,
  transferSent: 'The transfer and its receipt',
  transfer: 'Or transfer it from your bank account',
  receipt: (number) => `Receipt of the transfer of part ${number}`,
  receiptSent: 'We have its receipt, and compare it with the account statement.',
  cardInstead: 'Pay by card instead',
  paidTwice: 'Only if you have not sent the transfer: else this part would be paid twice.',
  sendReceipt: 'Attach the receipt of the transfer on the order’s page',
  transferLead: (amount) =>
    `Transfer exactly ${amount} to this account, with the number of the order as its purpose. We record it when it arrives, and send you its invoice.`,
  paused: 'Your lessons are paused until the missed part arrives',
  pausedBody: 'Your seat is kept. Lessons, files and links to join come back as soon as it is paid.',
  thanks: (paid, count) =>
    `Part ${paid} of ${count} has arrived and your enrolment is confirmed. We have emailed you the details.`,
  laterTitle: (paid, count) => `Part ${paid} of ${count} has arrived`,
  left: (amount) => `${amount} is left to pay.`,
  next: (amount, day) => `The next part, ${amount}, is due by ${day}.`,
  failedTitle: (number) => `Part ${number} was not paid`,
  failed: 'Your enrolment holds as before. Pay it with another card, or transfer it from your bank account.',
  allPaid: 'All parts are paid.',
}
