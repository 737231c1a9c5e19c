/**
 * The life cycle of an uploaded file: first its row is written, then its bytes, then the fact that uses it. If the
 * process crashes in between, no missing file is ever referenced, and unreferenced files are deleted.
 */
import { randomUUID } from 'node:crypto'
import { Problem } from '../../api/problem.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import {
  deleteFile,
  fileById,
  filesOfOwner,
  insertFile,
  knownNames,
  markAbandoned,
  markCommitted,
  markOwnersReleased,
  markReleased,
  type NewFile,
  releasedFiles,
} from './queries.server.ts'

export { signedFileAddress } from './signed-address.server.ts'

export type StoredFile = NonNullable<Awaited<ReturnType<typeof fileById>>>

/** The prefix of uploaded files in storage: everything below it belongs to a row. */
const PREFIX = 'files/'
/** For how long a pending file waits to be committed. */
const WAITS_MS = DAY_MS
const BATCH_SIZE = 500

/**
 * Records a file before its bytes are stored. Call it outside of any transaction, so that the row is permanent.
 * @param file its `names` in storage all begin with `files/` and belong to this file only; `isPublic` makes it public
 *   as long as the rule of its purpose allows it, see `filePages`; any other opens by a signed address only
 * @returns its id, by which the fact that uses it commits it
 */
export async function createPendingFile(
  { db, now }: Pick<Services, 'db' | 'now'>,
  file: Omit<NewFile, 'id' | 'now'>,
): Promise<string> {
  if (!file.names.every((name) => name.startsWith(PREFIX)))
    throw new Error(`A file outside of ${PREFIX}: ${file.names}`)
  const id = randomUUID()
  await insertFile(db, { ...file, id, now: now() })
  return id
}

/**
 * Makes the file permanent, in the transaction of the fact that uses it.
 * @throws Problem validation at `file` when it is not this owner's, is used already, or has expired
 */
export async function commitFile(tx: Database, id: string, ownerId: number | null): Promise<void> {
  if (!isId(id) || !(await markCommitted(tx, id, ownerId))) throw new Problem('validation', {}, { file: ['fileGone'] })
}

/** Releases the file, in the transaction of the fact that used it; its bytes are deleted later. */
export async function releaseFile(tx: Database, id: string): Promise<void> {
  await markReleased(tx, id)
}

/** Releases all files of an owner whose account is deleted. */
export async function releaseFilesOf(tx: Database, ownerId: number): Promise<void> {
  await markOwnersReleased(tx, ownerId)
}

export async function findFile(db: Database, id: string): Promise<StoredFile | undefined> {
  return isId(id) ? fileById(db, id) : undefined
}

export async function filesOf(db: Database, ownerId: number): Promise<StoredFile[]> {
  return filesOfOwner(db, ownerId)
}

type Sweeping = Pick<Services, 'db' | 'storage' | 'now' | 'log'>

/** Deletes unused files, from storage first; what fails now is deleted by the next run. */
export async function sweepFiles(services: Sweeping): Promise<void> {
  const before = new Date(services.now().getTime() - WAITS_MS)
  await markAbandoned(services.db, before)
  for (let cleared = BATCH_SIZE; cleared === BATCH_SIZE; ) {
    const dropped = await releasedFiles(services.db, BATCH_SIZE)
    for (const { id, names } of dropped) {
      for (const name of names) await services.storage.remove(name)
      await deleteFile(services.db, id)
    }
    cleared = dropped.length
  }
  await removeUnknown(services, before)
  await services.storage.tidy(before)
}

/** Deletes files in storage without a row, as after the database was restored from a backup. */
async function removeUnknown({ db, storage, log }: Sweeping, before: Date): Promise<void> {
  for await (const names of oldNames(storage, before)) {
    const known = await knownNames(db, names)
    const unknown = names.filter((name) => !known.has(name))
    for (const name of unknown) await storage.remove(name)
    if (unknown.length > 0) log.warn({ files: unknown.length }, 'removed files that nothing knew of')
  }
}

async function* oldNames(storage: Services['storage'], before: Date): AsyncGenerator<string[]> {
  let names: string[] = []
  for await (const { name, changedAt } of storage.list(PREFIX)) {
    if (changedAt >= before) continue
    names.push(name)
    if (names.length < BATCH_SIZE) continue
    yield names
    names = []
  }
  if (names.length > 0) yield names
}

function isId(id: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}
