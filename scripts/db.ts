/** `npm run db -- migrate|reset --yes|backup FILE|restore FILE`: the database of the settings, and its files. */
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { takeOverFiles } from '../app/features/files/installation.server.ts'
import { type Database, migrate } from '../app/platform/database.server.ts'
import { stoppedCluster } from '../app/platform/embedded-postgres.server.ts'
import { FolderInUse } from '../app/platform/instance-lock.server.ts'
import { readSettings, type Settings, SettingsError } from '../app/platform/settings.server.ts'
import { backup, restore } from './backup.ts'
import { CommandError, withDatabase, withFolder, withSharedDatabase } from './with-database.ts'

const USAGE = `npm run db -- migrate                brings the database up to the newest migration
npm run db -- reset --yes            deletes everything in it and every stored file, and begins anew
npm run db -- backup FILE            writes the database and the stored files into one file
npm run db -- restore FILE [--yes]   brings such a file back; --yes replaces what is there
npm run db -- take-over-files        makes the files of former installations, at other addresses, those of this one

The server must not be running on an embedded database meanwhile.`

type Command = (settings: Settings, file: string | undefined, yes: boolean) => Promise<string>

const COMMANDS: Record<string, Command> = {
  migrate: async (settings) => {
    const applied = await withDatabase(settings, ({ pool }) => migrate(pool))
    return applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.'
  },
  reset: async (settings, _file, yes) => {
    const what = settings.databaseUrl ? 'the database of DATABASE_URL' : settings.dataDir
    if (!yes) throw new CommandError(`This deletes every order, account and file of ${what}. Say --yes if it is meant.`)
    if (settings.databaseUrl) await withDatabase(settings, ({ db }) => dropEverything(db))
    else await withFolder(settings, () => removeCluster(settings.dataDir))
    rmSync(join(settings.dataDir, 'storage'), { recursive: true, force: true })
    await withDatabase(settings, ({ pool }) => migrate(pool))
    return 'The database is empty. A demonstration is loaded at the next start.'
  },
  backup: async (settings, file) => {
    await backup(settings, needed(file))
    return `Wrote ${file}. It holds every account and secret: keep it where nobody else reads it.`
  },
  restore: async (settings, file, yes) => {
    await restore(settings, needed(file), yes)
    await withDatabase(settings, ({ pool }) => migrate(pool))
    return `Restored ${file}.`
  },
  'take-over-files': (settings) => takeOver(settings),
}

const takeOver = async (settings: Settings) => {
  const addresses = await withSharedDatabase(settings, ({ db }) =>
    takeOverFiles({ db, settings, now: () => new Date() }),
  )
  return addresses.length > 0
    ? `The files of ${addresses.join(', ')} now belong to this installation, which deletes them when they are no longer used.`
    : 'There are no files of other installations.'
}

function needed(file: string | undefined): string {
  if (!file) throw new CommandError(USAGE)
  return resolve(file)
}

async function dropEverything(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`drop schema if exists graphile_worker cascade`.execute(tx)
    await sql`drop schema public cascade`.execute(tx)
    await sql`create schema public`.execute(tx)
  })
}

async function removeCluster(dataDir: string): Promise<void> {
  const { folder } = await stoppedCluster(dataDir)
  rmSync(folder, { recursive: true, force: true })
  rmSync(join(dataDir, 'postgres-folder'), { force: true })
}

/** @returns the message to print */
async function main(): Promise<string> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { yes: { type: 'boolean' } } })
  const [name = '', file] = positionals
  const command = COMMANDS[name]
  if (!command) throw new CommandError(USAGE)
  return command(readSettings(process.env), file, values.yes ?? false)
}

try {
  console.log(await main())
} catch (error) {
  const expected = [CommandError, FolderInUse, SettingsError].some((kind) => error instanceof kind)
  console.error(expected ? (error as Error).message : error)
  process.exitCode = 1
}
