/** The product with one page, as `npm start` runs it: a primary and its workers. It sends its port to its parent. */
import { fileURLToPath } from 'node:url'
import { readSettings } from '../../../app/platform/settings.server.ts'
import { serveUntilEnded } from '../../../scripts/serve.ts'
import { startServer } from '../../../server.ts'
import { seatsPage } from './seats-page.ts'

const workerScript = fileURLToPath(new URL('worker-process.ts', import.meta.url))

await serveUntilEnded(async () => {
  const settings = readSettings(process.env)
  const running = await startServer(settings, seatsPage, { content: null, workerScript })
  process.send?.(running.services.settings.port)
  return { settings, running }
})
