/** The product without pages in a process of its own, so that a test can measure its memory. */
import { readSettings } from '../../../app/platform/settings.server.ts'
import { startServer } from '../../../server.ts'

const GARBAGE_INTERVAL_MS = 250
/** A collection takes longer on a busy machine; collecting must never become the main work. */
const MAX_SHARE_OF_COLLECTING = 0.1

const noPages = async () => new Response('This process answers calls only.', { status: 501 })
const { address } = await startServer(readSettings(process.env), noPages, { content: null })
process.send?.(address)
// A worker that is killed runs no clean-up: its server would go on alone.
process.on('disconnect', () => process.exit())

// A busy machine collects garbage late. Collecting it often keeps the peak to memory that is in use. The timer never keeps
// the process running.
const { gc } = globalThis
if (gc) collectOften(gc)

function collectOften(collect: typeof gc & {}) {
  const began = performance.now()
  collect({ type: 'major', execution: 'sync' })
  const took = performance.now() - began
  setTimeout(collectOften, Math.max(GARBAGE_INTERVAL_MS, took / MAX_SHARE_OF_COLLECTING), collect).unref()
}
