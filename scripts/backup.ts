/** A backup is one compressed tar file: its description, the database, and the stored files. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { PoolClient } from 'pg'
import { BACKUP_LOCK } from '../app/platform/database/database.server.ts'
import {
  clusterOf,
  embeddedVersion,
  startEmbeddedPostgres,
  stoppedCluster,
  takeOwnership,
} from '../app/platform/database/embedded-postgres.server.ts'
import { migrationNames } from '../app/platform/database/migrations.server.ts'
import type { Settings } from '../app/platform/settings.server.ts'
import { copyCluster } from './base-backup.ts'
import { dumpDatabase, restoreDatabase, runTool } from './pg-tools.ts'
import { CommandError, withFolder, withSharedDatabase } from './with-database.ts'

export type BackupFacts = {
  kind: 'cluster' | 'dump'
  /** The major version of the embedded PostgreSQL. */
  postgres: string
  platform: string
  madeAt: string
  /** All migrations of the database. */
  migrations?: string[]
  /** In their place, in backups of older versions: the newest. The oldest versions say neither. */
  migration?: string
  /** The bucket that has the files; null when they are in the backup. */
  bucket?: string | null
}

const FACTS = 'backup.json'
const CLUSTER = 'postgres'
const DUMP = 'database.dump'
const STORAGE = 'storage'
const SECRET = 'auth-secret'

/**
 * Writes `file`, readable by its owner only: it contains every account and secret. Servers may be running.
 * Files in a bucket are not part of it.
 */
export async function backup(settings: Settings, file: string): Promise<void> {
  if (!settings.databaseUrl && !clusterOf(settings.dataDir).exists)
    throw new CommandError(`There is no database in ${settings.dataDir}.`)
  // Beside the result, where there is room for it.
  const stage = mkdtempSync(join(dirname(resolve(file)), 'maahad-backup-'))
  try {
    await withSharedDatabase(settings, async ({ pool }) => {
      const client = await pool.connect()
      try {
        await copyInto(stage, settings, client, file)
      } finally {
        // Ends the session, with its lock and its slot.
        client.release(true)
      }
    })
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

async function copyInto(stage: string, settings: Settings, client: PoolClient, file: string): Promise<void> {
  await lockForBackup(client)
  const names = [FACTS, settings.databaseUrl ? DUMP : CLUSTER]
  // The database first: the lock keeps the files that its copy knows until they are copied.
  if (settings.databaseUrl) dumpDatabase(settings.databaseUrl, join(stage, DUMP))
  else await copyCluster(client, clusterOf(settings.dataDir).folder, join(stage, CLUSTER))
  for (const name of settings.storage.kind === 'disk' ? [STORAGE, SECRET] : [SECRET]) {
    const from = join(settings.dataDir, name)
    if (!existsSync(from)) continue
    symlinkSync(resolve(from), join(stage, name))
    names.push(name)
  }
  writeFileSync(join(stage, FACTS), JSON.stringify(await factsNow(settings, client), null, 2))
  pack(stage, names, file)
}

async function lockForBackup(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [BACKUP_LOCK])
  if (!rows[0]!.free) throw new CommandError('Another backup is being made. Try again when it has ended.')
}

async function factsNow(settings: Settings, client: PoolClient): Promise<BackupFacts> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return {
    kind: settings.databaseUrl ? 'dump' : 'cluster',
    postgres: settings.databaseUrl ? '' : embeddedVersion(),
    platform: `${process.platform}-${process.arch}`,
    madeAt: new Date().toISOString(),
    migrations: rows.map(({ name }) => name),
    bucket: settings.storage.kind === 's3' ? settings.storage.bucket : null,
  }
}

function pack(stage: string, names: string[], file: string): void {
  const partial = `${resolve(file)}.partial`
  writeFileSync(partial, '', { mode: 0o600 })
  try {
    // Files that are uploaded meanwhile change their folders; the database does not know them yet.
    runTool('tar', ['--warning=no-file-changed', '-czhf', partial, '-C', stage, ...names], {}, [0, 1])
    renameSync(partial, resolve(file))
  } finally {
    rmSync(partial, { force: true })
  }
}

/**
 * Replaces the current data by a backup of this or an older version. When the backup cannot be restored, the current
 * data stays.
 * @param mayReplace whether existing data may be lost
 */
