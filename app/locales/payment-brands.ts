/** What people pay with, by their brands' names, which are the same in every language; in the order in which they are shown. */
export const PAYMENT_BRANDS = {
  mada: 'mada',
  visa: 'Visa',
  mastercard: 'Mastercard',
  applepay: 'Apple Pay',
  stcpay: 'STC Pay',
} as const

export type PaymentBrand = keyof typeof PAYMENT_BRANDS
