/** `npm start`: builds when the sources changed, then serves until it is told to end. */
import { readSettings } from '../app/platform/settings.server.ts'
import { build } from './build.ts'
import { serveUntilEnded } from './serve.ts'

// Without it React brings its development build, which takes about half as long again.
process.env.NODE_ENV ??= 'production'

await serveUntilEnded(async () => {
  const settings = readSettings(process.env)
  await build()
  const { BUILD, startServer } = await import('../server.ts')
  const { entry, ...rest } = await import(BUILD)
  const pageHandler = entry.module.createPageHandler({ entry, ...rest }, 'production')
  return { settings, running: await startServer(settings, pageHandler) }
})
