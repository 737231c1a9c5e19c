/** Payment brands: names, which are the same in every language, and marks in `public/brand/payments.svg`. */
export const PAYMENT_BRANDS = {
  mada: { mark: 'mada', name: 'mada' },
  visa: { mark: 'visa', name: 'Visa' },
  mastercard: { mark: 'mastercard', name: 'Mastercard' },
  applepay: { mark: 'apple-pay', name: 'Apple Pay' },
  stcpay: { mark: 'stc-pay', name: 'STC Pay' },
} as const

export type PaymentBrand = keyof typeof PAYMENT_BRANDS
export type BrandMark = { mark: string; name: string }
