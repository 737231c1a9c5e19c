/** The product with Moyasar as its provider of payments, on a fake server, for one test file. */
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { orderStatus, waitingOrder } from '../orders/orders.ts'
import { type MoyasarServer, startMoyasar } from './moyasar-server.ts'

/** A card that is charged without a challenge. */
export const GOOD_CARD = '4111114005765430'
/** The mailbox of an institute without settings. */
export const OFFICE = 'no-reply@maahad.example'

export type MoyasarApp = {
  app: TestApp
  moyasar: MoyasarServer
  /** Every log line so far. */
  logged: string[]
  /** A new order that waits for its payment. */
  waiting: () => ReturnType<typeof waitingOrder>
  statusOf: (orderId: string) => Promise<string>
  /** The payment of an invoice that has not failed. */
  paymentOf: (reference: string | null) => ReturnType<MoyasarServer['payments']['get']> & {}
  /** The next calls that begin like this fail. */
  fault: (call: string, what: MoyasarServer['faults'][number]['what'], times?: number) => void
}

/** Starts both before the tests of the file and stops them afterwards. Each test begins without calls and faults. */
export function moyasarShop(): MoyasarApp {
  const logged: string[] = []
  const used = {} as MoyasarApp
  beforeAll(async () => {
    const moyasar = await startMoyasar()
    const app = await startTestApp({
      env: { ...moyasar.env, LOG_LEVEL: 'trace' },
      logTo: { write: (line) => logged.push(line) },
    })
    moyasar.setClock(app.services.now)
    moyasar.registerWebhook(app.address)
    Object.assign(used, { app, moyasar })
  })
  afterAll(async () => {
    await used.app.stop()
    await used.moyasar.stop()
  })
  beforeEach(() => {
    used.moyasar.faults.length = 0
    used.moyasar.calls.length = 0
  })
  return Object.assign(used, {
    logged,
    waiting: () => waitingOrder(used.app),
    statusOf: async (id: string) => (await orderStatus(used.app.db, id)).status,
    paymentOf: (reference: string | null) =>
      [...used.moyasar.payments.values()].find(
        (payment) => payment.invoice_id === reference && payment.status !== 'failed',
      )!,
    fault: (call: string, what: MoyasarServer['faults'][number]['what'], times = 1) =>
      void used.moyasar.faults.push({ at: (made) => made.startsWith(call), times, what }),
  })
}
