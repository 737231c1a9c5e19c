/** One of the processes that serve beside the primary: started by it, with the build that it made. */
import { builtPages } from '../app/composition/built-pages.server.ts'
import { runWorker } from '../app/composition/worker-process.server.ts'
import { readSettings } from '../app/platform/settings.server.ts'
import { startServer } from '../server.ts'

await runWorker(async (primary) => {
  return startServer(readSettings(process.env), await builtPages(), { primary, sandboxIdentity: true })
})
