import type { Hono } from 'hono'
import type { Tasks } from '../../platform/jobs.server.ts'
import { createMoyasar } from './moyasar.server.ts'
import type { PaymentPort } from './port.ts'
import { createSandbox, type SandboxParts } from './sandbox.server.ts'

export type PaymentProvider = {
  port: PaymentPort
  /** Pages that our server serves for the provider, if any. */
  pages?: Hono
  /** The provider's own jobs. */
  tasks: Tasks
}

export type PaymentParts = SandboxParts & {
  /** Runs work under a lock across all instances; throws when the lock is taken. */
  underLock: <T>(key: string, work: () => Promise<T>) => Promise<T>
}

/** The adapter chosen in the settings. */
export function paymentFor(parts: PaymentParts): PaymentProvider {
  const { settings, now, log, underLock } = parts
  if (settings.payment.provider === 'sandbox') return createSandbox(parts)
  return { port: createMoyasar({ settings: settings.payment, now, log, underLock }), tasks: {} }
}
