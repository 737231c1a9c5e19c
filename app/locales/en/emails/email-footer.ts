import type { emailFooter as source } from '../../ar/emails/email-footer.ts'

export const emailFooter: typeof source = {
  /** Why the recipient gets a mail about an account. */
  reason:
    'You get this message because your address was used on our website. It was sent automatically; replies reach the institute.',
}
