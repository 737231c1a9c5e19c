/** `npm run dev`: the product with hot updates of its pages; operations and settings need a restart. */
import { createServer } from 'vite'
import type { PageHandler } from '../app/entry.server.tsx'
import { readSettings } from '../app/platform/settings.server.ts'
import { startServer } from '../server.ts'
import { serveUntilEnded } from './serve.ts'

await serveUntilEnded(async () => {
  const settings = readSettings(process.env)
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  // Must use the same copy of the router as the development build.
  const pageHandler: PageHandler = async (request, page) => {
    const build = await vite.ssrLoadModule('virtual:react-router/server-build')
    return build.entry.module.createPageHandler(build, 'development')(request, page)
  }
  const running = await startServer(settings, pageHandler, { development: vite.middlewares, sandboxIdentity: true })
  return {
    settings,
    running: { ...running, stop: () => Promise.all([running.stop(), vite.close()]).then(() => undefined) },
  }
})
