import type { ordersRecords as source } from '../ar/orders-records.ts'

export const ordersRecords: typeof source = {
  discountLine: (code) => (code === null ? 'Discount' : `Discount with ${code}`),
  refundDue: 'Your payment arrived after this order had ended. We will return it in full.',
  refundBack: 'Your payment arrived after this order had ended. We have returned it in full.',
  refundReasons: {
    late: 'The payment came after the order had ended.',
    cancelled: 'The payment came after the order had been cancelled.',
    begun: 'The payment came after the course had begun.',
    withdrawn: 'The payment came after the course had been called off.',
    wrongAmount: 'The amount that came was not the amount of the order.',
    notOwed: 'This part was no longer owed when the payment came.',
    elsewhere: 'Refunded by the institute at the payment provider.',
  },
  endedBecause: {
    learner: 'You cancelled this order.',
    staff: 'The institute cancelled this order; the reason is in the mail that we sent you.',
    replaced: 'A newer order for the same course took its place.',
    time: 'The time to pay ran out before the payment was made.',
    offer:
      'The time in which this seat of the waiting list was held for you ran out, and it went on to the next in line.',
    abandoned: 'You left the payment page before paying.',
    declined: 'The bank declined the card. Nothing was charged.',
    'insufficient-funds': 'The card does not have enough funds. Nothing was charged.',
    'card-expired': 'The card has expired. Nothing was charged.',
    'card-blocked': 'The bank has blocked this card. Nothing was charged.',
    'over-limit': "The amount is above the card's limit. Nothing was charged.",
    'not-for-online':
      'The card is not enabled for online purchases; your bank can switch that on. Nothing was charged.',
    'bank-unavailable': 'The bank did not answer in time. Try again shortly; nothing was charged.',
    'authentication-failed': 'The check that the card is yours was not completed. Nothing was charged.',
    'instalments-declined': 'The instalment company did not accept this purchase. Nothing was charged.',
    'wrong-amount': 'The amount that arrived is not the amount of the order. We will return it in full.',
    'course-begun': 'Your payment arrived after the course had begun. We will return it in full.',
    'course-withdrawn': 'Your payment arrived after the course had been called off. We will return it in full.',
    refunded: 'We have returned your payment.',
    chargeback: 'The bank took the payment back from us after it was disputed, and this enrolment ended.',
    'part-missed': 'A part was not paid, so the institute ended this enrolment.',
    moved: 'This enrolment was moved to another order, and what was paid here counts for it.',
  },
}
