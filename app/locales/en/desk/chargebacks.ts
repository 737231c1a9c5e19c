import type { chargebacks as Source } from '../../ar/desk/chargebacks.ts'

export const chargebacks: typeof Source = {
  title: 'Chargebacks',
  lead: 'Card payments that the payer’s bank disputes. They are recorded on the page of the order, or of the company’s quote; no money moves in our books until one is lost.',
  one: 'Chargeback',
  none: 'No chargebacks here',
  noneBody:
    'When the payment company tells you of one, record it on the page of its order, or of the quote if a company paid.',
  order: 'Order or quote',
  learner: 'Payer',
  erased: 'Deleted account',
  amount: 'Amount',
  reference: 'Case number',
  reason: 'Reason',
  due: 'Answer by',
  unknownDue: 'Not known',
  state: 'State',
  created: 'Recorded',
  statuses: { open: 'Waits for our answer', answered: 'Answered', won: 'Won', lost: 'Lost' },
  seat: 'Seat',
  seats: { keep: 'The learner keeps it', cancel: 'It is cancelled and sold again' },
  notes: 'What was written',
  openFile: 'Open the file',
  kinds: { note: 'Note', evidence: 'Evidence sent', won: 'Won', lost: 'Lost' },
  record: {
    title: 'Record a chargeback',
    happens: (left) =>
      `${left} of the payment are left. The chargeback shows in Today until it is decided; recording it changes neither seat nor money.`,
    happensToOne: 'The chargeback shows in Today until it is decided; recording it changes neither seat nor money.',
    payment: 'Payment',
    amount: 'Disputed amount (SAR)',
    amountHint: 'Leave it empty for all that is left.',
    dueHint: 'As the payment company says.',
    submit: 'Record the chargeback',
  },
  write: {
    title: 'Write what happened',
    happens: 'It stays with the chargeback. Evidence sent means that our answer has reached the payment company.',
    kind: 'Kind',
    note: 'What happened or was sent',
    dueHint: 'Leave it empty if it has not changed.',
    file: 'File',
    fileHint: 'Optional: a PDF, or a JPG or PNG picture, up to 10 MB. Only those who handle payments see it.',
    submit: 'Save',
  },
  decide: {
    won: { title: 'We won', happens: 'Everything stays as it is, the money too.', submit: 'Record that we won' },
    lost: {
      title: 'We lost',
      happens: (amount) =>
        `The bank took ${amount}: it is booked as sent back outside the payment company, a credit note is issued, and the learner gets a mail with the reason. This cannot be undone.`,
      happensToCompany: (amount) =>
        `The bank took ${amount}: it is booked as returned to the company, so that the company owes it again, and its contact gets a mail with the reason and what is due. Invoice and seats stay as they are; if you do not claim the money, withdraw the seats or issue a credit note. This cannot be undone.`,
      submit: 'Record that we lost',
    },
    reason: 'Reason',
  },
  done: {
    recorded: 'The chargeback was recorded.',
    noted: 'What you wrote was saved.',
    won: 'It was recorded that we won.',
    lost: 'It was recorded that we lost, and the amount was booked.',
  },
}
