/**
 * What is signed or encrypted with `AUTH_SECRET`: each purpose has a key of its own. While the secret is exchanged, what
 * carries the key of `AUTH_SECRET_ACCEPTED` is accepted as well; nothing new is made with that one.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Settings } from './settings.server.ts'

export type Secrets = Pick<Settings, 'authSecret'> & Partial<Pick<Settings, 'acceptedAuthSecret'>>

const keyOf = (secret: string, purpose: string) => createHash('sha256').update(`${purpose}\0${secret}`).digest()

/** The key with which something new is signed or encrypted: 32 bytes. */
export const derivedKey = ({ authSecret }: Secrets, purpose: string): Buffer => keyOf(authSecret, purpose)

/** The keys of what may come back: the present one first. */
export const acceptedKeys = ({ authSecret, acceptedAuthSecret }: Secrets, purpose: string): Buffer[] =>
  [authSecret, acceptedAuthSecret].filter((secret) => secret !== undefined).map((secret) => keyOf(secret, purpose))

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** HMAC-SHA256: 32 bytes. */
export const macOf = (secrets: Secrets, purpose: string, text: string): Buffer =>
  hmac(derivedKey(secrets, purpose), text)

/** For what is found by its MAC; the present one first. */
export const acceptedMacs = (secrets: Secrets, purpose: string, text: string): Buffer[] =>
  acceptedKeys(secrets, purpose).map((key) => hmac(key, text))

/** Whether `received` was signed here, compared in constant time. */
export const isMac = (secrets: Secrets, purpose: string, text: string, received: Buffer): boolean =>
  acceptedMacs(secrets, purpose, text).some((mac) => isEqual(mac, received))

const isEqual = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)

const LINK_TOKEN_CHARACTERS = 32
const linkTokenOf = (mac: Buffer) => mac.toString('base64url').slice(0, LINK_TOKEN_CHARACTERS)

/** The token of a link that opens one record: derived from it, so that the database holds no secret. 192 bits. */
export const linkToken = (secrets: Secrets, purpose: string, record: string): string =>
  linkTokenOf(macOf(secrets, purpose, record))

export const isLinkToken = (secrets: Secrets, purpose: string, record: string, token: string): boolean =>
  acceptedMacs(secrets, purpose, record).some((mac) => isEqual(Buffer.from(linkTokenOf(mac)), Buffer.from(token)))

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts for the database. @param owner to whom it is bound: a row copied to another owner cannot be decrypted */
export function seal(secrets: Secrets, purpose: string, owner: string, plain: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, derivedKey(secrets, purpose), iv).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
}

/** @throws when it is another's, changed, or encrypted with a secret that is not accepted any more */
export function unseal(secrets: Secrets, purpose: string, owner: string, sealed: Buffer): Buffer {
  const keys = acceptedKeys(secrets, purpose)
  const fitting = keys.find((key) => opens(key, owner, sealed)) ?? keys[0]!
  return decrypt(fitting, owner, sealed)
}

/** The same encrypted with the present secret; undefined when it is so already. @throws as `unseal` */
export function sealedAnew(secrets: Secrets, purpose: string, owner: string, sealed: Buffer): Buffer | undefined {
  if (opens(derivedKey(secrets, purpose), owner, sealed)) return undefined
  return seal(secrets, purpose, owner, unseal(secrets, purpose, owner, sealed))
}

function opens(key: Buffer, owner: string, sealed: Buffer): boolean {
  try {
    decrypt(key, owner, sealed)
    return true
  } catch {
    return false
  }
}

function decrypt(key: Buffer, owner: string, sealed: Buffer): Buffer {
  const tagEnd = IV_BYTES + TAG_BYTES
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(IV_BYTES, tagEnd))
  return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()])
}
