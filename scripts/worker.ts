/** One of the processes that serve beside the primary: started by it, with the build that it made. */
import { builtPages } from '../app/composition/built-pages.server.ts'
import { runWorker } from '../app/composition/worker-process.server.ts'
import { readSettings } from '../app/platform/settings.server.ts'
import { returnStartMemory } from '../app/platform/start-memory.ts'
import { startServer } from '../server.ts'

await runWorker(async (primary) => {
  const running = await startServer(readSettings(process.env), await builtPages(), { primary, sandboxIdentity: true })
  returnStartMemory()
  return running
})
