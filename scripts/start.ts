/** `npm start`: builds when the sources changed, then serves until it is stopped. */
import { readSettings } from '../app/platform/settings.server.ts'
import { build } from './build.ts'
import { serveUntilEnded } from './serve.ts'

// Otherwise React loads its development build, which is about 50 % slower.
process.env.NODE_ENV ??= 'production'

await serveUntilEnded(async () => {
  const settings = readSettings(process.env)
  await build()
  const { BUILD, startServer } = await import('../server.ts')
  const { entry, ...rest } = await import(BUILD)
  const pageHandler = entry.module.createPageHandler({ entry, ...rest }, 'production')
  return { settings, running: await startServer(settings, pageHandler, { sandboxIdentity: true }) }
})
