/** Receipts of bank transfers: checked, stored privately, and opened only by signed addresses. */
import type { SentFile } from '../../api/sent-file.ts'
import type { Context, Services, SignedInUser } from '../../platform/context.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { countFile } from '../../platform/limits/rate-limit.server.ts'
import { releaseFile } from '../files/files.server.ts'
import { type StoredPaper, storePaper } from '../uploads/paper.server.ts'
import { RECEIPT_QUOTAS } from './contract.ts'
import { detachOldReceipts } from './queries.server.ts'

const UNNAMED = { ar: 'إيصال التحويل', en: 'Transfer receipt' }

/** @throws Problem at the field `file`: validation, unsupportedType, tooLarge; tooManyRequests */
export async function storeReceipt(ctx: Context, learner: SignedInUser, file: SentFile): Promise<StoredPaper> {
  await countFile(ctx, RECEIPT_QUOTAS, file.size)
  const about = { purpose: 'receipt', ownerId: learner.id, otherKind: 'receiptKind' } as const
  return storePaper(ctx, file, { ...about, unnamed: UNNAMED[ctx.lang] })
}

/** After this time nobody will dispute an order that was never paid. */
const RETENTION_MS = 180 * DAY_MS
const BATCH_SIZE = 100

/** The nightly job: deletes receipts of unpaid orders, since they show the bank account of a person. */
export async function deleteExpiredReceipts({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - RETENTION_MS)
  for (;;) {
    const deleted = await db.transaction().execute(async (tx) => {
      const files = await detachOldReceipts(tx, before, BATCH_SIZE)
      for (const file of files) await releaseFile(tx, file)
      return files.length
    })
    if (deleted < BATCH_SIZE) return
  }
}
