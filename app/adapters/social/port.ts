/** What the product needs of a provider that says who somebody is. Nothing else knows how one is spoken to. */
import type { Lang } from '../../locales/lang.ts'

/** What was agreed on before the browser left for the provider; the same again when it is back. */
export type AuthorizationRequest = {
  redirectUri: string
  state: string
  nonce: string
  codeVerifier: string
}

/** Who somebody is at a provider. Issuer and subject are the name; the rest may change there at any time. */
export type ExternalPerson = {
  issuer: string
  subject: string
  email: string | undefined
  /** The provider says that it has seen the person read the address' mail, and can be believed. */
  emailVerified: boolean
  firstName: string
  lastName: string
}

export type SocialPort = {
  /** As it stands in addresses. */
  id: string
  /** What people read on its button. */
  name: string
  /** The address at the provider to send the browser to. @throws SocialFailure */
  begin: (visit: AuthorizationRequest, lang: Lang) => Promise<string>
  /** @param answer what the browser brought back. @throws SocialFailure */
  finish: (visit: AuthorizationRequest, answer: URLSearchParams) => Promise<ExternalPerson>
}

/**
 * - `denied`: the person changed their mind.
 * - `down`: the provider can't be reached.
 * - `refused`: what came back is not right: used before, forged, from another issuer.
 */
export type SocialFailureKind = 'denied' | 'down' | 'refused'

/** Its message names the protocol's own words and never a code, a token or a person. */
export class SocialFailure extends Error {
  readonly kind: SocialFailureKind
  constructor(kind: SocialFailureKind, message: string) {
    super(message)
    this.name = 'SocialFailure'
    this.kind = kind
  }
}
