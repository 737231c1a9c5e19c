/** Papers: a PDF or a picture of one, checked, stored privately, and opened only by signed addresses. */
import type { SentFile } from '../../api/sent-file.ts'
import { MEGABYTE } from '../../platform/byte-sizes.ts'
import type { Services } from '../../platform/context.server.ts'
import { createPendingFile, newFileFolder } from '../files/files.server.ts'
import { checkedFile, type Part } from './checked-file.server.ts'
import { contradicts, ownExtension, storedName } from './file-name.ts'
import { sniffed } from './kind-of-file.ts'
import { MAX_PAPER_BYTES } from './limits.ts'
import { isLockedPdf } from './locked-pdf.server.ts'
import { cleanedPicture } from './pictures.server.ts'
import { broken, tooLarge, unfit } from './refusal.ts'

export type StoredPaper = { id: string; name: string; size: number }

type PaperFormat = 'pdf' | 'jpeg' | 'png'

type About = {
  purpose: 'receipt' | 'evidence'
  /** Null for what belongs to the institute and not to an account. */
  ownerId: number | null
  /** Its name when the sender's says nothing. */
  unnamed: string
  /** The text for a file of another kind: a key of `locales/<lang>/fields.ts`. */
  otherKind: 'receiptKind' | 'evidenceKind'
}

/** @throws Problem at the field `file`: validation, unsupportedType, tooLarge */
export async function storePaper(
  services: Pick<Services, 'db' | 'storage' | 'now' | 'settings'>,
  file: SentFile,
  { purpose, ownerId, unnamed, otherKind }: About,
): Promise<StoredPaper> {
  const { format, part } = await checkedPaper(file, otherKind)
  const name = storedName(file.name, ownExtension(file.name, format), unnamed)
  const path = `${await newFileFolder(services)}/${purpose}.${format}`
  const { size, type } = part
  const id = await createPendingFile(services, {
    ...{ purpose, ownerId, kind: format === 'pdf' ? 'file' : 'image', isPublic: false },
    ...{ type, size, fileName: name, names: [path] },
  })
  await services.storage.put(path, part.content(), { type, size })
  return { id, name, size }
}

/** A picture is encoded again without its metadata, in its own format: banks and courts take no other. */
async function checkedPaper(file: SentFile, otherKind: string): Promise<{ format: PaperFormat; part: Part }> {
  if (file.size > MAX_PAPER_BYTES) throw tooLarge(`fileTooLarge:${MAX_PAPER_BYTES / MEGABYTE}`)
  if (file.size === 0) throw broken('fileEmpty')
  const kind = sniffed(file.head)
  if (kind === 'jpeg' || kind === 'png') {
    if (contradicts(file.name, kind)) throw unfit('fileNotItsName')
    const content = await cleanedPicture(file.bytes, kind)
    const part = { name: `paper.${kind}`, content: () => content, size: content.length, type: `image/${kind}` }
    return { format: kind, part }
  }
  if (kind !== 'pdf') throw unfit(kind === 'fileLocked' ? 'fileLocked' : otherKind)
  const { parts } = await checkedFile(file)
  if (await isLockedPdf(file)) throw unfit('fileLocked')
  return { format: 'pdf', part: parts[0]! }
}
