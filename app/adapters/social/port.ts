/** The interface of identity providers. Only the adapter knows their protocol. */
import type { Lang } from '../../locales/lang.ts'

/** The parameters of one sign-in: the same before the browser is sent to the provider and after it returns. */
export type AuthorizationRequest = {
  redirectUri: string
  state: string
  nonce: string
  codeVerifier: string
}

/** A person at a provider, identified by issuer and subject; everything else may change at any time. */
export type ExternalPerson = {
  issuer: string
  subject: string
  email: string | undefined
  /** The provider states that the address is verified, and can be trusted. */
  emailVerified: boolean
  firstName: string
  lastName: string
}

export type SocialPort = {
  /** As in URLs. */
  id: string
  /** The label of its button. */
  name: string
  /** The address at the provider to send the browser to. @throws SocialFailure */
  begin: (request: AuthorizationRequest, lang: Lang) => Promise<string>
  /** @param response the parameters with which the browser returned. @throws SocialFailure */
  finish: (request: AuthorizationRequest, response: URLSearchParams) => Promise<ExternalPerson>
}

/**
 * - `denied`: the person cancelled.
 * - `down`: the provider is unavailable.
 * - `refused`: the response is invalid: used before, forged, or from another issuer.
 */
export type SocialFailureKind = 'denied' | 'down' | 'refused'

/** The message contains error codes of the protocol only, never an authorization code, a token or personal data. */
export class SocialFailure extends Error {
  readonly kind: SocialFailureKind
  constructor(kind: SocialFailureKind, message: string) {
    super(message)
    this.name = 'SocialFailure'
    this.kind = kind
  }
}
