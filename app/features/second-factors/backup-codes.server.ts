/** Ten backup codes of eight digits, for when the phone is lost; each signs in once. */
import { createHmac, randomInt } from 'node:crypto'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { derivedKey } from '../../platform/settings.server.ts'
import { replaceBackupCodes, takeBackupCode } from './queries.server.ts'

const CODE_COUNT = 10

/** Replaces all codes of the account. @returns the new codes, of which only hashes are stored */
export async function renewBackupCodes(ctx: Context, tx: Tx, userId: number): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < CODE_COUNT) codes.add(String(randomInt(100_000_000)).padStart(8, '0'))
  const hashes = [...codes].map((code) => hashOf(ctx, userId, code))
  await replaceBackupCodes(tx, userId, hashes, ctx.now())
  return [...codes]
}

/** Uses up a code; false when the account has no such code, or it was used before. */
export function acceptBackupCode(ctx: Context, tx: Tx, userId: number, code: string): Promise<boolean> {
  return takeBackupCode(tx, userId, hashOf(ctx, userId, code), ctx.now())
}

/** Keyed: under a plain hash, eight digits are found in a moment by anyone who can read the table. */
function hashOf(ctx: Context, userId: number, code: string): Buffer {
  return createHmac('sha256', derivedKey(ctx.settings, 'backup-codes')).update(`${userId}\0${code}`).digest()
}
