import type { orderActions as source } from '../../ar/desk/order-actions.ts'

export const orderActions: typeof source = {
  parts: {
    title: 'Parts',
    part: (number: number) => `Part ${number}`,
    paidAt: 'Paid',
    dueAt: 'Due by',
    ended: 'Not owed any more',
    owed: 'Still owed',
    receipt: 'Receipt of its transfer',
    missedState: 'Missed',
    pausedState: 'Missed, access is paused',
    ways: { transfer: 'Bank transfer', cash: 'In cash at the institute' },
    record: {
      title: (part: number) => `Record that part ${part} has arrived`,
      happens: (amount: string) =>
        `You confirm that exactly ${amount} has arrived: it is booked, its invoice is issued, and the learner gets a mail. Only a refund undoes it.`,
      by: 'How it arrived',
      amount: 'Amount that arrived (SAR)',
      reference: 'Bank reference or number of the receipt',
      referenceHint: 'It stands in the order’s history.',
      submit: 'Record the part',
    },
    declineReceipt: {
      title: (part: number) => `Decline the receipt of part ${part}`,
      happens:
        'The learner gets a mail with the reason, and can send another receipt or pay by card. The day of the part stays, and its reminders go on.',
      submit: 'Decline the receipt',
    },
    declined: (reason: string) => `The receipt was declined: ${reason}`,
    extend: {
      title: (part: number) => `Move the day of part ${part}`,
      now: 'Due now by',
      happens:
        'It gets a new day, at most the last day of the course; the reminders begin anew, and the learner gets a mail.',
      day: 'New day',
      noteHint: 'It stands in the order’s history; the learner does not see it.',
      submit: 'Move the day',
    },
    pauseAccess: {
      title: 'Pause access until it arrives',
      happens:
        'Lessons, files and links to join close until the missed part is paid, and then come back by themselves. The seat is kept, and the learner gets a mail.',
      noteHint: 'It stands in the order’s history; the learner does not see it.',
      submit: 'Pause access',
    },
    resumeAccess: {
      title: 'Give access back',
      happens: 'Lessons, files and links to join come back although the part has not arrived; the learner gets a mail.',
      noteHint: 'It stands in the order’s history; the learner does not see it.',
      submit: 'Give access back',
    },
    end: {
      title: 'End the enrolment for the missed part',
      money: (paid: string, owed: string) => `${paid} was paid so far, and ${owed} would not be owed any more.`,
      happens:
        'The enrolment ends and the seat is for sale again; of what was paid, the amount that you type goes back, from the newest part to the oldest, and the learner gets a mail with the reason. It cannot be undone.',
      refund: 'What goes back (SAR)',
      refundHint: 'Type 0 where nothing goes back by your terms.',
      reasonHint: 'The learner reads it as you type it.',
      submit: 'End the enrolment',
    },
  },
  approve: {
    title: 'Approve the transfer',
    happens: (amount: string) =>
      `If ${amount} has arrived in full: the order becomes paid, the seat is confirmed, the invoice is issued and mailed to the learner. Only a refund undoes it.`,
    amount: 'Amount that arrived in the account (SAR)',
    difference: 'If the amount differs',
    differences: {
      '': 'The amount is right',
      accept: 'Accept it as it is',
      askRest: 'Ask the learner for the rest',
      refund: 'Send all of it back',
    },
    differenceHint:
      'A little less becomes a discount (up to 5%), what is too much is listed under “Unmatched payments” to be sent back. Asking for the rest holds the seat and mails the learner.',
    noteHint: 'Needed when another amount is accepted.',
    submit: 'Approve the transfer',
  },
  decline: {
    title: 'Decline the receipt',
    happens:
      'The reason is mailed to the learner, and the order stays open for another receipt. The first two times the seat is held a day longer.',
    reasonHint: 'The learner reads it as you write it.',
    submit: 'Decline the receipt',
  },
  extend: {
    title: 'Extend the time to pay',
    now: 'Now held until',
    reasonHint: 'It stands in the history of the order and is not sent to the learner.',
    happens:
      'The seat is held until the new day, at most until the run begins. The learner is told by mail. Who pays by card gets a new payment page; what was paid on the former one counts.',
    days: 'Days from now',
    submit: 'Extend the time',
  },
  move: {
    title: 'Move to another run',
    happens:
      'The seat moves to the other run, and the former one is on sale again. What was paid stays, and so do the documents: a difference in price is neither asked for nor given back. To give it back, use Refund and keep the seat. The learner gets a mail with the new dates and the reason.',
    run: 'The other run',
    seats: (count) => `free seats: ${count}`,
    difference: (amount, isMore) => `costs ${amount} ${isMore ? 'more' : 'less'}`,
    submit: 'Move the order',
    noTarget: 'No other run of this course has a seat to move the order to.',
    refusals: {
      orderNotInRun: 'Only a paid order with dates can be moved to another run.',
      runCancelled: 'The run was cancelled: the order is settled with it.',
      orderAttended: 'Not to be moved to another run: attendance was taken.',
      orderCertified: 'Not to be moved to another run: its certificate was issued.',
      orderRefundOpen: 'Not to be moved to another run before its refund is settled.',
      ownOrder: 'You cannot move an order of your own.',
    },
  },
  cancel: {
    title: 'Cancel the order',
    of: (learner: string, course: string, total: string) => `The order of ${learner}: “${course}”, ${total}.`,
    heldUntil: 'The seat is held until',
    received: (amount: string) => `${amount} of it has arrived and is sent back.`,
    happens:
      'The order ends, its seat is on sale again, and the reason is mailed to the learner. Money that arrives later is sent back in full.',
    submit: 'Cancel the order',
  },
  refund: {
    title: 'Refund',
    happens: {
      online: (left: string) =>
        `Up to ${left} goes back to the learner’s card, a credit note is issued, and the learner is told by mail. This cannot be undone.`,
      transfer: (left: string) =>
        `A refund of up to ${left} is recorded and the learner is asked for an account; then you transfer the money at the bank and record its reference here. The credit note is issued with that.`,
      both: (left: string, card: string, byHand: string) =>
        `Up to ${left} goes back: ${card} of it to the learner’s card at once, which cannot be undone. The other ${byHand} you transfer at the bank, to the account that the learner is asked for, and record its reference here. The learner is told of both by mail.`,
      free: 'The enrolment ends and the seat is on sale again. There is no money to send back.',
    },
    seat: 'Refunding everything ends the enrolment and frees the seat; so does a part, unless you keep the seat.',
    amount: 'Amount (SAR)',
    amountHint: 'Leave it empty to refund all that is left.',
    keepsSeat: 'Keep the learner’s seat',
    submit: 'Refund',
    submitFree: 'End the enrolment',
  },
  declineRefund: {
    title: 'Decline the refund request',
    happens: 'The enrolment stays, and the reason is mailed to the learner.',
    submit: 'Decline the request',
  },
  retry: {
    title: 'Send it again',
    happens: (amount: string) =>
      `The payment company is first asked what it has sent back; ${amount} is sent once, only if it was not.`,
    submit: 'Try again',
  },
  sent: {
    title: 'Record that it was sent',
    happens: (amount: string) =>
      `You confirm that you transferred ${amount} from the institute’s account. It is booked, the credit note is issued, and the learner is told by mail.`,
    submit: 'Record as sent',
  },
  mails: {
    title: 'Mails to the learner',
    none: 'No mail about this order in the last half year.',
    send: 'Send again',
    happens: (subject: string, email: string) =>
      `“${subject}” is sent once more, as it was, to ${email}. Nothing of the order changes; the same mail goes out at most once in ten minutes.`,
    statuses: { waiting: 'Waits to be sent', failed: 'Did not arrive' },
  },
  done: {
    moved: 'The order is in the other run, and we sent the learner a mail.',
    enrolmentMoved: 'The enrolment was moved to this order, and everybody concerned has mail.',
    mailSent: 'The mail is sent again.',
    enrolled: 'The learner is enrolled, and we sent them a mail.',
    paid: 'Transfer approved, seat confirmed.',
    refundDue: 'Transfer approved, but the seat is gone: the money is due back.',
    restAsked: 'What arrived is recorded, and the learner was asked for the rest.',
    declined: 'Receipt declined, the learner was told.',
    extended: 'Time extended, the learner was told.',
    cancelled: 'Order cancelled, the learner was told.',
    refunded: 'Refund recorded. Its state is below.',
    refundDeclined: 'Request declined, the learner was told.',
    retried: 'Tried again. Its state is below.',
    sent: 'Recorded as sent, the learner was told.',
    partRecorded: 'The part was recorded, and its invoice sent to the learner.',
    partExtended: 'The part has a new day, and the learner was told.',
    accessPaused: 'Access is paused until the part arrives, and the learner was told.',
    accessResumed: 'Access was given back, and the learner was told.',
    missedEnded: 'The enrolment has ended, and the learner was told. What goes back is below.',
    attached: 'Payment attached, the order is paid.',
    attachedToPurchase: 'Payment attached and booked for the company.',
    keptAsCredit:
      'The payment is credit of the company now, and its contact got a mail. Use it on the page of its next purchase.',
    attachedDue: 'Payment attached, but the order could not be had any more: the money is due back.',
    returned: 'The money was sent back.',
    returning: 'The payment company was asked to send it back and has not confirmed it yet.',
    returnFailed: 'The payment company did not send it back. Its reason is with the payment below.',
  },
}
