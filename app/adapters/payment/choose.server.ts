import type { Hono } from 'hono'
import type { Tasks } from '../../platform/jobs.server.ts'
import { createMoyasar } from './moyasar.server.ts'
import type { PaymentPort } from './port.ts'
import { createSandbox, type SandboxParts } from './sandbox.server.ts'

export type PaymentCompany = {
  port: PaymentPort
  /** Pages that we serve for it, if any. */
  pages?: Hono
  /** Jobs of its own. */
  tasks: Tasks
}

export type PaymentParts = SandboxParts & {
  /** Runs work that no other instance may do at the same time; throws while one does. */
  underLock: <T>(key: string, work: () => Promise<T>) => Promise<T>
}

/** The adapter that the settings name. */
export function paymentFor(parts: PaymentParts): PaymentCompany {
  const { settings, now, log, underLock } = parts
  if (settings.payment.provider === 'sandbox') return createSandbox(parts)
  return { port: createMoyasar({ settings: settings.payment, now, log, alone: underLock }), tasks: {} }
}
