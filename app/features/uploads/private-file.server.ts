/** Files of the institute that are stored privately, of every kind that posts may have: signed addresses open them. */
import type { SentFile } from '../../api/sent-file.ts'
import type { Services } from '../../platform/context.server.ts'
import { createPendingFile, newFileFolder } from '../files/files.server.ts'
import { checkedFile } from './checked-file.server.ts'
import { storedExtension, storedName } from './file-name.ts'
import { KIND_OF, sniffed, TYPE_OF } from './kind-of-file.ts'
import type { Kind } from './limits.ts'

export type PrivateFile = { id: string; name: string; size: number; kind: Kind; type: string }

/**
 * It belongs to no account: who added it may leave. A picture is re-encoded without its metadata; the largest size is
 * stored.
 * @throws Problem at the field `file`: validation, unsupportedType, tooLarge
 */
export async function storePrivateFile(
  services: Pick<Services, 'db' | 'storage' | 'now' | 'settings'>,
  file: SentFile,
  { purpose, unnamed, isPublic = false }: { purpose: 'material' | 'lesson'; unnamed: string; isPublic?: boolean },
): Promise<PrivateFile> {
  const { format, kind, parts } = await checkedFile(file)
  const part = parts.at(-1)!
  const name = storedName(file.name, storedExtension(format), unnamed)
  const path = `${await newFileFolder(services)}/${part.name}`
  const { size, type } = part
  const about = { purpose, ownerId: null, kind, isPublic } as const
  const id = await createPendingFile(services, { ...about, type, size, fileName: name, names: [path] })
  await services.storage.put(path, part.content(), { type, size })
  return { id, name, size, kind, type }
}

/** A file of the content folder, which is trusted. @returns its id */
export async function saveContentFile(
  services: Pick<Services, 'db' | 'storage' | 'now' | 'settings'>,
  bytes: Uint8Array,
  name: string,
): Promise<string> {
  const found = sniffed(bytes.subarray(0, 4100))
  const format = found in KIND_OF ? (found as keyof typeof KIND_OF) : undefined
  const [kind, type] = format ? [KIND_OF[format], TYPE_OF[format]] : (['file', 'application/octet-stream'] as const)
  const path = `${await newFileFolder(services)}/${format && kind === 'video' ? `film.${format}` : 'file'}`
  const about = { purpose: 'lesson', ownerId: null, kind, isPublic: true } as const
  const size = bytes.length
  const id = await createPendingFile(services, { ...about, type, size, fileName: name, names: [path] })
  await services.storage.put(path, bytes, { type, size })
  return id
}
