/** Ten codes of eight digits for the day on which the phone is lost; each signs in once. */
import { createHmac, randomInt } from 'node:crypto'
import type { Context } from '../../platform/context.server.ts'
import type { Tx } from '../../platform/database.server.ts'
import { derivedKey } from '../../platform/settings.server.ts'
import { replaceBackupCodes, takeBackupCode } from './queries.server.ts'

const HOW_MANY = 10

/** New codes instead of all earlier ones, given back this once. */
export async function renewBackupCodes(ctx: Context, tx: Tx, userId: number): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < HOW_MANY) codes.add(String(randomInt(100_000_000)).padStart(8, '0'))
  const hashes = [...codes].map((code) => hashOf(ctx, userId, code))
  await replaceBackupCodes(tx, userId, hashes, ctx.now())
  return [...codes]
}

/** Uses the code up; false when it is none of the account's, or was used before. */
export function acceptBackupCode(ctx: Context, tx: Tx, userId: number, code: string): Promise<boolean> {
  return takeBackupCode(tx, userId, hashOf(ctx, userId, code), ctx.now())
}

/** Keyed: eight digits under a plain hash would be found in a moment by whoever reads the table. */
function hashOf(ctx: Context, userId: number, code: string): Buffer {
  return createHmac('sha256', derivedKey(ctx.settings, 'backup-codes')).update(`${userId}\0${code}`).digest()
}
