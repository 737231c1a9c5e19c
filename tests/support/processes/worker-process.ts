/** A worker of `primary-process.ts`. */
import { runWorker } from '../../../app/composition/worker-process.server.ts'
import { readSettings } from '../../../app/platform/settings.server.ts'
import { startServer } from '../../../server.ts'
import { seatsPage } from './seats-page.ts'

await runWorker((primary) => startServer(readSettings(process.env), seatsPage, { content: null, primary }))
