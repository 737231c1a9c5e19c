/** Any OpenID Connect provider: the authorization code flow with PKCE, state and nonce. */
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
  /** Seconds after which a provider counts as unavailable. */
  timeout?: number
}

/** A provider's endpoints seldom change; discovery that failed is retried after a pause. */
const DISCOVERY_CACHE_MS = DAY_MS
const RETRY_PAUSE_MS = 10_000

export function oidcProvider(provider: OidcProvider, { now, timeout = 5 }: OidcOptions): SocialPort {
  const behaviour = behaviourOf(provider.id)
  const discover = cached(now, () => discoverConfig(provider, { now, timeout }))
  return {
    id: provider.id,
    name: provider.label,
    begin: async (request, lang) => {
      const config = await discover()
      return oidc.buildAuthorizationUrl(config, await parametersOf(request, lang)).href
    },
    finish: async (request, response) => {
      if (isDenial(response)) throw new SocialFailure('denied', 'the person refused')
      const config = await discover()
      return personOf(config, request, response).catch((error: unknown) => {
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
    request: AuthorizationRequest,
    response: URLSearchParams,
  ): Promise<ExternalPerson> {
    const returned = new URL(`${request.redirectUri}?${response}`)
    const tokens = await oidc.authorizationCodeGrant(config, returned, {
      pkceCodeVerifier: request.codeVerifier,
      expectedState: request.state,
      expectedNonce: request.nonce,
      idTokenExpected: true,
    })
    const signed = tokens.claims()!
    const claims: Claims = { ...(await userInfoClaims(config, tokens.access_token, signed)), ...signed }
    const email = typeof claims.email === 'string' && claims.email !== '' ? claims.email : undefined
    return {
      issuer: signed.iss,
      subject: signed.sub,
      email,
      emailVerified: email !== undefined && behaviour.vouchesForEmail(claims),
      ...behaviour.namesOf(claims, response),
    }
  }
}

/** Many providers omit the address and names from the token and return them at the userinfo endpoint. */
async function userInfoClaims(config: oidc.Configuration, accessToken: string, signed: oidc.IDToken): Promise<Claims> {
  if (signed.email || !config.serverMetadata().userinfo_endpoint) return {}
  return oidc.fetchUserInfo(config, accessToken, signed.sub)
}

async function discoverConfig(provider: OidcProvider, { now, timeout }: Required<OidcOptions>) {
  const { issuer, clientId } = provider
  const secretFor = (audience: string) =>
    provider.key ? appleSecret(provider.key, clientId, audience, now()) : (provider.clientSecret ?? '')
  const authenticate: oidc.ClientAuth = (server, client, body, headers) => {
    // Unless stated otherwise, providers accept the secret in a header only: OpenID Connect Discovery 1.0, section 3.
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const method = methods.includes('client_secret_post') ? oidc.ClientSecretPost : oidc.ClientSecretBasic
    method(secretFor(server.issuer))(server, client, body, headers)
  }
  try {
    return await oidc.discovery(new URL(issuer), clientId, undefined, authenticate, {
      timeout,
      execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
    })
  } catch (error) {
    throw new SocialFailure('down', errorCodeOf(error))
  }
}

/** Caches the result of a function; after a failure it is called again only after a pause. */
function cached<T>(now: () => Date, load: () => Promise<T>): () => Promise<T> {
  let current: { result: Promise<T>; until: number } | undefined
  return () => {
    const at = now().getTime()
    if (current && at < current.until) return current.result
    const result = load()
    const entry = { result, until: at + DISCOVERY_CACHE_MS }
    current = entry
    result.catch(() => {
      entry.until = now().getTime() + RETRY_PAUSE_MS
    })
    return result
  }
}

/** `user_cancelled_authorize` is Apple's own code. */
const DENIALS = new Set(['access_denied', 'user_cancelled_authorize', 'interaction_required', 'consent_required'])

const isDenial = (response: URLSearchParams) => DENIALS.has(response.get('error') ?? '')

function failureOf(error: unknown): SocialFailure {
  const code = errorCodeOf(error)
  const isDown = code.startsWith('network') || ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'].includes(code)
  return new SocialFailure(isDown ? 'down' : 'refused', code)
}

/** The part of an error that may be logged: the library's errors contain codes and tokens. */
function errorCodeOf(error: unknown): string {
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError)
    return /^[\w-]{1,60}$/.test(error.error) ? error.error : 'an error without a name'
  if (error instanceof oidc.ClientError) return error.code ?? 'an unnamed failure'
  // What `fetch` throws when the host does not respond.
  if (error instanceof TypeError && error.cause) return `network: ${(error.cause as { code?: string }).code ?? ''}`
  return error instanceof Error ? error.name : 'an unnamed failure'
}
