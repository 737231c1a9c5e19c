/** Ways to pay by their brands' names, which are the same in every language; in the order in which they are shown. */
export const PAYMENT_METHODS = {
  mada: 'mada',
  visa: 'Visa',
  mastercard: 'Mastercard',
  applepay: 'Apple Pay',
  stcpay: 'STC Pay',
} as const

export type PaymentMethod = keyof typeof PAYMENT_METHODS
