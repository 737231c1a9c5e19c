/** The interface to a payment provider. Only the adapter and the settings know which provider it is. */
import type { Lang } from '../../locales/lang.ts'

export type NewPayment = {
  /** Our id. A retry after a lost response sends the same id, so that the provider must not create a second payment. */
  attemptId: string
  amountHalalas: number
  /** What the learner sees on the payment page. */
  description: string
  lang: Lang
  /** Where the browser returns to after every outcome; with `back=1` when the learner left without paying. */
  returnUrl: string
  /** When the seat's reservation expires: the checkout session must expire then, if the provider supports it. */
  expiresAt: Date
  now: Date
  /** Who pays, and for what: for companies that decide by it. Missing for a payment by a company's contact. */
  buyer?: Buyer
  item?: { reference: string; name: string; orderNumber: string }
}

export type Buyer = {
  firstName: string
  lastName: string
  email: string
  /** E.164. */
  phone: string
  /** When the account was created, and how many orders it has paid since. */
  since: Date
  paidOrders: number
  /** Where the course takes place or the institute is: nothing is sent. */
  city: string
  address: string
}

export type PaymentState = {
  /** The provider's id of the payment. */
  reference: string
  /**
   * After the session's end it is `open` only while the bank is checking a payment. `authorized`: the payer is done, and
   * the provider holds the amount for us until we take it or let it go.
   */
  status: 'open' | 'authorized' | 'paid' | 'failed' | 'abandoned' | 'refunded'
  /** The requested amount; once it is paid, the paid amount. */
  amountHalalas: number
  currency: string
  /** How much was refunded; the status is `refunded` once that is everything. */
  refundedHalalas: number
  /** A reason code, whose text is in `locales`. */
  failureReason: string | null
  /** Further payments in the same checkout session: they bought nothing. */
  duplicatePayments?: DuplicatePayment[]
}

/** `reference` is its own, not that of the checkout session. */
export type DuplicatePayment = { reference: string; amountHalalas: number; currency: string; refundedHalalas: number }

/**
 * An authenticated webhook event of the provider. The payment is then fetched; the content of the event is not trusted.
 * The reference is empty when the event is not about a payment of ours: then it is only stored.
 */
export type ProviderEvent = { eventId: string; reference: string; payload: unknown }

/** A payment of the provider's list; `attemptId` is the one it was created with, if the provider stores it. */
export type ListedPayment = PaymentState & { attemptId: string | null }

/** The provider does not let this payer pay this amount; another method must be used. */
export class PaymentDeclined extends Error {
  readonly reason: 'amount-too-high' | 'amount-too-low' | 'not-available'
  constructor(reason: PaymentDeclined['reason']) {
    super(`The provider declines the payer: ${reason}`)
    this.reason = reason
  }
}

/** The provider refuses the refund permanently; `reason` is its reason code. */
export class RefundRefused extends Error {
  readonly reason: string
  constructor(reason: string) {
    super(`The provider refuses the refund: ${reason}`)
    this.reason = reason
  }
}

/**
 * The refund was sent to the provider, and what became of it is unknown: it may be carried out now, later or never. It
 * must not be sent again; `fetch` tells what became of it.
 */
export class RefundUnsure extends Error {}

export type PaymentPort = {
  name: string
  /**
   * Creates the payment and returns the URL of its payment page.
   * @throws PaymentDeclined; another error when the provider is unavailable
   */
  create: (payment: NewPayment) => Promise<{ reference: string; paymentUrl: string }>
  /** Reads the status of a payment. @throws when the provider is unavailable */
  fetch: (reference: string) => Promise<PaymentState>
  /** Verifies and parses a webhook; undefined when it is forged or malformed. */
  readEvent: (headers: Headers, body: string) => ProviderEvent | undefined
  /**
   * Refunds what is missing until `refundedInAllHalalas` are refunded in total.
   * @param willSend is told how much will be sent and awaited before anything is sent; when it throws, nothing is sent
   * @throws RefundRefused when the provider refuses permanently; RefundUnsure when it may have refunded; another error
   * when it is unavailable and certainly has not
   */
  refund: (
    reference: string,
    refundedInAllHalalas: number,
    willSend: (amountHalalas: number) => Promise<void>,
  ) => Promise<PaymentState>
  /** Refunds a duplicate payment in full. @throws as `refund` */
  refundDuplicate: (reference: string, willSend: (amountHalalas: number) => Promise<void>) => Promise<void>
  /** Every payment created or changed since, in any order. @throws when the provider is unavailable */
  list: (since: Date) => AsyncIterable<ListedPayment>
  /** False when `list` does not have payments that only changed, such as by a refund: each is then fetched once a day. */
  listsChanges: boolean
  /**
   * Of a provider that holds the amount of an `authorized` payment for us: takes it, or lets it go so that the payer owes
   * nothing. Each can be repeated, and returns the state after it. @throws when it is not known whether it was done
   */
  hold?: {
    capture: (reference: string) => Promise<PaymentState>
    release: (reference: string) => Promise<PaymentState>
  }
  /** Cancels a checkout session, so that it cannot be paid any more. Missing when the provider does not support it. */
  close?: (reference: string) => Promise<void>
}
