/** The product without pages in a process of its own, so that a test can measure its memory. */
import { readSettings } from '../../../app/platform/settings.server.ts'
import { startServer } from '../../../server.ts'

const GARBAGE_INTERVAL_MS = 250

const noPages = async () => new Response('This process answers calls only.', { status: 501 })
const { address } = await startServer(readSettings(process.env), noPages, { content: null })
process.send?.(address)

// A busy machine collects garbage late. Collecting it often keeps the peak to memory that is in use. The timer never keeps
// the process running.
const { gc } = globalThis
if (gc) setInterval(() => gc({ type: 'major', execution: 'sync' }), GARBAGE_INTERVAL_MS).unref()
