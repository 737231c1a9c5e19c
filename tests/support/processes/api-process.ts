/** The product without its pages, in a process of its own that can be killed. It sends its port to its parent. */
import { flushCompileCache } from 'node:module'
import { readSettings } from '../../../app/platform/settings.server.ts'
import { startServer } from '../../../server.ts'

const noPages = async () => new Response('This process runs without pages.', { status: 501 })

const running = await startServer(readSettings(process.env), noPages, { content: null })
// Written before it is killed, so that the next process starts faster.
flushCompileCache()
process.send?.(running.services.settings.port)
process.on('SIGTERM', async () => {
  await running.stop()
  process.exit(0)
})
