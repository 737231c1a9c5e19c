/** The product without pages in a process of its own, so that a test can measure its memory. */
import { readSettings } from '../../../app/platform/settings.server.ts'
import { startServer } from '../../../server.ts'

const noPages = async () => new Response('This process answers calls only.', { status: 501 })
const { address } = await startServer(readSettings(process.env), noPages, { content: null })
process.send?.(address)
