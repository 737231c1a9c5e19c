/** Apple expects a signed token in place of a shared client secret. */
import { sign } from 'node:crypto'
import { MINUTE_SECONDS } from '../../platform/durations.ts'

export type AppleKey = {
  teamId: string
  keyId: string
  /** In PEM format, as Apple provides it. */
  privateKey: string
}

const LIFE_SECONDS = 5 * MINUTE_SECONDS

/**
 * A JWT, signed by ES256.
 * Source: https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 * @param audience the issuer that the token is for
 */
export function appleSecret(key: AppleKey, clientId: string, audience: string, now: Date): string {
  const iat = Math.floor(now.getTime() / 1000)
  const claims = { iss: key.teamId, sub: clientId, aud: audience, iat, exp: iat + LIFE_SECONDS }
  const payload = `${encoded({ alg: 'ES256', kid: key.keyId, typ: 'JWT' })}.${encoded(claims)}`
  const signature = sign('sha256', Buffer.from(payload), { key: key.privateKey, dsaEncoding: 'ieee-p1363' })
  return `${payload}.${signature.toString('base64url')}`
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
