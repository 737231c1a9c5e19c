/** `npm run content -- import|export|check [folder]`: imports and exports the institute's content. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { storageFor } from '../app/adapters/storage/choose.server.ts'
import { checkContent, DEMONSTRATION, importContent } from '../app/features/content/content.server.ts'
import { exportContent } from '../app/features/content/export-content.server.ts'
import { ContentError, findingText, isError, NoContent } from '../app/features/content/findings.ts'
import { reportLines } from '../app/features/content/report.ts'
import { migrate } from '../app/platform/database.server.ts'
import { FolderInUse } from '../app/platform/instance-lock.server.ts'
import { readSettings, SettingsError } from '../app/platform/settings.server.ts'
import { pageAddresses } from './page-addresses.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `npm run content -- import [folder]   loads the folder into the database and says what changed; what was changed in
                                     the desk stays. --prune also removes what is not in the folder
npm run content -- export [folder]   writes the database's content into the folder
npm run content -- check [folder]    says what is wrong or missing in the folder, and loads nothing

Without a folder it is the repository's content/.`

const COMMANDS: Record<string, (folder: string) => Promise<boolean>> = {
  import: async (folder) => {
    const report = await withServices((services) => importContent(services, existing(folder), { isPruning }))
    for (const line of reportLines(report)) console.log(line)
    return true
  },
  export: async (folder) => {
    const files = await withServices((services) => exportContent(services, folder))
    console.log(`Wrote ${files} files into ${folder}.`)
    return true
  },
  check: async (folder) => {
    const findings = checkContent(existing(folder), { addresses: pageAddresses(), now: new Date() })
    const errors = findings.filter(isError)
    for (const finding of findings) console.log(`${finding.level}: ${findingText(finding)}`)
    console.log(`${errors.length} errors, ${findings.length - errors.length} warnings.`)
    return errors.length === 0
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

const words = process.argv.slice(2)
const isPruning = words.includes('--prune')
const [command = '', folder = DEMONSTRATION] = words.filter((word) => word !== '--prune')
const run = COMMANDS[command]
if (!run) {
  console.error(USAGE)
  process.exit(2)
}
try {
  process.exit((await run(resolve(folder))) ? 0 : 1)
} catch (error) {
  console.error(isExpected(error) ? error.message : error)
  process.exit(1)
}
