/** What the processes do that serve beside the first one. */
import { builtPages } from '../app/composition/built-pages.server.ts'
import { runWorker } from '../app/composition/worker-process.server.ts'
import { readSettings } from '../app/platform/settings.server.ts'
import { returnStartMemory } from '../app/platform/start-memory.ts'
import { keepTickShape } from '../app/platform/tick-shape.ts'
import { startServer } from '../server.ts'
import type { Programs } from './serve-product.ts'

/** Serves until the process that started this one ends it. */
export async function serveBeside(builds?: Programs['builds']): Promise<void> {
  void keepTickShape()
  await runWorker(async (primary) => {
    const pages = await builtPages(builds)
    const running = await startServer(readSettings(process.env), pages, { primary, sandboxIdentity: true })
    returnStartMemory()
    return running
  })
}
