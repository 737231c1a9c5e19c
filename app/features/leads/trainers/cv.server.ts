/** CVs: checked, stored apart from public files, and served by signed addresses only. */
import { isProblem, Problem } from '../../../api/problem.ts'
import type { SentFile } from '../../../api/sent-file.ts'
import { MEGABYTE } from '../../../platform/byte-sizes.ts'
import type { Context, Services } from '../../../platform/context.server.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { countFile } from '../../../platform/limits/rate-limit.server.ts'
import {
  commitFile,
  createPendingFile,
  findFile,
  newFileFolder,
  releaseFile,
  signedFileAddress,
} from '../../files/files.server.ts'
import { checkedFile } from '../../uploads/checked-file.server.ts'
import { storedName } from '../../uploads/file-name.ts'
import { sniffed } from '../../uploads/kind-of-file.ts'
import { isLockedPdf } from '../../uploads/locked-pdf.server.ts'
import { CV_TYPES } from '../applications/cv-types.ts'
import { CV_QUOTAS } from '../contract.ts'
import type { WaitingCv } from './trainer-contract.ts'

const MAX_CV_BYTES = 10 * MEGABYTE
const UNNAMED = { ar: 'السيرة الذاتية', en: 'CV' }

/** @throws Problem at the field `cv`: validation, unsupportedType, tooLarge; tooManyRequests */
export async function storeCv(ctx: Context, file: SentFile): Promise<WaitingCv> {
  await countFile(ctx, CV_QUOTAS, file.size)
  const format = await formatOfCv(file)
  const name = storedName(file.name, format, UNNAMED[ctx.lang])
  const path = `${await newFileFolder(ctx)}/cv.${format}`
  const { size } = file
  const about = { purpose: 'cv', ownerId: null, kind: 'file', isPublic: false } as const
  const type = CV_TYPES[format]
  const id = await createPendingFile(ctx, { ...about, type, size, fileName: name, names: [path] })
  await ctx.storage.put(path, file.stream(), { type, size })
  return { id, name, size }
}

async function formatOfCv(file: SentFile): Promise<keyof typeof CV_TYPES> {
  if (file.size > MAX_CV_BYTES) throw new Problem('tooLarge', {}, { cv: [`fileTooLarge:${MAX_CV_BYTES / MEGABYTE}`] })
  const found = sniffed(file.head)
  if (file.size > 0 && found !== 'pdf' && found !== 'zip')
    throw unfit(found === 'fileLocked' ? 'fileLocked' : /\.pdf$/i.test(file.name) ? 'cvNotPdf' : 'cvKind')
  const { format } = await checkedFile(file).catch((error) => {
    throw isProblem(error) ? atCv(error) : error
  })
  if (format === 'docx') return format
  if (format !== 'pdf') throw unfit('cvKind')
  if (await isLockedPdf(file)) throw unfit('fileLocked')
  return format
}

const unfit = (reason: string) => new Problem('unsupportedType', {}, { cv: [reason] })

/** Reports the errors of an upload at the field `cv`. */
function atCv({ code, detail, fields }: Problem): Problem {
  return new Problem(code, detail, fields?.file && { cv: fields.file })
}

export async function pendingCv(db: Database, id: string): Promise<WaitingCv | undefined> {
  const file = await findFile(db, id)
  if (file?.purpose !== 'cv' || file.state !== 'coming') return undefined
  return { id, name: file.file_name, size: Number(file.size) }
}

/** @throws Problem validation at `cv` for one that has expired or belongs to another application */
export async function keepCv(tx: Database, id: string): Promise<WaitingCv> {
  const cv = await pendingCv(tx, id)
  if (!cv) throw gone()
  await commitFile(tx, id, null).catch((error) => {
    throw isProblem(error) ? gone() : error
  })
  return cv
}

const gone = () => new Problem('validation', {}, { cv: ['fileGone'] })

/** Releases a CV that no application uses. */
export async function discardCv(db: Database, id: string): Promise<void> {
  await releaseFile(db, id)
}

/** The absolute signed address from which the CV can be downloaded for a limited time. */
export function cvAddress(services: Pick<Services, 'settings' | 'now'>, cv: WaitingCv, seconds: number): string {
  return services.settings.publicUrl + signedFileAddress(services, cv.id, cv.name, seconds)
}

/** The CV of a saved application. */
export async function savedCv(db: Database, id: string): Promise<WaitingCv | undefined> {
  const file = await findFile(db, id)
  return file?.state === 'kept' ? { id, name: file.file_name, size: Number(file.size) } : undefined
}
