/** The bank account to which a bank transfer is refunded: encrypted in the database, in full only for staff. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Services } from '../../../platform/context.server.ts'
import type { Database } from '../../../platform/database.server.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { derivedKey, type Settings } from '../../../platform/settings.server.ts'
import {
  deleteRefundAccounts,
  findRefundAccount,
  refundAccountsBy,
  saveRefundAccount,
} from './refund-account-queries.server.ts'

export type RefundAccount = { iban: string; holder: string }

const KEY = 'refund-accounts'
const IV_BYTES = 12
const TAG_BYTES = 16
const Stored = z.object({ iban: z.string(), holder: z.string() })

/** Bound to its order: a row copied to another order cannot be decrypted. */
function seal(settings: Settings, orderId: string, account: RefundAccount): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', derivedKey(settings, KEY), iv).setAAD(Buffer.from(orderId))
  const encrypted = Buffer.concat([cipher.update(JSON.stringify(account)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
}

function unseal(settings: Settings, orderId: string, sealed: Buffer): RefundAccount {
  const tagEnd = IV_BYTES + TAG_BYTES
  const iv = sealed.subarray(0, IV_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', derivedKey(settings, KEY), iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(orderId))
    .setAuthTag(sealed.subarray(IV_BYTES, tagEnd))
  const text = Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString()
  return Stored.parse(JSON.parse(text))
}

/** Replaces the account that was given before. */
export async function storeRefundAccount(
  db: Database,
  { settings, now }: Pick<Services, 'settings' | 'now'>,
  orderId: string,
  account: RefundAccount,
): Promise<void> {
  const sealed = seal(settings, orderId, account)
  await saveRefundAccount(db, { orderId, sealed, ibanEnd: account.iban.slice(-4), givenAt: now() })
}

const KEPT_MS = 30 * DAY_MS

/** The daily job: deletes the accounts whose refund was done a month ago. */
export async function deleteOldRefundAccounts({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  await deleteRefundAccounts(db, new Date(now().getTime() - KEPT_MS))
}

/** For staff; undefined while the learner has given none. */
export async function readRefundAccount(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  orderId: string,
): Promise<(RefundAccount & { givenAt: Date }) | undefined> {
  const row = await findRefundAccount(db, orderId)
  return row && { ...unseal(settings, orderId, row.sealed), givenAt: row.givenAt }
}

/** For the person who gave them. */
export async function refundAccountsOf(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  userId: number,
): Promise<(RefundAccount & { reference: string; givenAt: Date })[]> {
  const rows = await refundAccountsBy(db, userId)
  return rows.map(({ orderId, reference, sealed, givenAt }) => ({
    ...unseal(settings, orderId, sealed),
    reference,
    givenAt,
  }))
}
