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
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  embeddedVersion,
  startEmbeddedPostgres,
  stoppedCluster,
  takeOwnership,
} from '../app/platform/embedded-postgres.server.ts'
import type { Settings } from '../app/platform/settings.server.ts'
import { dumpDatabase, restoreDatabase, runTool } from './pg-tools.ts'
import { CommandError, withFolder } from './with-database.ts'

type BackupFacts = { kind: 'cluster' | 'dump'; postgres: string; platform: string; madeAt: string }

const FACTS = 'backup.json'
const CLUSTER = 'postgres'
const DUMP = 'database.dump'
const STORAGE = 'storage'
const SECRET = 'auth-secret'

/** Writes `file`, readable by its owner only: it contains every account and secret. */
export async function backup(settings: Settings, file: string): Promise<void> {
  const stage = mkdtempSync(join(tmpdir(), 'maahad-backup-'))
  try {
    const names = [FACTS]
    const take = (name: string, from: string) => {
      if (!existsSync(from)) return
      symlinkSync(resolve(from), join(stage, name))
      names.push(name)
    }
    take(STORAGE, join(settings.dataDir, STORAGE))
    take(SECRET, join(settings.dataDir, SECRET))
    if (settings.databaseUrl) {
      dumpDatabase(settings.databaseUrl, join(stage, DUMP))
      names.push(DUMP)
      await pack(stage, names, 'dump', file)
    } else {
      await withFolder(settings, async () => {
        const { folder, exists } = await stoppedCluster(settings.dataDir)
        if (!exists) throw new CommandError(`There is no database in ${settings.dataDir}.`)
        // Started and stopped once, so that the copied cluster needs no recovery.
        await (await startEmbeddedPostgres(settings.dataDir)).stop()
        take(CLUSTER, folder)
        await pack(stage, names, 'cluster', file)
      })
    }
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

async function pack(stage: string, names: string[], kind: BackupFacts['kind'], file: string): Promise<void> {
  const facts: BackupFacts = {
    kind,
    postgres: kind === 'cluster' ? embeddedVersion() : '',
    platform: `${process.platform}-${process.arch}`,
    madeAt: new Date().toISOString(),
  }
  writeFileSync(join(stage, FACTS), JSON.stringify(facts, null, 2))
  const partial = `${resolve(file)}.partial`
  writeFileSync(partial, '', { mode: 0o600 })
  try {
    runTool('tar', ['-czhf', partial, '-C', stage, ...names])
    renameSync(partial, resolve(file))
  } finally {
    rmSync(partial, { force: true })
  }
}

/**
 * Replaces the current data by a backup. When the restored database does not start, the current data stays.
 * @param mayReplace whether existing data may be lost
 */
export async function restore(settings: Settings, file: string, mayReplace: boolean): Promise<void> {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`)
  mkdirSync(settings.dataDir, { recursive: true })
  const unpacked = mkdtempSync(join(settings.dataDir, 'restore-'))
  try {
    runTool('tar', ['-xzf', resolve(file), '-C', unpacked])
    const facts = factsOf(unpacked, file)
    if (settings.databaseUrl) await restoreDump(settings, settings.databaseUrl, unpacked, facts, mayReplace)
    else await withFolder(settings, () => restoreCluster(settings, unpacked, facts, mayReplace))
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
}

function factsOf(unpacked: string, file: string): BackupFacts {
  if (!existsSync(join(unpacked, FACTS))) throw new CommandError(`${file} is not a backup of Maahad.`)
  return JSON.parse(readFileSync(join(unpacked, FACTS), 'utf8'))
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
  swap(join(settings.dataDir, STORAGE), join(unpacked, STORAGE)).keep()
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
  const swaps = [swap(folder, join(unpacked, CLUSTER)), swap(join(settings.dataDir, STORAGE), join(unpacked, STORAGE))]
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
