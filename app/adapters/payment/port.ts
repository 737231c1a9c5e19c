/** What the product needs of a payment company. An adapter is one folder's matter: nothing else knows its name. */
import type { Lang } from '../../locales/lang.ts'

export type NewPayment = {
  /** Ours, given again after a lost answer: the provider must not charge twice for it. */
  attemptId: string
  amountHalalas: number
  /** What the learner sees on the payment page. */
  description: string
  lang: Lang
  /** Where the browser comes back to, whatever the outcome; with `back=1` where it is known that nobody has paid. */
  returnUrl: string
  /** When the reserved seat is given up: a provider that can closes its page then. */
  expiresAt: Date
  now: Date
}

export type PaymentState = {
  /** The provider's id of the payment. */
  reference: string
  status: 'open' | 'paid' | 'failed' | 'abandoned' | 'refunded'
  /** What was asked for; once it is paid, what was paid. */
  amountHalalas: number
  currency: string
  /** How much of it has gone back; `refunded` is the status once that is all. */
  refundedHalalas: number
  /** A word of the provider's for its reason, shown through `locales`. */
  failureReason: string | null
  /** What was paid on the same page once more and is still with the provider: it bought nothing. */
  duplicatePayments?: { reference: string; amountHalalas: number; currency: string }[]
}

/**
 * A message from the provider, proven to be from it. What became of the payment is read afresh, never taken from the
 * message. The reference is empty for what is no matter of a payment of ours: such a message is only kept.
 */
export type ProviderEvent = { eventId: string; reference: string; payload: unknown }

/** A payment as the provider lists it; `attemptId` is the one it was created with, where the provider keeps it. */
export type ListedPayment = PaymentState & { attemptId: string | null }

/** The provider will not send the money back, now or later; `reason` is its word. */
export class RefundRefused extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(`The provider refuses the refund: ${reason}`)
    this.reason = reason
  }
}

export type PaymentPort = {
  name: string
  /** Creates the payment and says where the learner pays. @throws when the provider cannot be reached */
  create: (payment: NewPayment) => Promise<{ reference: string; paymentUrl: string }>
  /** The provider's word on a payment. @throws when the provider cannot be reached */
  fetch: (reference: string) => Promise<PaymentState>
  /** Reads a webhook; undefined when it is forged or not understood. */
  readEvent: (headers: Headers, body: string) => ProviderEvent | undefined
  /**
   * Sends back as much as is missing until `refundedInAllHalalas` of the payment have gone back: asked again after a
   * lost answer, it sends nothing twice.
   * @throws RefundRefused when it never will; another error when it cannot be reached
   */
  refund: (reference: string, refundedInAllHalalas: number) => Promise<PaymentState>
  /** Every payment made or changed since, in any order. @throws when the provider cannot be reached */
  list: (since: Date) => AsyncIterable<ListedPayment>
  /** Closes a payment page that nobody shall pay any more. Missing where the provider has no such thing. */
  close?: (reference: string) => Promise<void>
}
