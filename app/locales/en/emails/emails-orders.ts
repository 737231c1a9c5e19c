import type { orderEmails as source } from '../../ar/emails/emails-orders.ts'

/** Mails to the institute are in Arabic only. */
export const orderEmails: Omit<typeof source, 'office'> = {
  paid: {
    subject: (reference: string) => `You are enrolled, order ${reference}`,
    title: 'You are enrolled',
    greeting: (name: string) => `Hello ${name},`,
    body: (course: string) => `Your enrolment in “${course}” is confirmed. Keep this message: it holds what you need.`,
    freeBody: (course: string) =>
      `Your enrolment in “${course}” is confirmed, with nothing for you to pay. Keep this message: it holds what you need.`,
    byCompany: (company: string) =>
      `${company} has paid us. You pay your instalments to ${company}, on the days in its app.`,
    firstSignIn: (email: string) =>
      `We have opened an account for you with this address: ${email}. To sign in for the first time, choose a password.`,
    choosePassword: 'Choose a password for your account',
    action: 'See your order',
    start: 'Start learning',
  },
  refundDue: {
    subject: (reference: string) => `We will return your payment for order ${reference}`,
    title: 'We will return your payment in full',
    bodies: {
      late: (course: string) =>
        `Your payment for “${course}” reached us after this order had ended, and it could not be confirmed any more. We are sorry; the whole amount goes back to the same means of payment.`,
      cancelled: (course: string) =>
        `Your payment for “${course}” reached us after you had cancelled this order, so we did not enrol you. The whole amount goes back to the same means of payment. If you do want the course, place a new order.`,
      begun: (course: string) =>
        `Your payment for “${course}” reached us after the course had begun, so we did not enrol you. We are sorry; the whole amount goes back to the same means of payment.`,
      withdrawn: (course: string) =>
        `Your payment for “${course}” reached us after the course had been called off, so we did not enrol you. We are sorry; the whole amount goes back to the same means of payment.`,
      wrongAmount: (course: string) =>
        `The amount that reached us for “${course}” is not the amount of the order, so it was not accepted. All of it goes back to the same means of payment.`,
      notOwed: (course: string) =>
        `A part of the price of “${course}” reached us that was no longer owed: it had been paid, or the enrolment had ended. All of it goes back to the same means of payment.`,
    },
    action: 'See the course',
  },
  duplicatePayment: {
    subject: (reference: string) => `Order ${reference} was paid twice`,
    title: 'We received your payment twice',
    body: (course: string) =>
      `Your payment for “${course}” reached us twice on the same payment page. Your enrolment stands, and the institute returns the second payment to the same means of payment; you need not ask for it.`,
  },
  cancelledByLearner: {
    subject: (reference: string) => `You cancelled order ${reference}`,
    title: 'You have cancelled this order',
    body: (course: string) =>
      `You cancelled your order for “${course}”, and you were charged nothing. You can order it again at any time.`,
    transferred: 'If you have transferred the money, answer this mail, and we will return it.',
    notYou: 'Was it not you? Answer this mail.',
  },
  cancelledByStaff: {
    subject: (reference: string) => `Order ${reference} was cancelled`,
    title: 'We have cancelled this order',
    body: (course: string) =>
      `The institute cancelled your order for “${course}” before it was paid, and you were charged nothing. If you have transferred money, we will return it.`,
    why: (reason: string) => `Reason: ${reason}`,
    action: 'See the course',
  },
  paymentReturned: {
    subject: (reference: string) => `We have returned what you paid too much, order ${reference}`,
    title: 'We have returned what was too much',
    body: (course: string) =>
      `We have returned the amount below, which you had paid beyond your order for “${course}”. Your order does not change. It usually appears in your account within 14 days, depending on the bank.`,
  },
  refund: {
    accountNeeded: {
      subject: (reference: string) => `Where shall we return the payment of order ${reference}?`,
      title: 'We need your bank account',
      body: (course: string) =>
        `What we return of your payment for “${course}” goes to your bank account by transfer. Enter the IBAN and the name of its holder on the page of your orders. We store them encrypted, and only those who return the money see them. Please do not send them by email.`,
      action: 'Enter the account',
    },
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
    withdrawn: {
      subject: (reference: string) => `You withdrew your refund request for order ${reference}`,
      title: 'You withdrew your refund request',
      body: (course: string) =>
        `You withdrew your request for a refund of what you paid for “${course}”. You are enrolled as before. If it was not you who withdrew it, please write to us.`,
      free: {
        subject: (reference: string) => `You withdrew your request to cancel order ${reference}`,
        title: 'You withdrew your request to cancel',
        body: (course: string) =>
          `You withdrew your request to cancel your enrolment in “${course}”. You are enrolled as before. If it was not you who withdrew it, please write to us.`,
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
    /** Of money that staff send by hand, when they have decided. */
    agreed: {
      subject: (reference: string) => `We return the payment of order ${reference}`,
      title: 'We have agreed to your refund',
      toAccount: (course: string, end: string) =>
        `We return the amount below of what you paid for “${course}”. Our team transfers it to your bank account that ends in ${end}, and you get a mail when it is sent.`,
      accountNeeded: (course: string) =>
        `We return the amount below of what you paid for “${course}” by bank transfer. Enter the IBAN and the name of its holder on the page of your orders. Please do not send them by email.`,
      willEnd: 'Your enrolment in the course ends with this refund.',
      amount: 'Amount we return',
    },
    done: {
      subject: (reference: string) => `We have refunded order ${reference}`,
      title: 'We have refunded your payment',
      body: (course: string) =>
        `We sent the amount below of what you paid for “${course}” back to the same means of payment. It usually reaches your account within 14 days, depending on your bank.`,
      toAccount: (course: string, end: string) =>
        `We sent the amount below of what you paid for “${course}” to your bank account that ends in ${end}.`,
      free: {
        subject: (reference: string) => `Your enrolment is cancelled, order ${reference}`,
        title: 'Your enrolment is cancelled',
        body: (course: string) => `Your enrolment in “${course}” is cancelled; there was nothing to return.`,
      },
    },
    doneOfCancelledRun: {
      subject: (reference) => `Your course was cancelled and order ${reference} is refunded`,
      title: 'The dates were cancelled, and we sent your money back',
      body: (course) =>
        `We are sorry: the dates of “${course}” that you enrolled in were cancelled. We sent the amount below back to the same means of payment; it usually shows in your account within 14 days, depending on the bank.`,
      toAccount: (course, end) =>
        `We are sorry: the dates of “${course}” that you enrolled in were cancelled. We sent the amount below to your bank account that ends in ${end}.`,
      free: {
        subject: (reference) => `Your course was cancelled, order ${reference}`,
        title: 'The dates were cancelled',
        body: (course) =>
          `We are sorry: the dates of “${course}” that you enrolled in were cancelled, and so is your enrolment. There was no money to send back.`,
      },
    },
    /** @param reference of the order that took the place of the moved one */
    doneOfMove: (reference: string) => ({
      subject: (moved: string) => `We have returned the difference of order ${moved}`,
      title: 'We have returned the difference',
      body: (course: string) =>
        `What your enrolment in “${course}” was moved to costs less. We sent the difference below back to the same means of payment; it usually reaches your account within 14 days, depending on your bank. You stay enrolled under order ${reference}.`,
      toAccount: (course: string, end: string) =>
        `What your enrolment in “${course}” was moved to costs less. We sent the difference below to your bank account that ends in ${end}. You stay enrolled under order ${reference}.`,
    }),
    chargedBack: {
      subject: (reference) => `The bank took back the payment of order ${reference}`,
      title: 'The bank took the payment back after it was disputed',
      body: (course) =>
        `The payment for “${course}” was disputed at the payer’s bank, and the bank took the amount below back from us. We sent you no money; the bank tells you what it credits to the card’s account.`,
      amount: 'Amount the bank took back',
    },
    ended: 'Your enrolment in the course has ended with it.',
    rest: (amount) => `${amount} more goes back to you; we write to you when it is sent.`,
    kept: 'You stay enrolled in the course.',
    amount: 'Amount refunded',
    reason: 'Reason',
    answer: 'Why',
  },
  documents: {
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
