/** A simulated payment provider for demonstrations and tests: it accepts test cards and moves no money. */
import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { stayHere } from '../../links.ts'
import type { Lang } from '../../locales/lang.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Tasks } from '../../platform/jobs.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Settings } from '../../platform/settings.server.ts'
import { type PaymentPort, type PaymentState, RefundRefused } from './port.ts'
import { ruleOf } from './sandbox-cards.ts'
import { sandboxPages } from './sandbox-pages.server.ts'
import { findPayment, listPayments, markPolled, openPayment, type SandboxPayment } from './sandbox-queries.server.ts'
import { close, refund, takesCards } from './sandbox-transitions.server.ts'
import { readMessage, webhookTask } from './sandbox-webhooks.server.ts'

export type Sandbox = { port: PaymentPort; pages: Hono; tasks: Tasks }

export type SandboxParts = {
  db: Database
  settings: Settings
  now: () => Date
  log: Log
  /** Signs its webhooks. */
  webhookSecret: Buffer
  /** Our own server: the sandbox sends its webhooks over HTTP, like a real provider. */
  webhookOrigin: string
  /** The name of the payee. */
  merchant: (lang: Lang) => Promise<string>
}

export function createSandbox(parts: SandboxParts): Sandbox {
  const { db, settings, now, webhookOrigin, merchant, webhookSecret: secret } = parts
  const requirePayment = async (reference: string) => {
    const payment = await findPayment(db, reference)
    if (!payment) throw new Error(`The sandbox has no payment ${reference}.`)
    return payment
  }
  const port: PaymentPort = {
    name: 'sandbox',
    create: async (payment) => {
      const returnUrl = stayHere(payment.returnUrl, settings.publicUrl)
      const reference = await openPayment(db, { ...payment, returnUrl, id: randomUUID() })
      return { reference, paymentUrl: `${settings.publicUrl}/sandbox-payment/${reference}` }
    },
    fetch: async (reference) => {
      const payment = await requirePayment(reference)
      const isPolled = payment.status === 'paid' && !payment.askedAt && ruleOf(payment.card)?.webhookFirst
      if (isPolled) await markPolled(db, reference, now())
      return stateOf(payment, now())
    },
    readEvent: (headers, body) => readMessage(secret, headers, body, now()),
    refund: async (reference, refundedInAllHalalas, willSend) => {
      const { refuses, refundedHalalas } = await requirePayment(reference)
      if (refuses) throw new RefundRefused('refused-by-bank')
      const missing = refundedInAllHalalas - refundedHalalas
      if (missing > 0) await willSend(missing)
      if (!(await refund(db, reference, refundedInAllHalalas, now()))) throw new RefundRefused('not-refundable')
      return stateOf(await requirePayment(reference), now())
    },
    // Its payment page takes one payment: there are no duplicates.
    refundDuplicate: async () => {
      throw new RefundRefused('not-refundable')
    },
    list: async function* (since) {
      for (const payment of await listPayments(db, since))
        yield { ...stateOf(payment, now()), attemptId: payment.attemptId }
    },
    listsChanges: true,
    close: (reference) => close(db, reference, now()),
  }
  return { port, pages: sandboxPages({ db, settings, now, merchant }), tasks: webhookTask(secret, webhookOrigin, now) }
}

const STATES: Record<SandboxPayment['status'], PaymentState['status']> = {
  initiated: 'open',
  challenge: 'open',
  paid: 'paid',
  failed: 'failed',
  abandoned: 'abandoned',
  refunded: 'refunded',
}

function stateOf(payment: SandboxPayment, now: Date): PaymentState {
  const isHidden = payment.toldFrom !== null && now < payment.toldFrom
  const isOver = payment.status === 'initiated' && !takesCards(payment, now)
  return {
    reference: payment.id,
    status: isHidden ? 'open' : isOver ? 'abandoned' : STATES[payment.status],
    amountHalalas: payment.amountHalalas,
    currency: 'SAR',
    refundedHalalas: payment.refundedHalalas,
    failureReason: payment.failureReason,
  }
}
