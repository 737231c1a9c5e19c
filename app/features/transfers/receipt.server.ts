/** Receipts of bank transfers: checked, stored privately, and opened only by signed addresses. */
import { Problem } from '../../api/problem.ts'
import type { SentFile } from '../../api/sent-file.ts'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import type { Context, Services, SignedInUser } from '../../platform/context.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { countFile } from '../../platform/rate-limit.server.ts'
import { createPendingFile, newFileFolder, releaseFile } from '../files/files.server.ts'
import { checkedFile, checkedPicture, type Part } from '../uploads/checked-file.server.ts'
import { contradicts, storedName } from '../uploads/file-name.ts'
import { sniffed } from '../uploads/kind-of-file.ts'
import { isLockedPdf } from '../uploads/locked-pdf.server.ts'
import { MAX_RECEIPT_BYTES, RECEIPT_QUOTAS } from './contract.ts'
import { detachOldReceipts } from './queries.server.ts'

const UNNAMED = { ar: 'إيصال التحويل', en: 'Transfer receipt' }

export type StoredReceipt = { id: string; name: string; size: number }

/** @throws Problem at the field `file`: validation, unsupportedType, tooLarge; tooManyRequests */
export async function storeReceipt(ctx: Context, learner: SignedInUser, file: SentFile): Promise<StoredReceipt> {
  await countFile(ctx, RECEIPT_QUOTAS, file.size)
  const { format, part } = await checkedReceipt(file)
  const name = storedName(file.name, format, UNNAMED[ctx.lang])
  const path = `${await newFileFolder(ctx)}/receipt.${format}`
  const { size, type } = part
  const id = await createPendingFile(ctx, {
    ...{ purpose: 'receipt', ownerId: learner.id, kind: format === 'pdf' ? 'file' : 'image', isPublic: false },
    ...{ type, size, fileName: name, names: [path] },
  })
  await ctx.storage.put(path, part.content(), { type, size })
  return { id, name, size }
}

/** A picture is re-encoded without its metadata; the largest size is stored. */
async function checkedReceipt(file: SentFile): Promise<{ format: 'pdf' | 'webp'; part: Part }> {
  if (file.size > MAX_RECEIPT_BYTES)
    throw new Problem('tooLarge', {}, { file: [`fileTooLarge:${MAX_RECEIPT_BYTES / MEGABYTE}`] })
  if (file.size === 0) throw new Problem('validation', {}, { file: ['fileEmpty'] })
  const kind = sniffed(file.head)
  if (kind === 'jpeg' || kind === 'png') {
    if (contradicts(file.name, kind)) throw unsupported('fileNotItsName')
    const { parts } = await checkedPicture(file.bytes)
    return { format: 'webp', part: parts.at(-1)! }
  }
  if (kind !== 'pdf') throw unsupported(kind === 'fileLocked' ? 'fileLocked' : 'receiptKind')
  const { parts } = await checkedFile(file)
  if (await isLockedPdf(file)) throw unsupported('fileLocked')
  return { format: 'pdf', part: parts[0]! }
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

const unsupported = (reason: string) => new Problem('unsupportedType', {}, { file: [reason] })
