/** The tokens of the sandbox's OpenID provider. */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { MINUTE_SECONDS } from '../../platform/durations.ts'

export type Persona = { subject: string; email: string; givenName: string; familyName: string }

/** What the authorization request fixed, and the token request must match. */
const Grant = z.object({
  jti: z.string(),
  redirectUri: z.string(),
  challenge: z.string(),
  nonce: z.string().optional(),
  persona: z.object({ subject: z.string(), email: z.string(), givenName: z.string(), familyName: z.string() }),
})
export type Grant = z.infer<typeof Grant>

const CODE_SECONDS = 2 * MINUTE_SECONDS
const ID_TOKEN_SECONDS = 5 * MINUTE_SECONDS

export type SandboxTokens = {
  keys: () => Promise<{ keys: JWK[] }>
  codeOf: (grant: Omit<Grant, 'jti'>) => Promise<string>
  /** The grant of an authorization code, once; undefined when it is forged, expired, used or of another request. */
  redeem: (code: string, redirectUri: string, verifier: string) => Promise<Grant | undefined>
  idTokenOf: (grant: Grant) => Promise<string>
}

/**
 * The signing key lives as long as the process: nothing that it signed is used later.
 * @param secret signs authorization codes
 */
export function sandboxTokens(issuer: string, clientId: string, secret: Uint8Array, now: () => Date): SandboxTokens {
  let pair: Promise<{ publicKey: CryptoKey; privateKey: CryptoKey }> | undefined
  const keyPair = () => {
    pair ??= generateKeyPair('RS256', { extractable: true })
    return pair
  }
  const used = new LRUCache<string, true>({ max: 10_000, ttl: 2 * CODE_SECONDS * 1000 })
  const seconds = () => Math.floor(now().getTime() / 1000)
  return {
    keys: async () => ({
      keys: [{ ...(await exportJWK((await keyPair()).publicKey)), kid: 'sandbox', alg: 'RS256', use: 'sig' }],
    }),
    codeOf: (grant) =>
      new SignJWT({ ...grant })
        .setProtectedHeader({ alg: 'HS256' })
        .setJti(randomUUID())
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + CODE_SECONDS)
        .sign(secret),
    redeem: async (code, redirectUri, verifier) => {
      const verified = await jwtVerify(code, secret, { algorithms: ['HS256'], currentDate: now() }).catch(
        () => undefined,
      )
      const grant = Grant.safeParse(verified?.payload).data
      if (!grant || grant.redirectUri !== redirectUri || used.has(grant.jti)) return undefined
      if (!isEqual(createHash('sha256').update(verifier).digest('base64url'), grant.challenge)) return undefined
      used.set(grant.jti, true)
      return grant
    },
    idTokenOf: async ({ persona, nonce }) =>
      new SignJWT({
        email: persona.email,
        email_verified: true,
        given_name: persona.givenName,
        family_name: persona.familyName,
        ...(nonce ? { nonce } : {}),
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'sandbox' })
        .setIssuer(issuer)
        .setAudience(clientId)
        .setSubject(persona.subject)
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + ID_TOKEN_SECONDS)
        .sign((await keyPair()).privateKey),
  }
}

function isEqual(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}
