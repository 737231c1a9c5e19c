import type { orderEmails as source } from '../ar/emails-orders.ts'

export const orderEmails: typeof source = {
  paid: {
    subject: (reference: string) => `You are enrolled, order ${reference}`,
    title: 'You are enrolled',
    greeting: (name: string) => `Hello ${name},`,
    body: (course: string) => `Your enrolment in “${course}” is confirmed. Keep this message: it holds what you need.`,
    freeBody: (course: string) =>
      `Your enrolment in “${course}” is confirmed, free of charge. Keep this message: it holds what you need.`,
    action: 'See your order',
  },
  refundDue: {
    subject: (reference: string) => `We will return your payment for order ${reference}`,
    title: 'We will return your payment in full',
    body: (course: string) =>
      `Your payment for “${course}” reached us after this order had ended, and it could not be confirmed any more. We are sorry; the whole amount goes back to the same means of payment.`,
    wrongAmount: (course: string) =>
      `The amount that reached us for “${course}” is not the amount of the order, so it was not accepted. All of it goes back to the same means of payment.`,
    action: 'See the course',
  },
  refund: {
    asked: {
      subject: (reference: string) => `We have your refund request for order ${reference}`,
      title: 'We have your refund request',
      body: (course: string) =>
        `You asked for a refund of what you paid for “${course}”. One of us looks at it and answers within three working days. You stay enrolled until then.`,
      free: {
        subject: (reference: string) => `We have your request to cancel order ${reference}`,
        title: 'We have your request to cancel',
        body: (course: string) =>
          `You asked to cancel your enrolment in “${course}”. We answer within three working days.`,
      },
    },
    declined: {
      subject: (reference: string) => `We could not refund order ${reference}`,
      title: 'We could not refund your payment',
      body: (course: string) =>
        `We looked at your request for “${course}” and could not accept it. You are still enrolled. The reason is below.`,
      free: {
        subject: (reference: string) => `We could not cancel order ${reference}`,
        title: 'We could not cancel your enrolment',
        body: (course: string) =>
          `We looked at your request to cancel “${course}” and could not accept it. You are still enrolled. The reason is below.`,
      },
    },
    done: {
      subject: (reference: string) => `We have refunded order ${reference}`,
      title: 'We have refunded your payment',
      body: (course: string) =>
        `We sent the amount below of what you paid for “${course}” back to the same means of payment. It usually reaches your account within 14 days, depending on your bank.`,
      free: {
        subject: (reference: string) => `Your enrolment is cancelled, order ${reference}`,
        title: 'Your enrolment is cancelled',
        body: (course: string) => `Your enrolment in “${course}” is cancelled; there was nothing to return.`,
      },
    },
    amount: 'Amount refunded',
    reason: 'Reason',
    answer: 'Why',
  },
  office: {
    refundAsked: {
      subject: (reference: string) => `Refund request for order ${reference}`,
      title: 'A learner asks for a refund',
      freeTitle: 'A learner asks to cancel an enrolment',
      body: 'Look at the order and accept or decline, with a reason. The enrolment stands until then.',
    },
    refundRefused: {
      subject: (reference: string) => `Order ${reference} cannot be refunded through the payment provider`,
      title: 'The payment provider refuses a refund',
      body: 'The provider will not send this amount back. Transfer it to its owner by hand, then record that in the order.',
    },
    refundWaits: {
      subject: (reference: string) => `The refund for order ${reference} has not gone out yet`,
      title: 'A refund has been under way for a day',
      body: 'The payment provider has not confirmed this refund; we ask again every hour. Check the account there, its balance and its keys.',
    },
    stray: {
      subject: 'A payment at the provider belongs to no order',
      title: 'A payment that belongs to no order',
      body: 'We found this payment in the provider’s list, and no order of ours matches it. Check it at the provider.',
    },
    paidAgain: {
      subject: (reference: string) => `Order ${reference} was paid twice`,
      title: 'A payment on top of a paid order',
      body: 'This order was paid once more on the same payment page. Send this payment back at the provider’s own desk; the first one stays.',
    },
    payment: 'Payment',
    providerReason: 'What the provider says',
    reason: 'This message goes to the institute’s address for orders.',
  },
  papers: {
    invoice: (number) => `See your invoice ${number}`,
    'credit-note': (number) => `See the credit note ${number}`,
  },
  facts: {
    reference: 'Order',
    course: 'Course',
    starts: 'Starts',
    ends: 'Ends',
    days: 'Days and time',
    place: 'Place',
    online: 'Online',
    price: 'Price before discount',
    discount: (code: string) => `Discount with ${code}`,
    total: 'Total',
    vat: (percent: number) => `VAT in it (${percent}%)`,
    amount: 'Amount paid',
  },
  dates: (gregorian: string, hijri: string) => `${gregorian} (${hijri})`,
  hours: (days: string, from: string, to: string) => `${days}, ${from} to ${to}`,
  weekdays: {
    sun: 'Sunday',
    mon: 'Monday',
    tue: 'Tuesday',
    wed: 'Wednesday',
    thu: 'Thursday',
    fri: 'Friday',
    sat: 'Saturday',
  },
  reason: 'You get this message because you have an order on our website.',
}
