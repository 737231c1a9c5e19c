/** Post attachments: checked, stored, and shown to those who may see the post. */
import pLimit from 'p-limit'
import type { z } from 'zod'
import type { Input } from '../../api/endpoint.ts'
import type { Operations } from '../../api/local-api.server.ts'
import { Problem } from '../../api/problem.ts'
import type { SentFile } from '../../api/sent-file.ts'
import { uploads as ar } from '../../locales/ar/uploads.ts'
import { uploads as en } from '../../locales/en/uploads.ts'
import { type Context, requireUser, type Services } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { DAY_SECONDS } from '../../platform/durations.ts'
import { countFile } from '../../platform/limits/rate-limit.server.ts'
import { writerOf } from '../authors/authors.server.ts'
import { fileAddress } from '../files/file-links.ts'
import {
  commitFile,
  createPendingFile,
  findFile,
  newFileFolder,
  releaseFile,
  signedFileAddress,
} from '../files/files.server.ts'
import { type CheckedFile, checkedFile, checkedPicture } from './checked-file.server.ts'
import { type Attachment, UPLOAD_QUOTAS, type uploadsEndpoints } from './contract.ts'
import { storedExtension, storedName } from './file-name.ts'
import { findUpload, insertUpload, isAtShownPost, type UploadRow } from './queries.server.ts'

type Calls = typeof uploadsEndpoints

const UNNAMED = { ar: ar.attachment.unnamed, en: en.attachment.unnamed }

export const uploadsOperations: Operations<Calls> = { upload, waiting }

async function upload(ctx: Context, { file }: Input<Calls['upload']>): Promise<z.input<typeof Attachment>> {
  const user = requireUser(ctx)
  await writerOf(ctx, ctx.db)
  return attachmentOf(ctx, await commitUpload(ctx, file, user.id), false)
}

async function waiting(ctx: Context, { id }: Input<Calls['waiting']>): Promise<z.input<typeof Attachment>> {
  const { id: ownerId } = requireUser(ctx)
  const [row, file] = [await findUpload(ctx.db, id), await findFile(ctx.db, id)]
  if (!row || file?.owner_id !== ownerId || file.state !== 'coming') throw new Problem('notFound')
  return attachmentOf(ctx, row, false)
}

/**
 * Saves a file for a post that is still being written.
 * @throws Problem tooLarge, unsupportedType or validation at the field `file`; tooManyRequests
 */
export async function commitUpload(ctx: Context, file: SentFile, ownerId: number): Promise<UploadRow> {
  await countFile(ctx, UPLOAD_QUOTAS, file.size)
  const sent = { name: file.name, ownerId, otherwise: UNNAMED[ctx.lang], source: null }
  return store(ctx, await checkedFile(file), sent)
}

/** Saves a picture of the content like an uploaded one. @returns its id */
export async function saveContentPicture(
  services: Pick<Services, 'db' | 'storage' | 'now' | 'settings'>,
  bytes: Uint8Array,
  name: string,
  source: string,
): Promise<string> {
  const sent = { name, ownerId: null, otherwise: UNNAMED.en, source }
  return (await store(services, await checkedPicture(async () => bytes), sent)).id
}

type Sent = { name: string; ownerId: number | null; otherwise: string; source: string | null }

/** Each copy holds buffers in memory that are released late. */
const oneAtATime = pLimit(1)

/** The row is written before the bytes, so that a crash in between leaves no orphaned file. */
async function store(
  services: Pick<Services, 'db' | 'storage' | 'now' | 'settings'>,
  { format, kind, parts, width, height, widths }: CheckedFile,
  { name: sent, ownerId, otherwise, source }: Sent,
): Promise<UploadRow> {
  const folder = await newFileFolder(services)
  const { type, size } = parts.at(-1)!
  const name = storedName(sent, storedExtension(format), otherwise)
  const names = parts.map((part) => `${folder}/${part.name}`)
  const about = { purpose: 'post', ownerId, kind, type, size, fileName: name, names, isPublic: true } as const
  const id = await createPendingFile(services, about)
  await oneAtATime(async () => {
    for (const [place, part] of parts.entries())
      await services.storage.put(names[place]!, part.content(), { type: part.type, size: part.size })
  })
  const row = { id, kind, name, type, size, width, height, widths }
  await insertUpload(services.db, { ...row, source })
  return row
}

/**
 * Commits an upload to the post that is written in this transaction.
 * @throws Problem validation at the field `file` for one that has expired, is another member's or is used already
 */
export async function attachUpload(ctx: Context, tx: Database, id: string): Promise<void> {
  const { id: ownerId } = requireUser(ctx)
  const known = (await findUpload(tx, id)) && (await findFile(tx, id))
  if (known?.purpose !== 'post') throw new Problem('validation', {}, { file: ['fileGone'] })
  await commitFile(tx, id, ownerId)
}

/** A file is public while its post is. */
export function isPublicFile({ db, now }: Pick<Services, 'db' | 'now'>, { id }: { id: string }): Promise<boolean> {
  return isAtShownPost(db, id, now())
}

/** Releases the file of a post that no longer has it; its bytes are deleted soon after the transaction. */
export async function detachUpload(tx: Database, id: string | null | undefined): Promise<void> {
  if (id) await releaseFile(tx, id)
}

/** @param isOut whether the post is public: its addresses are then the same for everyone and do not expire */
export function attachmentOf(ctx: Context, row: UploadRow, isOut: boolean, alt?: string | null): Attachment {
  const address = (name: string) =>
    isOut ? fileAddress(row.id, name) : signedFileAddress(ctx, row.id, name, DAY_SECONDS)
  const sources = row.widths.map((width) => ({
    width,
    avif: address(`${width}.avif`),
    webp: address(`${width}.webp`),
  }))
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    type: row.type,
    size: row.size,
    address: sources.at(-1)?.webp ?? address(row.name),
    width: row.width ?? undefined,
    height: row.height ?? undefined,
    sources: sources.length > 0 ? sources : undefined,
    alt: alt ?? undefined,
  }
}
