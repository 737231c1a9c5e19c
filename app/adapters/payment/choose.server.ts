import type { Hono } from 'hono'
import type { InstalmentCompany } from '../../platform/instalment-companies.ts'
import type { Tasks } from '../../platform/jobs.server.ts'
import { simulatedCompanies } from './instalments/sandbox/simulated-companies.server.ts'
import { createTabby } from './instalments/tabby.server.ts'
import { createTamara } from './instalments/tamara.server.ts'
import { createMoyasar } from './moyasar.server.ts'
import type { PaymentPort } from './port.ts'
import { createSandbox, type SandboxParts } from './sandbox.server.ts'

export type PaymentProviders = {
  /** The provider of new payments. */
  current: PaymentPort
  /** The others that are configured. */
  former: PaymentPort[]
  /** The instalment companies whose keys are set, or that are simulated. */
  instalments: PaymentPort[]
  /** Pages that our server serves for a provider. */
  pages: Hono[]
  /** The providers' own jobs. */
  tasks: Tasks
}

export type PaymentParts = SandboxParts & {
  /** Runs work under a lock across all instances; throws when the lock is taken. */
  underLock: <T>(key: string, work: () => Promise<T>) => Promise<T>
}

/**
 * The adapter chosen in the settings, and those whose payments may still be open after a switch. The sandbox is among
 * them only in a demonstration: elsewhere, a test card would pay an order from before the switch.
 */
export function paymentProviders(parts: PaymentParts): PaymentProviders {
  const { settings, now, log, underLock } = parts
  const { provider, moyasar: keys } = settings.payment
  const sandbox = provider === 'sandbox' || settings.demo ? createSandbox(parts) : undefined
  const moyasar = keys && createMoyasar({ settings: keys, now, log, underLock })
  const all = [sandbox?.port, moyasar].filter((port) => port !== undefined)
  const current = all.find(({ name }) => name === provider)
  if (!current) throw new Error(`The payment provider ${provider} is not configured.`)
  return {
    current,
    former: all.filter((port) => port !== current),
    ...instalmentProviders(parts, sandbox),
  }
}

function instalmentProviders(parts: PaymentParts, sandbox: ReturnType<typeof createSandbox> | undefined) {
  const { settings, now, log, underLock } = parts
  const { tabby, tamara, simulated } = settings.payment.instalments
  const standIns = simulated.length > 0 ? simulatedCompanies(parts) : undefined
  const keysOf = <T>(company: InstalmentCompany, own: T, standIn: T | undefined) =>
    simulated.includes(company) ? standIn : own
  const tabbyKeys = keysOf('tabby', tabby, standIns?.keys.tabby)
  const tamaraKeys = keysOf('tamara', tamara, standIns?.keys.tamara)
  return {
    instalments: [
      ...(tabbyKeys ? [createTabby({ settings: tabbyKeys, log })] : []),
      ...(tamaraKeys ? [createTamara({ settings: tamaraKeys, log, now, underLock })] : []),
    ],
    pages: [sandbox?.pages, standIns?.pages].filter((pages) => pages !== undefined),
    tasks: { ...sandbox?.tasks, ...standIns?.tasks },
  }
}
