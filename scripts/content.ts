/** `npm run content -- import|export|check [folder]`: imports and exports the institute's content. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { storageFor } from '../app/adapters/storage/choose.server.ts'
import { ContentError, findingText, isError, NoContent } from '../app/features/content/checks/findings.ts'
import {
  checkContent,
  DEMONSTRATION,
  type ImportOptions,
  importContent,
} from '../app/features/content/content.server.ts'
import { exportContent } from '../app/features/content/export-content.server.ts'
import { reportLines } from '../app/features/content/report.ts'
import { FolderInUse } from '../app/platform/database/instance-lock.server.ts'
import { migrate } from '../app/platform/database/migrations.server.ts'
import { readSettings, SettingsError } from '../app/platform/settings.server.ts'
import { pageAddresses } from './page-addresses.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `npm run content -- import [folder]   loads the folder into the database and says what changed
  --overwrite                        also where the desk changed a record since it was loaded; otherwise it stays
  --prune                            also removes what is not in the folder
  --trial                            writes nothing and says what would be done
npm run content -- export [folder]   writes the database's content into the folder
npm run content -- check [folder]    says what is wrong or missing in the folder, and loads nothing

Without a folder it is the repository's content/.
It ends with 0 when all is done, also when there was nothing to do; with 1 after an error, when nothing was written;
with 2 when the command is not understood; and with 3 when an import left out what the desk had changed.`

const DONE = 0
const FAILED = 1
const MISUNDERSTOOD = 2
const KEPT = 3

const COMMANDS: Record<string, (folder: string, options: ImportOptions) => Promise<number>> = {
  import: async (folder, options) => {
    const report = await withServices((services) => importContent(services, existing(folder), options))
    for (const line of reportLines(report)) console.log(line)
    return report.kept.length > 0 ? KEPT : DONE
  },
  export: async (folder) => {
    const files = await withServices((services) => exportContent(services, folder))
    console.log(`Wrote ${files} files into ${folder}.`)
    return DONE
  },
  check: async (folder) => {
    const findings = checkContent(existing(folder), { addresses: pageAddresses(), now: new Date() })
    const errors = findings.filter(isError)
    for (const finding of findings) console.log(`${finding.level}: ${findingText(finding)}`)
    console.log(`${errors.length} errors, ${findings.length - errors.length} warnings.`)
    return errors.length === 0 ? DONE : FAILED
  },
}

function existing(folder: string): string {
  if (!existsSync(folder)) throw new NoContent(`There is no folder ${folder}.`)
  return folder
}

/** The message is enough: no stack trace is printed. */
function isExpected(error: unknown): error is Error {
  return [ContentError, FolderInUse, SettingsError, NoContent].some((kind) => error instanceof kind)
}

type CommandServices = Parameters<typeof importContent>[0]

async function withServices<T>(work: (services: CommandServices) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env)
  return withDatabase(settings, async ({ db, pool }) => {
    await migrate(pool)
    return work({ db, settings, now: () => new Date(), storage: await storageFor(settings) })
  })
}

const OPTIONS: Record<string, keyof ImportOptions> = {
  '--prune': 'isPruning',
  '--overwrite': 'overwrites',
  '--trial': 'isTrial',
}

const words = process.argv.slice(2)
const options: ImportOptions = Object.fromEntries(
  words.flatMap((word) => (OPTIONS[word] ? [[OPTIONS[word], true]] : [])),
)
const [command = '', folder = DEMONSTRATION, ...others] = words.filter((word) => !OPTIONS[word])
const run = COMMANDS[command]
const isMisunderstood = others.length > 0 || folder.startsWith('--') || (command !== 'import' && hasOptions(options))
if (!run || isMisunderstood) {
  console.error(USAGE)
  process.exit(MISUNDERSTOOD)
}
try {
  process.exit(await run(resolve(folder), options))
} catch (error) {
  console.error(isExpected(error) ? error.message : error)
  process.exit(FAILED)
}

function hasOptions(given: ImportOptions): boolean {
  return Object.keys(given).length > 0
}