export async function restore(settings: Settings, file: string, mayReplace: boolean): Promise<BackupFacts> {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`)
  mkdirSync(settings.dataDir, { recursive: true })
  const unpacked = mkdtempSync(join(settings.dataDir, 'restore-'))
  try {
    runTool('tar', ['-xzf', resolve(file), '-C', unpacked])
    const facts = factsOf(unpacked, file)
    if (settings.databaseUrl) await restoreDump(settings, settings.databaseUrl, unpacked, facts, mayReplace)
    else await withFolder(settings, () => restoreCluster(settings, unpacked, facts, mayReplace))
    return facts
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
}

function factsOf(unpacked: string, file: string): BackupFacts {
  if (!existsSync(join(unpacked, FACTS))) throw new CommandError(`${file} is not a backup of Maahad.`)
  const facts: BackupFacts = JSON.parse(readFileSync(join(unpacked, FACTS), 'utf8'))
  const known = new Set(migrationNames())
  const unknown = (facts.migrations ?? [facts.migration ?? '']).filter((name) => name !== '' && !known.has(name))
  if (unknown.length > 0)
    throw new CommandError(
      `This backup is of a newer version: its database has ${unknown.at(-1)}, this version ends with ${migrationNames().at(-1)}. Restore it with that version.`,
    )
  return facts
}

async function restoreDump(
  settings: Settings,
  url: string,
  unpacked: string,
  facts: BackupFacts,
  mayReplace: boolean,
): Promise<void> {
  if (facts.kind !== 'dump')
    throw new CommandError(
      'This backup is of an embedded database. Restore it without DATABASE_URL, and move its data with `pg_dump` from there.',
    )
  await restoreDatabase(url, join(unpacked, DUMP), mayReplace)
  if (!facts.bucket) swap(join(settings.dataDir, STORAGE), join(unpacked, STORAGE)).keep()
  restoreSecret(settings, unpacked)
}

async function restoreCluster(settings: Settings, unpacked: string, facts: BackupFacts, mayReplace: boolean) {
  if (facts.kind !== 'cluster')
    throw new CommandError('This backup is of an external database: set DATABASE_URL to the one that it goes into.')
  const here = `${process.platform}-${process.arch}`
  if (facts.postgres !== embeddedVersion() || facts.platform !== here)
    throw new CommandError(
      `This backup is of PostgreSQL ${facts.postgres} on ${facts.platform}; here is ${embeddedVersion()} on ${here}.`,
    )
  const { folder, exists } = await stoppedCluster(settings.dataDir)
  if (exists && !mayReplace)
    throw new CommandError(`${settings.dataDir} holds a database already. Say --yes to put the backup in its place.`)
  takeOwnership(join(unpacked, CLUSTER))
  const swaps = [swap(folder, join(unpacked, CLUSTER))]
  if (!facts.bucket) swaps.push(swap(join(settings.dataDir, STORAGE), join(unpacked, STORAGE)))
  try {
    await (await startEmbeddedPostgres(settings.dataDir)).stop()
  } catch (error) {
    for (const done of swaps) done.undo()
    throw new CommandError(`The restored database does not start, so what was there stays: ${(error as Error).message}`)
  }
  for (const done of swaps) done.keep()
  restoreSecret(settings, unpacked)
}

/** Replaces `target` by `source`, or by nothing if that is missing; the old content is deleted only by `keep`. */
function swap(target: string, source: string): { keep: () => void; undo: () => void } {
  const former = `${target}.former`
  rmSync(former, { recursive: true, force: true })
  if (existsSync(target)) renameSync(target, former)
  // The cluster may be on another disk than the data folder.
  if (existsSync(source)) cpSync(source, target, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  if (existsSync(join(target, 'PG_VERSION'))) takeOwnership(target)
  return {
    keep: () => rmSync(former, { recursive: true, force: true }),
    undo: () => {
      rmSync(target, { recursive: true, force: true })
      if (existsSync(former)) renameSync(former, target)
    },
  }
}

/** The sessions and encrypted fields of the backup need the secret of that time. */
function restoreSecret(settings: Settings, unpacked: string) {
  const [from, to] = [join(unpacked, SECRET), join(settings.dataDir, SECRET)]
  if (!existsSync(from)) return
  cpSync(from, to)
  chmodSync(to, 0o600)
}
