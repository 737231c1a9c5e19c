import type { quoteEmails as source } from '../ar/emails-quotes.ts'

/** Mails to the institute are in Arabic only. */
export const quoteEmails: Omit<typeof source, 'office'> = {
  facts: {
    number: 'Quote number',
    company: 'Company',
    total: 'Total with VAT',
    validUntil: 'Valid until',
    invoice: 'Invoice',
    creditNote: 'Credit note',
    seats: 'Seats',
    acceptedBy: 'Accepted by',
    declinedBy: 'Declined by',
    note: 'Note',
    code: 'Seat code',
    course: 'Course',
    dueOn: 'To be paid by',
    paid: 'Amount paid',
    due: 'Still due',
    amount: 'Amount',
  },
  greeting: (name) => `Hello ${name},`,
  reason: 'You receive this mail because you are your company’s contact with us.',
  sent: {
    subject: (number) => `Quote ${number}`,
    title: 'Your quote is ready',
    body: 'We have prepared your quote. Read or download it by the link, and accept it on the same page: then the seats are yours and the invoice is issued.',
    action: 'Open the quote',
    keep: 'The link is for you alone: whoever opens it can accept in the name of your company.',
  },
  accepted: {
    subject: (number) => `Quote ${number} is accepted`,
    title: 'Your seats are booked',
    body: 'Thank you. We have booked the seats and issued the invoice: you find it on your page, with the account to pay to. The seat codes follow once it is paid.',
    action: 'Open your purchase',
  },
  paid: {
    subject: (number: string) => `We received your payment for quote ${number}`,
    title: 'We received your payment',
    body: 'Thank you. Your card payment is booked; you find it with the documents on your page.',
    action: 'Open your purchase',
  },
  surplus: {
    subject: (number: string) => `A payment too many for quote ${number}`,
    title: 'A payment was too much',
    body: 'You paid by card, and this amount was no longer due when it arrived, for example because it was paid twice. We will return it to the same card.',
  },
  surplusReturned: {
    subject: (number: string) => `We returned the payment too many for quote ${number}`,
    title: 'We returned the payment',
    body: 'We sent back what you paid too much. It may take some days to appear on the card.',
  },
  released: {
    subject: (number) => `Your seat codes are ready: ${number}`,
    title: 'The seats can be used now',
    body: 'Your page has a code for each seat. Give every employee theirs, or write down their names and we send each of them their code.',
    action: 'Open the seat codes',
  },
  credited: {
    subject: (number) => `Credit note ${number}`,
    title: 'Seats were given back',
    body: 'We have taken back seats that nobody used, and issued a credit note for them.',
    action: 'Open your purchase',
  },
  invited: {
    subject: (course) => `Your seat in: ${course}`,
    title: 'You have a seat in a course',
    body: (company, course) =>
      `${company} has booked a seat for you in the course “${course}”. Enrol with this code; there is nothing to pay.`,
    action: 'Use the seat',
    reason: (company) => `You receive this mail because ${company} named your address for this seat.`,
  },
}
