/**
 * What the product needs of the tax authority's e-invoicing platform (ZATCA, phase 2). A *unit* is one signing key with its
 * certificate and its own chain of documents. Each call says with which unit it is made.
 */

/** The sandbox accepts anybody, the simulation is for tests with real taxpayers, and only production counts. */
export const E_INVOICING_ENVIRONMENTS = ['sandbox', 'simulation', 'production'] as const
export type EInvoicingEnvironment = (typeof E_INVOICING_ENVIRONMENTS)[number]

/** What the authority gave to a unit. Secret: sealed in the database, never logged. */
export type UnitCredentials = {
  /** As received: it is the user name of every call, and its decoded text the certificate in signatures. */
  token: string
  /** The password of every call. */
  secret: string
}

export type IssuedCredentials = UnitCredentials & {
  /** Names the request when the production credentials are asked for. */
  requestId: string
}

/** A document as it is sent; a repeated sending has the same bytes. */
export type SentDocument = {
  uuid: string
  /** SHA-256 of the document without its signature and QR code, in base64. */
  hash: string
  /** The XML, signed where it is simplified. */
  xml: string
}

export type AuthorityMessage = { code: string; message: string; category: string }

/** What the authority decided about a document. */
export type Verdict = {
  /** `clearanceOff`: clearance is switched off, and the document has to be reported instead. */
  outcome: 'accepted' | 'refused' | 'clearanceOff'
  /** With `accepted`: what should be mended before it becomes a reason for refusal. */
  warnings: AuthorityMessage[]
  errors: AuthorityMessage[]
  /** Of a cleared document: the XML with the authority's stamp, which is the legal invoice, unchanged. */
  clearedXml: string | null
  /** It had been accepted before: this sending was a repetition. */
  isRepeated: boolean
}

/**
 * - `unauthorized`: token and secret are not accepted (any more); every document would be refused.
 * - `badOtp`: the one-time password is wrong or expired.
 * - `badRequest`: the request to connect was refused, with the authority's reason in the message; of a document: the
 *   authority does not take the request as we make it (its version, its size), so that no other sending helps.
 * - `unavailable`: no answer, too busy, or broken: nobody knows whether the document arrived. The same bytes are sent again.
 */
export type EInvoicingFailureKind = 'unauthorized' | 'badOtp' | 'badRequest' | 'unavailable'

/** The message holds the authority's code and words, never a token, a secret or the document. */
export class EInvoicingFailure extends Error {
  readonly kind: EInvoicingFailureKind
  /** Until when the authority asked to wait, in seconds. */
  readonly retryAfterSeconds: number | undefined
  constructor(kind: EInvoicingFailureKind, message: string, retryAfterSeconds?: number) {
    super(message)
    this.name = 'EInvoicingFailure'
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type In<T> = T & { environment: EInvoicingEnvironment }

export type EInvoicingPort = {
  name: string
  /** Those that can be chosen; a demonstration has its own stand-in as the sandbox. */
  environments: readonly EInvoicingEnvironment[]
  /**
   * First step of connecting: credentials with which the example documents are checked.
   * @param csr the certificate request as PEM
   * @param otp six digits from the authority's portal, valid for an hour
   */
  requestCompliance: (asked: In<{ csr: string; otp: string }>) => Promise<IssuedCredentials>
  /** Second step: checks an example document. */
  checkCompliance: (asked: In<{ credentials: UnitCredentials; document: SentDocument }>) => Promise<Verdict>
  /** Third step: the credentials for real documents. Refused with `badRequest` while an example document is missing. */
  requestProduction: (asked: In<{ credentials: UnitCredentials; requestId: string }>) => Promise<IssuedCredentials>
  /**
   * New credentials before the old ones expire. Mostly they are compliance credentials again, and the second and third
   * step follow.
   */
  renew: (
    asked: In<{ credentials: UnitCredentials; csr: string; otp: string }>,
  ) => Promise<IssuedCredentials & { needsChecks: boolean }>
  /** Reports a simplified document, which the buyer already has. */
  report: (asked: In<{ credentials: UnitCredentials; document: SentDocument }>) => Promise<Verdict>
  /** Has a standard document cleared before the buyer gets it. */
  clear: (asked: In<{ credentials: UnitCredentials; document: SentDocument }>) => Promise<Verdict>
}
