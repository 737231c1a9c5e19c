/**
 * The life of a file that somebody sent: first its row, then its bytes, then the fact that uses it. Whatever dies in
 * between, a file is never named that is not there, and what nothing names is cleared away.
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

/** Where the bytes of such files lie in storage: everything below belongs to a row. */
const PREFIX = 'files/'
/** For how long a file may wait for what uses it. */
const WAITS_MS = DAY_MS
const AT_ONCE = 500

/**
 * Tells of a file before its bytes are put into storage, at once and for good: not in the transaction of anything else.
 * @param file its `names` in storage are each `files/…` and this file's alone; one that `isPublic` is seen by everybody
 *   while the rule of its purpose says so, see `filePages`; any other at a signed address only
 * @returns its id, with which the fact that uses it keeps it
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
 * Keeps it for good, in the transaction of the fact that uses it.
 * @throws Problem validation at `file` when it is not this owner's, is used already, or has waited too long
 */
export async function commitFile(tx: Database, id: string, ownerId: number | null): Promise<void> {
  if (!isId(id) || !(await markCommitted(tx, id, ownerId))) throw new Problem('validation', {}, { file: ['fileGone'] })
}

/** Gives it up, in the transaction of the fact that used it; its bytes are cleared away later. */
export async function releaseFile(tx: Database, id: string): Promise<void> {
  await markReleased(tx, id)
}

/** Gives up everything that somebody sent: they leave. */
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

/** Clears away what nothing uses, from storage first; what cannot be reached now waits for the next time. */
export async function sweepFiles(services: Sweeping): Promise<void> {
  const before = new Date(services.now().getTime() - WAITS_MS)
  await markAbandoned(services.db, before)
  for (let cleared = AT_ONCE; cleared === AT_ONCE; ) {
    const dropped = await releasedFiles(services.db, AT_ONCE)
    for (const { id, names } of dropped) {
      for (const name of names) await services.storage.remove(name)
      await deleteFile(services.db, id)
    }
    cleared = dropped.length
  }
  await removeUnknown(services, before)
  await services.storage.tidy(before)
}

/** Bytes that no row speaks of, as after the database was brought back from a backup. */
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
    if (names.length < AT_ONCE) continue
    yield names
    names = []
  }
  if (names.length > 0) yield names
}

function isId(id: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}
