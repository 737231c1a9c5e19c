import type { emailFrame as source } from '../ar/email-frame.ts'

export const emailFrame: typeof source = {
  product: 'Maahad',
  /** Why one gets a mail about an account. */
  reason:
    'You get this message because your address was used on our website. It was sent automatically; replies are not read.',
}
