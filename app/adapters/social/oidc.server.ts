/** Any OpenID Connect provider: the code flow with PKCE, state and nonce. */
import * as oidc from 'openid-client'
import type { Lang } from '../../locales/lang.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { type AppleKey, appleSecret } from './apple-secret.server.ts'
import { behaviourOf, type Claims } from './behaviours.ts'
import { type AuthorizationRequest, type ExternalPerson, SocialFailure, type SocialPort } from './port.ts'

export type OidcProvider = {
  id: string
  label: string
  issuer: string
  clientId: string
  clientSecret: string | undefined
  key: AppleKey | undefined
}

export type OidcOptions = {
  /** The clock. */
  now: () => Date
  /** Seconds after which a provider counts as out of reach. */
  timeout?: number
}

/** A provider's addresses seldom change; one that was out of reach is asked again after the pause. */
const KNOWN_MS = DAY_MS
const PAUSE_MS = 10_000

export function oidcProvider(provider: OidcProvider, { now, timeout = 5 }: OidcOptions): SocialPort {
  const behaviour = behaviourOf(provider.id)
  const discover = remembered(now, () => discovered(provider, { now, timeout }))
  return {
    id: provider.id,
    name: provider.label,
    begin: async (visit, lang) => {
      const config = await discover()
      return oidc.buildAuthorizationUrl(config, await parametersOf(visit, lang)).href
    },
    finish: async (visit, answer) => {
      if (isDenial(answer)) throw new SocialFailure('denied', 'the person refused')
      const config = await discover()
      return personOf(config, visit, answer).catch((error: unknown) => {
        throw failureOf(error)
      })
    },
  }

  async function parametersOf({ redirectUri, state, nonce, codeVerifier }: AuthorizationRequest, lang: Lang) {
    return {
      scope: behaviour.scope,
      redirect_uri: redirectUri,
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...behaviour.parameters(lang),
    }
  }

  async function personOf(
    config: oidc.Configuration,
    visit: AuthorizationRequest,
    answer: URLSearchParams,
  ): Promise<ExternalPerson> {
    const returned = new URL(`${visit.redirectUri}?${answer}`)
    const tokens = await oidc.authorizationCodeGrant(config, returned, {
      pkceCodeVerifier: visit.codeVerifier,
      expectedState: visit.state,
      expectedNonce: visit.nonce,
      idTokenExpected: true,
    })
    const signed = tokens.claims()!
    const claims: Claims = { ...(await moreClaims(config, tokens.access_token, signed)), ...signed }
    const email = typeof claims.email === 'string' && claims.email !== '' ? claims.email : undefined
    return {
      issuer: signed.iss,
      subject: signed.sub,
      email,
      emailVerified: email !== undefined && behaviour.vouchesForEmail(claims),
      ...behaviour.namesOf(claims, answer),
    }
  }
}

/** Many providers keep the address and names out of the token and give them to who asks. */
async function moreClaims(config: oidc.Configuration, accessToken: string, signed: oidc.IDToken): Promise<Claims> {
  if (signed.email || !config.serverMetadata().userinfo_endpoint) return {}
  return oidc.fetchUserInfo(config, accessToken, signed.sub)
}

async function discovered(provider: OidcProvider, { now, timeout }: Required<OidcOptions>) {
  const { issuer, clientId } = provider
  const secretFor = (audience: string) =>
    provider.key ? appleSecret(provider.key, clientId, audience, now()) : (provider.clientSecret ?? '')
  const authenticate: oidc.ClientAuth = (server, client, body, headers) => {
    // Unless it says otherwise a provider takes the secret in a header only: OpenID Connect Discovery 1.0, section 3.
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const way = methods.includes('client_secret_post') ? oidc.ClientSecretPost : oidc.ClientSecretBasic
    way(secretFor(server.issuer))(server, client, body, headers)
  }
  try {
    return await oidc.discovery(new URL(issuer), clientId, undefined, authenticate, {
      timeout,
      execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
    })
  } catch (error) {
    throw new SocialFailure('down', wordOf(error))
  }
}

/** Makes it when it is first asked for and keeps it; what failed is not tried again before a pause is over. */
function remembered<T>(now: () => Date, make: () => Promise<T>): () => Promise<T> {
  let known: { made: Promise<T>; until: number } | undefined
  return () => {
    const at = now().getTime()
    if (known && at < known.until) return known.made
    const made = make()
    const entry = { made, until: at + KNOWN_MS }
    known = entry
    made.catch(() => {
      entry.until = now().getTime() + PAUSE_MS
    })
    return made
  }
}

/** Apple has a word of its own for it. */
const DENIALS = new Set(['access_denied', 'user_cancelled_authorize', 'interaction_required', 'consent_required'])

const isDenial = (answer: URLSearchParams) => DENIALS.has(answer.get('error') ?? '')

function failureOf(error: unknown): SocialFailure {
  const word = wordOf(error)
  const isDown = word.startsWith('network') || ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'].includes(word)
  return new SocialFailure(isDown ? 'down' : 'refused', word)
}

/** What may be logged of it: the library's errors carry codes and tokens with them. */
function wordOf(error: unknown): string {
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError)
    return /^[\w-]{1,60}$/.test(error.error) ? error.error : 'an error without a name'
  if (error instanceof oidc.ClientError) return error.code ?? 'an unnamed failure'
  // What `fetch` throws when nobody answers.
  if (error instanceof TypeError && error.cause) return `network: ${(error.cause as { code?: string }).code ?? ''}`
  return error instanceof Error ? error.name : 'an unnamed failure'
}
