import type { paymentPlans as source } from '../../ar/desk/payment-plans.ts'

export const paymentPlans: typeof source = {
  title: 'Payment plans',
  lead: 'How a learner pays the institute itself in parts: the deposit confirms the seat, and the rest is due on its days.',
  add: 'Add a plan',
  createHint: 'The checkout of the courses that you choose offers it, with every amount and day before anybody agrees.',
  terms: 'Terms',
  name: 'Name of the plan',
  nameHint: 'Only the staff see it. Learners see the parts themselves.',
  deposit: 'Deposit',
  depositHint:
    'A percentage of the price or an amount, not both. It is paid with the order, and takes what is left of riyals.',
  percentOfPrice: 'Percentage of the price',
  percentValue: (percent) => `${percent}%`,
  amount: 'Amount (SAR)',
  parts: 'Later parts',
  partsHint:
    'Each part is a percentage of what is left after the deposit; together they are 100. Each part is in whole riyals. What is due already when the order is placed joins the deposit, and no day is after the last day of the course. Leave the rows that you do not need empty.',
  part: (number) => `Part ${number}`,
  percentOfRest: 'Percentage',
  days: 'Days',
  from: 'Counted',
  counted: {
    order: 'after the order',
    beforeStart: 'before the course begins',
    afterStart: 'after the course has begun',
  },
  courses: 'Courses',
  coursesHint:
    'Choose the courses that have this plan, or a price from which it is for all others. A recorded course counts from the order alone.',
  fromPrice: 'For every course from (SAR)',
  fromPriceHint: 'Leave it empty for the chosen courses alone.',
  isActive: 'In use',
  isActiveHint: 'Switch it off to take it out of the checkout. Who has agreed to it pays on as it is.',
  active: 'In use',
  inactive: 'Switched off',
  state: 'State',
  stays: 'What is changed here is for new orders only.',
  create: 'Add the plan',
  none: 'No plans yet',
  noneBody: 'Add a plan so that learners can pay in parts.',
}
