/** A server whose end waits for ever, as on something that does not answer. */
import type { Settings } from '../../../app/platform/settings.server.ts'
import { serveUntilEnded } from '../../../scripts/serve.ts'
import type { Running } from '../../../server.ts'

const END_TIMEOUT_MS = 300

setInterval(() => undefined, END_TIMEOUT_MS)
const settings = { demo: false, dataDir: 'none' } as Settings
const running = {
  address: 'http://localhost',
  drain: async () => undefined,
  stop: () => new Promise<void>(() => undefined),
} as Running
await serveUntilEnded(async () => ({ settings, running }), END_TIMEOUT_MS)
