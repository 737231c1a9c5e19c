/** The library's own housekeeping. */
import type { Services } from '../../platform/context.server.ts'
import { unlessBackingUp } from '../../platform/database/transactions.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { forEachSettled } from '../../platform/for-each-settled.ts'
import { releaseFile } from '../files/files.server.ts'
import { marksOf } from '../files/installation.server.ts'
import { deleteMedia, type Forgetting, findForgotten, lockForgotten, takeBackUsed } from './queries.server.ts'

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
  const which = { before, owned }
  await forEachSettled(forgotten(services, which), (id) =>
    unlessBackingUp(services.db, () => remove(services, id, which)),
  )
}

async function* forgotten({ db }: Sweeping, which: Forgetting): AsyncGenerator<number> {
  for (let after = 0, count = BATCH; count === BATCH; ) {
    const ids = await findForgotten(db, which, after, BATCH)
    yield* ids
    after = ids.at(-1) ?? after
    count = ids.length
  }
}

/** Files first: what fails now is deleted by the next run. */
async function remove({ db, storage }: Sweeping, id: number, which: Forgetting): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Somebody may have taken it back since it was found.
    const found = await lockForgotten(tx, id, which)
    if (!found) return
    for (const folder of found.folders)
      for await (const { name } of storage.list(`media/${folder}/`)) await storage.remove(name)
    if (found.original_file) await releaseFile(tx, found.original_file)
    await deleteMedia(tx, id)
  })
}
