/** `npm run dev`: the product with hot updates of its pages; operations and settings need a restart. */
import { join } from 'node:path'
import { createServer } from 'vite'
import { bothApplications } from '../app/composition/built-pages.server.ts'
import type { PageHandler } from '../app/page-handler.server.tsx'
import { readSettings } from '../app/platform/settings.server.ts'
import { startServer } from '../server.ts'
import { serveUntilEnded } from './serve.ts'

/** Where the desk's modules are served. */
const DESK_BASE = '/desk-modules/'
const SITE_UPDATES_PORT = 24678
const DESK_UPDATES_PORT = 24679

await serveUntilEnded(async () => {
  const settings = readSettings(process.env)
  const site = await developed('/', SITE_UPDATES_PORT)
  const desk = await developed(DESK_BASE, DESK_UPDATES_PORT, join(import.meta.dirname, '..', 'app', 'desk'))
  const running = await startServer(settings, bothApplications(site.handle, desk.handle), {
    development: (request, response, next) =>
      (request.url?.startsWith(DESK_BASE) ? desk : site).vite.middlewares(request, response, next),
    sandboxIdentity: true,
    fillsDemonstration: true,
  })
  const stop = () => Promise.all([running.stop(), site.vite.close(), desk.vite.close()]).then(() => undefined)
  return { settings, running: { ...running, stop } }
})

/** An application with its hot updates, which come over a port of their own. */
async function developed(base: string, updatesPort: number, root?: string) {
  const vite = await createServer({
    base,
    ...(root ? { root } : {}),
    server: { middlewareMode: true, hmr: { port: updatesPort } },
    appType: 'custom',
  })
  // Must use the same copy of the router as the development build.
  const handle: PageHandler = async (request, page) => {
    const build = await vite.ssrLoadModule('virtual:react-router/server-build')
    return build.entry.module.createPageHandler(build, 'development')(request, page)
  }
  return { vite, handle }
}
