import { Hono } from 'hono'
import type { Database } from '../../platform/database.server.ts'
import type { Tasks } from '../../platform/jobs.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import type { PaymentPort } from './port.ts'

export type Sandbox = { port: PaymentPort; pages: Hono; tasks: Tasks }

export type SandboxParts = {
  db: Database
  settings: Settings
  now: () => Date
  log: Log
  /** Where our own server listens: the sandbox, as another company would, sends its webhooks over HTTP. */
  webhookOrigin: string
}

export function createSandbox(_parts: SandboxParts): Sandbox {
  const notYet = async () => {
    throw new Error('not here')
  }
  return {
    port: { name: 'sandbox', create: notYet, fetch: notYet, readEvent: () => undefined },
    pages: new Hono(),
    tasks: {},
  }
}
