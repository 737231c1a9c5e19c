/**
 * The life cycle of an uploaded file: first its row is written, then its bytes, then the fact that uses it. If the
 * process crashes in between, no missing file is ever referenced, and unreferenced files are deleted.
 */
import { randomUUID } from 'node:crypto'
import { Problem } from '../../api/problem.ts'
import type { Services } from '../../platform/context.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { unlessBackingUp } from '../../platform/database/transactions.server.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { marksOf } from './installation.server.ts'
import {
  deleteFile,
  deleteUnknown,
  fileById,
  filesOfOwner,
  insertFile,
  insertUnknown,
  knownNames,
  markAbandoned,
  markCommitted,
  markOwnersReleased,
  markReleased,
  type NewFile,
  releasedFiles,
  unknownSince,
} from './queries.server.ts'

export { newFileFolder } from './installation.server.ts'
export { signedFileAddress } from './signed-address.server.ts'

export type StoredFile = NonNullable<Awaited<ReturnType<typeof fileById>>>

/** The prefix of uploaded files in storage: everything below it belongs to a row. */
const PREFIX = 'files/'
/** For how long a pending file waits to be committed. */
const WAITS_MS = DAY_MS
const BATCH_SIZE = 100
/** How long files are kept that the database does not know. */
const QUARANTINE_DAYS = 30

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

type Sweeping = Pick<Services, 'db' | 'storage' | 'now' | 'log' | 'settings'>

/**
 * Deletes unused files of this installation, from storage first; what fails now is deleted by the next run. Files that
 * no row knows are put into quarantine, and deleted when they are still unknown after 30 days.
 */
export async function sweepFiles(services: Sweeping): Promise<void> {
  const before = new Date(services.now().getTime() - WAITS_MS)
  const marks = await marksOf(services)
  await markAbandoned(services.db, before)
  const owned = marks.ownsUnmarked ? [...marks.owned, null] : marks.owned
  for (let cleared = BATCH_SIZE; cleared === BATCH_SIZE; ) {
    const dropped = await releasedFiles(services.db, owned, BATCH_SIZE)
    const isFree = await unlessBackingUp(services.db, () => removeReleased(services, dropped))
    cleared = isFree ? dropped.length : 0
  }
  for (const mark of marks.owned) await quarantineUnknown(services, `${PREFIX}${mark}/`, before)
  await unlessBackingUp(services.db, () => removeForgotten(services, marks.owned))
  await services.storage.tidy(before)
}

async function removeReleased({ db, storage }: Sweeping, files: { id: string; names: string[] }[]): Promise<void> {
  for (const { id, names } of files) {
    for (const name of names) await storage.remove(name)
    await deleteFile(db, id)
  }
}

/** Remembers files in storage without a row: after a restore, a newer backup may still know them. */
async function quarantineUnknown({ db, storage, log, now }: Sweeping, prefix: string, before: Date): Promise<void> {
  for await (const names of oldNames(storage, prefix, before)) {
    const known = await knownNames(db, names)
    const unknown = names.filter((name) => !known.has(name))
    // A restored backup may know them again.
    if (known.size > 0) await deleteUnknown(db, [...known])
    const found = unknown.length > 0 ? await insertUnknown(db, unknown, now()) : 0
    if (found > 0) log.warn({ files: found, days: QUARANTINE_DAYS }, 'found files that the database does not know')
  }
}

/** Deletes what the database has not known for all of the quarantine, and still does not know. */
async function removeForgotten({ db, storage, log, now }: Sweeping, owned: string[]): Promise<void> {
  const before = new Date(now().getTime() - QUARANTINE_DAYS * DAY_MS)
  for (let count = BATCH_SIZE; count === BATCH_SIZE; ) {
    const names = await unknownSince(db, before, BATCH_SIZE)
    count = names.length
    if (count === 0) return
    const known = await knownNames(db, names)
    const isOurs = (name: string) => owned.some((mark) => name.startsWith(`${PREFIX}${mark}/`))
    const forgotten = names.filter((name) => !known.has(name) && isOurs(name))
    for (const name of forgotten) await storage.remove(name)
    await deleteUnknown(db, names)
    if (forgotten.length > 0)
      log.warn({ files: forgotten.length }, 'deleted files that the database has not known for long')
  }
}

async function* oldNames(storage: Services['storage'], prefix: string, before: Date): AsyncGenerator<string[]> {
  let names: string[] = []
  for await (const { name, changedAt } of storage.list(prefix)) {
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
