/** What the product needs of a payment company. An adapter is one folder's matter: nothing else knows its name. */
import type { Lang } from '../../locales/lang.ts'

export type NewPayment = {
  /** Ours, given again after a lost answer: the provider must not charge twice for it. */
  attemptId: string
  amountHalalas: number
  /** What the learner sees on the payment page. */
  description: string
  lang: Lang
  /** Where the browser comes back to, whatever the outcome. */
  returnUrl: string
  now: Date
}

export type PaymentState = {
  /** The provider's id of the payment. */
  reference: string
  status: 'open' | 'paid' | 'failed' | 'abandoned' | 'refunded'
  amountHalalas: number
  currency: string
  /** A word of the provider's for its reason, shown through `locales`. */
  failureReason: string | null
}

/** A message from the provider, proven to be from it. `state` is read afresh, never taken from the message. */
export type ProviderEvent = { eventId: string; reference: string; payload: unknown }

export type PaymentPort = {
  name: string
  /** Creates the payment and says where the learner pays. @throws when the provider cannot be reached */
  create: (payment: NewPayment) => Promise<{ reference: string; paymentUrl: string }>
  /** The provider's word on a payment. @throws when the provider cannot be reached */
  fetch: (reference: string) => Promise<PaymentState>
  /** Reads a webhook; undefined when it is forged or not understood. */
  readEvent: (headers: Headers, body: string) => ProviderEvent | undefined
}
