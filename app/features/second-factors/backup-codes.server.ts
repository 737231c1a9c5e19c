/** Ten backup codes of eight digits, for when the phone is lost; each signs in once. */
import { randomInt } from 'node:crypto'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database/database.server.ts'
import { acceptedMacs, macOf } from '../../platform/secrets.server.ts'
import { replaceBackupCodes, takeBackupCode } from './queries.server.ts'

const CODE_COUNT = 10
/** Hashed with a key: under a plain hash, eight digits are found in a moment by anyone who can read the table. */
const KEY = 'backup-codes'
const keyed = (userId: number, code: string) => `${userId}\0${code}`

/** Replaces all codes of the account. @returns the new codes, of which only hashes are stored */
export async function renewBackupCodes(ctx: Context, tx: Tx, userId: number): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < CODE_COUNT) codes.add(String(randomInt(100_000_000)).padStart(8, '0'))
  const hashes = [...codes].map((code) => macOf(ctx.settings, KEY, keyed(userId, code)))
  await replaceBackupCodes(tx, userId, hashes, ctx.now())
  return [...codes]
}

/** Uses up a code; false when the account has no such code, or it was used before. */
export function acceptBackupCode(ctx: Context, tx: Tx, userId: number, code: string): Promise<boolean> {
  return takeBackupCode(tx, userId, acceptedMacs(ctx.settings, KEY, keyed(userId, code)), ctx.now())
}
