/** Codes of authenticator apps: RFC 6238 with its defaults, which every app supports: SHA-1, 6 digits, 30 seconds. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../../platform/database/database.server.ts'
import { type Secrets, seal, sealedAnew, unseal } from '../../platform/secrets.server.ts'
import { allAuthenticators, replaceSecret } from './queries.server.ts'

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

const KEY = 'authenticator-secret'

/** Encrypts the secret of an account's app for the database. */
export const sealSecret = (secrets: Secrets, userId: number, secret: Buffer): Buffer =>
  seal(secrets, KEY, String(userId), secret)

export const unsealSecret = (secrets: Secrets, userId: number, sealed: Buffer): Buffer =>
  unseal(secrets, KEY, String(userId), sealed)

/** Encrypts with the present secret what an accepted one still opens. @returns how many were encrypted anew */
export async function renewAuthenticators(db: Database, secrets: Secrets): Promise<number> {
  let renewed = 0
  for (const { userId, secret } of await allAuthenticators(db)) {
    const anew = sealedAnew(secrets, KEY, String(userId), secret)
    if (anew && (await replaceSecret(db, userId, secret, anew))) renewed += 1
  }
  return renewed
}
