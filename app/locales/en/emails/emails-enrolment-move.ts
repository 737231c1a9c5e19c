import type { enrolmentMoveEmails as source } from '../../ar/emails/emails-enrolment-move.ts'

export const enrolmentMoveEmails: typeof source = {
  own: {
    subject: (reference) => `Your enrolment was moved: order ${reference}`,
    title: 'We moved your enrolment',
    body: (course) => `We moved your enrolment in “${course}” to what you see below.`,
    invoice: 'The new order has an invoice of its own, which comes in another mail.',
  },
  otherPerson: {
    subject: (reference) => `The seat of order ${reference} was given to another person`,
    title: 'We gave the seat to another person',
    body: (course) =>
      `Your seat in “${course}” belongs to another person now, as we were asked. If you did not ask for this, write to us at once.`,
  },
  counted: 'What you paid counts for the new order.',
  backSoon: 'What is left over goes back to you; we write to you when it is sent, with its credit note.',
  former: 'Former order',
  placed: 'New order',
  carried: 'Counted from what you paid',
  settled: 'Paid for the new order besides',
  back: 'Goes back to you',
  reason: 'Reason',
  open: 'See the order',
}
