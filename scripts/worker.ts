/** One of the processes that serve beside the primary: started by it, with the build that it made. */
import { runWorker } from '../app/composition/worker-process.server.ts'
import { readSettings } from '../app/platform/settings.server.ts'
import { BUILD, startServer } from '../server.ts'

await runWorker(async (primary) => {
  const { entry, ...rest } = await import(BUILD)
  const pageHandler = entry.module.createPageHandler({ entry, ...rest }, 'production')
  return startServer(readSettings(process.env), pageHandler, { primary, sandboxIdentity: true })
})
