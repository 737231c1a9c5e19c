import type { enquiries as source } from '../ar/enquiries.ts'

export const enquiries: typeof source = {
  choose: 'Choose',
  moveMessage: (order) =>
    `I would like to move my enrolment to another date. Order number: ${order}\nThe date that suits me: `,
  noHospitality: 'No hospitality',
  hints: {
    order: 'If it is about an order. You find it in the confirmation and on your orders page.',
    paymentOrder: 'If it is about a payment or an order. You find it on your orders page.',
    support: 'What you were doing and what you saw, your device and browser, and roughly when.',
    complaint: 'What happened, when, and what you’d consider fair.',
    partnership: 'What you propose, who gains from it, and when you would like to begin.',
    package: 'Its language, printed or digital, and what it should include.',
    additions: 'What should change in the team’s work, which dates suit you, and anything else.',
  },
  honeypot: 'Leave this field empty',
  consent: {
    before: 'I agree that my data is used to answer me, as the ',
    policy: 'privacy policy',
    newTab: '(opens in a new window)',
    after: ' says.',
  },
  send: {
    contact: 'Send the message',
    support: 'Send the request for help',
    complaint: 'Send the complaint',
    quote: 'Send the request',
    partnership: 'Send the proposal',
    trainer: 'Send the application',
  },
  next: 'What happens next?',
  rather: 'Would you rather talk?',
  reference: 'Reference number',
  sent: {
    title: 'We have received what you sent',
    lead: 'Keep the reference number or the address of this page: it is where you follow what you sent.',
    mail: 'The confirmation went to',
  },
  follow: { title: 'Follow what you sent', lead: 'Here you see how far it has come.' },
  conversation: {
    title: 'Conversation',
    institute: 'The institute',
    you: 'You',
    reply: 'Your message',
    replyHint: 'It reaches whoever handles your request, and appears here.',
    send: 'Send',
    replied: 'Your message has reached us.',
  },
  home: 'Home page',
  other: 'Send another message',
}
