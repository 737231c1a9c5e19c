/** What the product needs to send text messages. */
export type Sms = {
  /** E.164: `+9665…`. */
  to: string
  text: string
  lang: 'ar' | 'en'
  /** The same whenever this message is handed over; providers that keep it show it beside theirs. */
  correlationId: string
}

export type SmsPort = {
  name: string
  /**
   * Hands the message over.
   * @returns the provider's own name of it, where it gives one
   * @throws SmsFailure when it was not accepted, or when nobody knows
   */
  send: (sms: Sms) => Promise<{ reference?: string }>
}

/**
 * - `refused`: this message will never be accepted: a number that does not exist, a filtered text.
 * - `notAccepted`: surely not accepted now; another try may be.
 * - `unsure`: the answer did not come or can't be read: the message may be on its way.
 */
export type SmsFailureKind = 'refused' | 'notAccepted' | 'unsure'

/** Its message names the provider's code and never the number, the text or a key. */
export class SmsFailure extends Error {
  readonly kind: SmsFailureKind
  constructor(kind: SmsFailureKind, message: string) {
    super(message)
    this.name = 'SmsFailure'
    this.kind = kind
  }
}

/** By its shape: whatever else a port throws may have happened after the message had left. */
export function smsFailureKind(error: unknown): SmsFailureKind {
  return error instanceof SmsFailure ? error.kind : 'unsure'
}
