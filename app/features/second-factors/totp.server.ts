/** Codes of authenticator apps: RFC 6238 with its defaults, which every app supports: SHA-1, 6 digits, 30 seconds. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Settings } from '../../platform/settings.server.ts'
import { derivedKey } from '../../platform/settings.server.ts'

const STEP_SECONDS = 30
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newSecret = () => randomBytes(SECRET_BYTES)

/** The encoding in which apps accept a typed secret. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The code of a time step. */
export function totp(secret: Buffer, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE(mac[mac.length - 1]! & 15) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The time step of a code: the current one or a neighbour, since clocks differ; undefined when none matches. */
export function totpStepOf(secret: Buffer, code: string, now: Date): number | undefined {
  const current = Math.floor(now.getTime() / 1000 / STEP_SECONDS)
  return [current - 1, current, current + 1].find((step) => isEqual(totp(secret, step), code))
}

function isEqual(expected: string, typed: string): boolean {
  return expected.length === typed.length && timingSafeEqual(Buffer.from(expected), Buffer.from(typed))
}

/** The content of the QR code. */
export function otpauthUrl(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
}

type Keys = Pick<Settings, 'authSecret'>
const KEY = 'authenticator-secret'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts a secret for the database, bound to its account: a row copied to another account cannot be decrypted. */
export function seal(settings: Keys, userId: number, secret: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', derivedKey(settings, KEY), iv).setAAD(Buffer.from(String(userId)))
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
}

export function unseal(settings: Keys, userId: number, sealed: Buffer): Buffer {
  const tagEnd = IV_BYTES + TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', derivedKey(settings, KEY), sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(String(userId)))
    .setAuthTag(sealed.subarray(IV_BYTES, tagEnd))
  return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()])
}
