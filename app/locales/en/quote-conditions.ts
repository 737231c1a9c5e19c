import type { quoteConditions as source } from '../ar/quote-conditions.ts'
import { pluralEn } from '../format.ts'

export const quoteConditions: typeof source = {
  terms: 'Terms',
  payment: (days) => `To be paid within ${days} of the invoice. The seats can be used once it is paid.`,
  paymentAtOnce: 'To be paid when the invoice is issued. The seats can be used once it is paid.',
  days: (count) => pluralEn(count, '{n} day', '{n} days'),
  withdrawal: (days) => `Unused seats can be given back until ${days} before the course starts.`,
  withdrawalUntilStart: 'Unused seats can be given back until the course starts.',
}
