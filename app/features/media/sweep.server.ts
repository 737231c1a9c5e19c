/** The library's own housekeeping. */
import type { Services } from '../../platform/context.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { unlessBackingUp } from '../../platform/transactions.server.ts'
import { releaseFile } from '../files/files.server.ts'
import { marksOf } from '../files/installation.server.ts'
import { deleteMedia, type Forgotten, findForgotten, takeBackUsed } from './queries.server.ts'

/** How long what was taken out can be brought back, as files that no row knows. */
const QUARANTINE_DAYS = 30
const BATCH = 100

type Sweeping = Pick<Services, 'db' | 'storage' | 'settings' | 'now'>

/**
 * Deletes what was taken out of the library 30 days ago and nothing names, not even an earlier version of a record,
 * which can be restored. Files of other installations, and those of imported content, which others may share, stay.
 */
export async function sweepMedia(services: Sweeping): Promise<void> {
  await takeBackUsed(services.db)
  const before = new Date(services.now().getTime() - QUARANTINE_DAYS * DAY_MS)
  const { owned } = await marksOf(services)
  for (let count = BATCH; count === BATCH; ) {
    const forgotten = await findForgotten(services.db, before, owned, BATCH)
    const isFree = await unlessBackingUp(services.db, () => remove(services, forgotten))
    count = isFree ? forgotten.length : 0
  }
}

/** Files first: what fails now is deleted by the next run. */
async function remove({ db, storage }: Sweeping, all: Forgotten[]): Promise<void> {
  for (const { id, folders, original_file: original } of all) {
    for (const folder of folders)
      for await (const { name } of storage.list(`media/${folder}/`)) await storage.remove(name)
    if (original) await releaseFile(db, original)
    await deleteMedia(db, id)
  }
}
