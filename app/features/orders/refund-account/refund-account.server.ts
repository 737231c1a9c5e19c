/** The bank account to which a bank transfer is refunded: encrypted in the database, in full only for staff. */
import { z } from 'zod'
import type { Services } from '../../../platform/context.server.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { type Secrets, seal, sealedAnew, unseal } from '../../../platform/secrets.server.ts'
import {
  allRefundAccounts,
  deleteRefundAccounts,
  findRefundAccount,
  refundAccountsBy,
  replaceSealed,
  saveRefundAccount,
} from './refund-account-queries.server.ts'

export type RefundAccount = { iban: string; holder: string }

const KEY = 'refund-accounts'
const Stored = z.object({ iban: z.string(), holder: z.string() })

const sealAccount = (secrets: Secrets, orderId: string, account: RefundAccount): Buffer =>
  seal(secrets, KEY, orderId, Buffer.from(JSON.stringify(account)))

const unsealAccount = (secrets: Secrets, orderId: string, sealed: Buffer): RefundAccount =>
  Stored.parse(JSON.parse(unseal(secrets, KEY, orderId, sealed).toString()))

/** Replaces the account that was given before. */
export async function storeRefundAccount(
  db: Database,
  { settings, now }: Pick<Services, 'settings' | 'now'>,
  orderId: string,
  account: RefundAccount,
): Promise<void> {
  const sealed = sealAccount(settings, orderId, account)
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
  return row && { ...unsealAccount(settings, orderId, row.sealed), givenAt: row.givenAt }
}

/** For the person who gave them. */
export async function refundAccountsOf(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  userId: number,
): Promise<(RefundAccount & { reference: string; givenAt: Date })[]> {
  const rows = await refundAccountsBy(db, userId)
  return rows.map(({ orderId, reference, sealed, givenAt }) => ({
    ...unsealAccount(settings, orderId, sealed),
    reference,
    givenAt,
  }))
}

/** Encrypts with the present secret what an accepted one still opens. @returns how many were encrypted anew */
export async function renewRefundAccounts(db: Database, secrets: Secrets): Promise<number> {
  let renewed = 0
  for (const { orderId, sealed } of await allRefundAccounts(db)) {
    const anew = sealedAnew(secrets, KEY, orderId, sealed)
    if (anew && (await replaceSealed(db, orderId, sealed, anew))) renewed += 1
  }
  return renewed
}
