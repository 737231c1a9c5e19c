import { join } from 'node:path'
import type { Settings } from '../../platform/settings.server.ts'
import { diskStorage } from './disk.server.ts'
import type { StoragePort } from './port.ts'

/** The storage that the settings name. S3's library is imported only where it is used, to keep starts fast. */
export async function storageFor({ dataDir, storage }: Pick<Settings, 'dataDir' | 'storage'>): Promise<StoragePort> {
  if (storage.kind === 'disk') return diskStorage(join(dataDir, 'storage'))
  const { s3Storage } = await import('./s3.server.ts')
  return s3Storage(storage)
}
