/** A payment provider in memory, fast enough for thousands of sequences: what the port promises and no more. */
import { randomUUID } from 'node:crypto'
import {
  type ListedPayment,
  type PaymentPort,
  type PaymentState,
  RefundRefused,
} from '../../../app/adapters/payment/port.ts'

export type ProviderPayment = {
  attemptId: string
  amountHalalas: number
  status: 'open' | 'paid' | 'failed' | 'abandoned'
  refundedHalalas: number
  refuses: boolean
}

export type Provider = { port: PaymentPort; payments: Map<string, ProviderPayment> }

export function inMemoryProvider(): Provider {
  const payments = new Map<string, ProviderPayment>()
  const stateOf = (reference: string): ListedPayment => {
    const payment = payments.get(reference)
    if (!payment) throw new Error(`There is no payment ${reference}.`)
    const { amountHalalas, refundedHalalas, status, attemptId } = payment
    const isRefunded = status === 'paid' && refundedHalalas === amountHalalas
    const shown: PaymentState['status'] = isRefunded ? 'refunded' : status
    const facts = { reference, amountHalalas, refundedHalalas, attemptId, currency: 'SAR', failureReason: null }
    return { ...facts, status: shown }
  }
  const port: PaymentPort = {
    name: 'memory',
    create: async ({ attemptId, amountHalalas }) => {
      const existing = payments.entries().find(([, payment]) => payment.attemptId === attemptId)?.[0]
      const reference = existing ?? randomUUID()
      if (!existing)
        payments.set(reference, { attemptId, amountHalalas, status: 'open', refundedHalalas: 0, refuses: false })
      return { reference, paymentUrl: `https://provider.example/${reference}` }
    },
    fetch: async (reference) => stateOf(reference),
    readEvent: () => undefined,
    refund: async (reference, totalHalalas, willSend) => {
      const payment = payments.get(reference)
      if (!payment || payment.refuses || payment.status !== 'paid' || totalHalalas > payment.amountHalalas)
        throw new RefundRefused('refused')
      const missing = totalHalalas - payment.refundedHalalas
      if (missing > 0) await willSend(missing)
      payment.refundedHalalas = Math.max(payment.refundedHalalas, totalHalalas)
      return stateOf(reference)
    },
    refundDuplicate: async () => {
      throw new RefundRefused('refused')
    },
    list: async function* () {
      for (const reference of payments.keys()) yield stateOf(reference)
    },
    listsChanges: true,
  }
  return { port, payments }
}
