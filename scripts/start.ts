/** `npm start`: builds when the sources changed, then serves until it is stopped. */
import { fileURLToPath } from 'node:url'
import { readSettings } from '../app/platform/settings.server.ts'
import { StartRefused } from '../app/platform/start-refused.ts'
import { build, isUpToDate } from './build.ts'
import { serveUntilEnded } from './serve.ts'

// Otherwise React loads its development build, which is about 50 % slower.
process.env.NODE_ENV ??= 'production'

const NOT_PREPARED = 'This version is not built. Run `npm run prepare-release` first, as the user who owns the folder.'

await serveUntilEnded(async () => {
  const settings = readSettings(process.env)
  if (process.env.MAAHAD_PREPARED === '1' && !isUpToDate()) throw new StartRefused(NOT_PREPARED)
  await build()
  const { startServer } = await import('../server.ts')
  const { BUILT_FILES, builtPages } = await import('../app/composition/built-pages.server.ts')
  const workerScript = fileURLToPath(new URL('worker.ts', import.meta.url))
  return {
    settings,
    running: await startServer(settings, await builtPages(), {
      sandboxIdentity: true,
      // A database of the operator's own gets the content only.
      fillsDemonstration: settings.databaseUrl === undefined,
      workerScript,
      assetFolders: BUILT_FILES,
    }),
  }
})
