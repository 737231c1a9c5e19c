import type { invoiceEmails as Source } from '../../ar/emails/emails-invoices.ts'

export const invoiceEmails: typeof Source = {
  greeting: (name) => `Hello ${name},`,
  reference: 'Order',
  amount: 'Amount with VAT',
  reason: 'Reason',
  action: (number) => `View ${number}`,
  'debit-note': {
    subject: (reference) => `Debit note for order ${reference}`,
    title: 'An amount was added to your invoice',
    body: (course) =>
      `The institute has issued a debit note for the invoice of “${course}”. It is attached; the reason is below.`,
  },
  'credit-note': {
    subject: (reference) => `Debit note for order ${reference} taken back`,
    title: 'The amount added to your invoice was taken back',
    body: (course) =>
      `The institute has taken back the debit note for the invoice of “${course}” by a credit note, which is attached.`,
  },
}
