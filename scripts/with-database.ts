/** Opens the database of the settings, for commands that run without the server. */
import { type OpenDatabase, openDatabase } from '../app/platform/database/database.server.ts'
import { runningPostgresUrl, startEmbeddedPostgres } from '../app/platform/database/embedded-postgres.server.ts'
import { FolderInUse, lockFolder } from '../app/platform/database/instance-lock.server.ts'
import type { Settings } from '../app/platform/settings.server.ts'

/** A command failed; the message says why and what to do. */
export class CommandError extends Error {}

/**
 * Opens the database of `settings` for `work`, and always closes it.
 * @param waitMs how long a server that is just ending is waited for
 * @throws FolderInUse when the server is running on the embedded database
 */
export async function withDatabase<T>(
  settings: Settings,
  work: (open: OpenDatabase) => Promise<T>,
  waitMs?: number,
): Promise<T> {
  if (settings.databaseUrl) return runWithDatabase(settings.databaseUrl, work)
  const run = async () => {
    const postgres = await startEmbeddedPostgres(settings.dataDir)
    try {
      return await runWithDatabase(postgres.url('postgres'), work)
    } finally {
      await postgres.stop()
    }
  }
  return withFolder(settings, run, waitMs)
}

/**
 * Like `withDatabase`, but an embedded database may be in use by its server: then the work runs beside it. Only for what
 * servers on one database may do at the same time.
 */
export async function withSharedDatabase<T>(settings: Settings, work: (open: OpenDatabase) => Promise<T>): Promise<T> {
  try {
    return await withDatabase(settings, work, 0)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    const url = runningPostgresUrl(settings.dataDir)
    if (!url)
      throw new CommandError(`A server is just starting or ending on ${settings.dataDir}. Try again in a moment.`)
    return runWithDatabase(url, work)
  }
}

/** Locks the data folder while `work` runs. @throws FolderInUse */
export async function withFolder<T>(settings: Settings, work: () => Promise<T>, waitMs?: number): Promise<T> {
  const release = await lockFolder(settings.dataDir, waitMs)
  try {
    return await work()
  } finally {
    release()
  }
}

async function runWithDatabase<T>(url: string, work: (open: OpenDatabase) => Promise<T>): Promise<T> {
  let ending = false
  const open = openDatabase(url, 3, (error) => {
    // The last connections may still be closing when the database is stopped.
    if (!ending) console.error(`A database connection failed: ${error.message}`)
  })
  try {
    return await work(open)
  } finally {
    ending = true
    await open.close()
  }
}
