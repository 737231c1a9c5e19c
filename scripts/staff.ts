/** `npm run staff -- invite|list|role|suspend|resume`: the first Owner, and help when nobody can sign in. */
import { migrate } from '../app/platform/database/migrations.server.ts'
import { readSettings, SettingsError } from '../app/platform/settings.server.ts'
import { staffCommand } from './staff-commands.ts'
import { CommandError, withSharedDatabase } from './with-database.ts'

try {
  const run = staffCommand(process.argv.slice(2))
  const settings = readSettings(process.env)
  const message = await withSharedDatabase(settings, async ({ db, pool }) => {
    await migrate(pool)
    return run({ db, settings, now: () => new Date() })
  })
  console.log(message)
} catch (error) {
  const isExpected = [CommandError, SettingsError].some((kind) => error instanceof kind)
  console.error(isExpected ? (error as Error).message : error)
  process.exitCode = 1
}
