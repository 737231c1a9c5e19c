/** What the product needs to send text messages. */
export type Sms = {
  /** E.164: `+9665…`. */
  to: string
  text: string
  lang: 'ar' | 'en'
  /** Our reference, the same on every delivery; providers that store it show it beside theirs. */
  correlationId: string
}

export type SmsPort = {
  name: string
  /**
   * Delivers the message to the provider.
   * @returns the provider's reference, where it gives one
   * @throws SmsFailure when it was not accepted, or when that is unknown
   */
  send: (sms: Sms) => Promise<{ reference?: string }>
}

/**
 * - `refused`: this message will never be accepted: a number that does not exist, a filtered text.
 * - `notAccepted`: certainly not accepted now; a retry may succeed.
 * - `unsure`: the response is missing or unreadable: the message may have been sent.
 */
export type SmsFailureKind = 'refused' | 'notAccepted' | 'unsure'

/** The error message contains the provider's code and never the number, the text or a key. */
export class SmsFailure extends Error {
  readonly kind: SmsFailureKind
  constructor(kind: SmsFailureKind, message: string) {
    super(message)
    this.name = 'SmsFailure'
    this.kind = kind
  }
}

/** By its shape: any other error may have happened after the message was sent. */
export function smsFailureKind(error: unknown): SmsFailureKind {
  return error instanceof SmsFailure ? error.kind : 'unsure'
}
