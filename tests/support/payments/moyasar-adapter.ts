/** The Moyasar adapter at a fake server of its own, for the tests of one file. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createMoyasar } from '../../../app/adapters/payment/moyasar.server.ts'
import type { NewPayment } from '../../../app/adapters/payment/port.ts'
import { MINUTE_MS } from '../../../app/platform/durations.ts'
import { createLog } from '../../../app/platform/log.server.ts'
import { MOYASAR_KEYS, type MoyasarServer, payInvoice, startMoyasar } from './moyasar-server.ts'

export const FRICTIONLESS_CARD = '4111114005765430'

/** Registers the hooks that start, reset and stop the server. */
export function moyasarAdapter() {
  let server: MoyasarServer
  let clockOffsetMs = 0
  const now = () => new Date(Date.now() + clockOffsetMs)
  const logged: string[] = []
  beforeAll(async () => {
    server = await startMoyasar()
    server.setClock(now)
  })
  afterAll(() => server.stop())
  beforeEach(() => {
    server.faults.length = 0
    server.calls.length = 0
    logged.length = 0
  })

  function portWith({ secretKey = MOYASAR_KEYS.secret, timeout = 10_000 } = {}) {
    const locked = new Set<string>()
    return createMoyasar({
      settings: { secretKey, webhookSecret: MOYASAR_KEYS.webhook, apiUrl: server.apiUrl, live: false },
      now,
      log: createLog('trace', { write: (line) => logged.push(line) }),
      underLock: async (key, work) => {
        if (locked.has(key)) throw new Error('the lock is taken')
        locked.add(key)
        return work().finally(() => locked.delete(key))
      },
      timeout,
    })
  }
  const newPayment = (facts: Partial<NewPayment> = {}): NewPayment => ({
    attemptId: randomUUID(),
    amountHalalas: 115_000,
    description: 'إدارة المشاريع · M-2026-000123',
    lang: 'ar',
    returnUrl: 'https://institute.example/ar/order-approved?order=1',
    expiresAt: new Date(now().getTime() + 20 * MINUTE_MS),
    now: now(),
    ...facts,
  })
  const invoicesOf = (attemptId: string) =>
    [...server.invoices.values()].filter(({ metadata }) => metadata?.attempt_id === attemptId)
  const paymentsOf = (reference: string) =>
    [...server.payments.values()].filter(({ invoice_id }) => invoice_id === reference)
  /** Something befalls the next call that begins so. */
  const fault = (call: string, what: MoyasarServer['faults'][number]['what'], facts: object = {}) =>
    server.faults.push({ at: (made) => made.startsWith(call), times: 1, what, ...facts })

  async function paid() {
    const { reference, paymentUrl } = await portWith().create(newPayment())
    await payInvoice(paymentUrl, FRICTIONLESS_CARD)
    server.calls.length = 0
    return { reference, payment: paymentsOf(reference)[0]!, invoice: server.invoices.get(reference)! }
  }
  return {
    logged,
    now,
    /** The server, once it has started. */
    get server() {
      return server
    },
    moveClock: (milliseconds: number) => {
      clockOffsetMs += milliseconds
    },
    portWith,
    newPayment,
    invoicesOf,
    paymentsOf,
    fault,
    paid,
  }
}

export const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.unreachable('it did not fail'),
    (error) => error as Error,
  )
