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
      `Your payment for “${course}” reached us after this order had ended, and no seat could be booked with it any more. We are sorry; the whole amount goes back to the same means of payment.`,
    wrongAmount: (course: string) =>
      `The amount that reached us for “${course}” is not the amount of the order, so it was not accepted. All of it goes back to the same means of payment.`,
    action: 'See the course',
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
