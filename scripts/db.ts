/** `npm run db -- …`: the database of the settings, its files, and the messages that a restore holds back. */
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { resealUnits } from '../app/features/e-invoicing/unit-secrets.server.ts'
import { takeOverFiles } from '../app/features/files/installation.server.ts'
import { renewRefundAccounts } from '../app/features/orders/refund-account/refund-account.server.ts'
import { renewAuthenticators } from '../app/features/second-factors/totp.server.ts'
import { stoppedCluster } from '../app/platform/database/embedded-postgres.server.ts'
import { FolderInUse } from '../app/platform/database/instance-lock.server.ts'
import { migrate } from '../app/platform/database/migrations.server.ts'
import { readSettings, type Settings, SettingsError } from '../app/platform/settings.server.ts'
import { type BackupFacts, backup, restore } from './backup.ts'
import { listHeldMessages, releaseMessages } from './held-messages.ts'
import { EMPTY_DATABASE, refuseWhileUsed } from './pg-tools.ts'
import { holdRestoredQueue } from './restored-queue.ts'
import { CommandError, withDatabase, withFolder, withSharedDatabase } from './with-database.ts'

const USAGE = `npm run db -- migrate                          brings the database up to the newest migration
npm run db -- reset --yes [--force]            deletes everything in it and every stored file, and begins anew
npm run db -- backup FILE                      writes the database and the stored files into one file
npm run db -- restore FILE [--yes] [--force]   brings such a file back; --yes replaces what is there
npm run db -- held-messages                    lists the messages that a restore held back
npm run db -- release-messages NUMBER…|--all   sends those that were not sent before the restore
npm run db -- take-over-files                  makes the files of former installations, at other addresses, those of this one
npm run db -- renew-secrets                    encrypts with AUTH_SECRET what AUTH_SECRET_ACCEPTED still opens

Servers may run during a backup and the last four. The other commands want the server of an embedded database to be
stopped; reset and restore also refuse while anybody is connected to the one of DATABASE_URL, unless --force is said.`

type Typed = { names: string[]; yes: boolean; force: boolean; all: boolean }
type Command = (settings: Settings, typed: Typed) => Promise<string>

const COMMANDS: Record<string, Command> = {
  migrate: async (settings) => {
    const applied = await withDatabase(settings, ({ pool }) => migrate(pool))
    return applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.'
  },
  reset: async (settings, { yes, force }) => {
    const what = settings.databaseUrl ? 'the database of DATABASE_URL' : settings.dataDir
    if (!yes) throw new CommandError(`This deletes every order, account and file of ${what}. Say --yes if it is meant.`)
    if (settings.databaseUrl && !force) await refuseWhileUsed(settings.databaseUrl)
    if (settings.databaseUrl) await withDatabase(settings, ({ pool }) => pool.query(EMPTY_DATABASE))
    else await withFolder(settings, () => removeCluster(settings.dataDir))
    rmSync(join(settings.dataDir, 'storage'), { recursive: true, force: true })
    await withDatabase(settings, ({ pool }) => migrate(pool))
    const bucket = bucketOf(settings)
    return `The database is empty. ${bucket ? `The files in the bucket ${bucket} are still there. ` : ''}${settings.demo ? 'A demonstration is loaded at the next start.' : 'Load the content with: npm run content -- import FOLDER'}`
  },
  backup: async (settings, typed) => {
    const file = fileOf(typed)
    await backup(settings, file)
    const bucket = bucketOf(settings)
    const lines = [`Wrote ${file}. It holds every account and secret: keep it where nobody else reads it.`]
    if (bucket)
      lines.push(
        `The files in the bucket ${bucket} are NOT in it. Copy them now, after the database:`,
        `  ${syncCommand(settings, `s3://${bucket}`, `${file}.files`)}`,
      )
    return lines.join('\n')
  },
  restore: async (settings, typed) => {
    const file = fileOf(typed)
    if (settings.databaseUrl && !typed.force) await refuseWhileUsed(settings.databaseUrl)
    const facts = await restore(settings, file, typed.yes)
    const held = await withDatabase(settings, async ({ db, pool }) => {
      await migrate(pool)
      return holdRestoredQueue(db, settings, new Date())
    })
    const lines = [`Restored ${file}, of ${facts.madeAt}.`]
    if (held > 0)
      lines.push(
        `${held} messages are held, since they may have been sent after the backup was made. See them with`,
        '  npm run db -- held-messages',
      )
    return [...lines, ...filesToCopy(settings, facts, file)].join('\n')
  },
  'held-messages': (settings) => listHeldMessages(settings),
  'release-messages': (settings, { names, all }) => releaseMessages(settings, names, all),
  'take-over-files': (settings) => takeOver(settings),
  'renew-secrets': (settings) => renewSecrets(settings),
}

const bucketOf = ({ storage }: Settings) => (storage.kind === 's3' ? storage.bucket : undefined)

function syncCommand({ storage }: Settings, from: string, to: string): string {
  const endpoint = storage.kind === 's3' && storage.endpoint ? ` --endpoint-url ${storage.endpoint}` : ''
  return `aws s3 sync ${from} ${to}${endpoint}`
}

/** The files that the restored database refers to and that were not restored with it. */
function filesToCopy(settings: Settings, facts: BackupFacts, file: string): string[] {
  const bucket = bucketOf(settings)
  if (facts.bucket) {
    const to = bucket ? `s3://${bucket}` : join(settings.dataDir, 'storage')
    return [
      `Its files were in the bucket ${facts.bucket}, not in the backup. If they are not in place, copy them back:`,
      `  ${syncCommand(settings, `${file}.files`, to)}`,
    ]
  }
  if (!bucket) return []
  const from = join(settings.dataDir, 'storage')
  return [`Its files are in ${from}. Copy them into the bucket:`, `  ${syncCommand(settings, from, `s3://${bucket}`)}`]
}

const takeOver = async (settings: Settings) => {
  const addresses = await withSharedDatabase(settings, ({ db }) =>
    takeOverFiles({ db, settings, now: () => new Date() }),
  )
  return addresses.length > 0
    ? `The files of ${addresses.join(', ')} now belong to this installation, which deletes them when they are no longer used.`
    : 'There are no files of other installations.'
}

async function renewSecrets(settings: Settings): Promise<string> {
  const { apps, accounts, units } = await withSharedDatabase(settings, async ({ db }) => ({
    apps: await renewAuthenticators(db, settings),
    accounts: await renewRefundAccounts(db, settings),
    units: await resealUnits(db, settings),
  }))
  return `Encrypted anew: ${apps} authenticator apps, ${accounts} bank accounts for refunds, ${units} keys of e-invoicing. Everything of these kinds is encrypted with AUTH_SECRET now.`
}

function fileOf({ names: [file] }: Typed): string {
  if (!file) throw new CommandError(USAGE)
  return resolve(file)
}

async function removeCluster(dataDir: string): Promise<void> {
  const { folder } = await stoppedCluster(dataDir)
  rmSync(folder, { recursive: true, force: true })
  rmSync(join(dataDir, 'postgres-folder'), { force: true })
}

/** @returns the message to print */
async function main(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      yes: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
    },
  })
  const [name = '', ...names] = positionals
  const command = COMMANDS[name]
  if (!command) throw new CommandError(USAGE)
  return command(readSettings(process.env), { names, ...values })
}

try {
  console.log(await main())
} catch (error) {
  const isExpected = [CommandError, FolderInUse, SettingsError].some((kind) => error instanceof kind)
  console.error(isExpected ? (error as Error).message : error)
  process.exitCode = 1
}
