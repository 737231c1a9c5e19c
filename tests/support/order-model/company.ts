/** A payment company in memory, as fast as thousands of sequences need it: what the port promises and no more. */
import { randomUUID } from 'node:crypto'
import {
  type ListedPayment,
  type PaymentPort,
  type PaymentState,
  RefundRefused,
} from '../../../app/adapters/payment/port.ts'

export type Paper = {
  attemptId: string
  amountHalalas: number
  status: 'open' | 'paid' | 'failed' | 'abandoned'
  refundedHalalas: number
  refuses: boolean
}

export type Company = { port: PaymentPort; papers: Map<string, Paper> }

export function companyInMemory(): Company {
  const papers = new Map<string, Paper>()
  const stateOf = (reference: string): ListedPayment => {
    const paper = papers.get(reference)
    if (!paper) throw new Error(`There is no payment ${reference}.`)
    const { amountHalalas, refundedHalalas, status, attemptId } = paper
    const isBack = status === 'paid' && refundedHalalas === amountHalalas
    const shown: PaymentState['status'] = isBack ? 'refunded' : status
    const facts = { reference, amountHalalas, refundedHalalas, attemptId, currency: 'SAR', failureReason: null }
    return { ...facts, status: shown }
  }
  const port: PaymentPort = {
    name: 'memory',
    create: async ({ attemptId, amountHalalas }) => {
      const known = papers.entries().find(([, paper]) => paper.attemptId === attemptId)?.[0]
      const reference = known ?? randomUUID()
      if (!known)
        papers.set(reference, { attemptId, amountHalalas, status: 'open', refundedHalalas: 0, refuses: false })
      return { reference, paymentUrl: `https://company.example/${reference}` }
    },
    fetch: async (reference) => stateOf(reference),
    readEvent: () => undefined,
    refund: async (reference, inAll) => {
      const paper = papers.get(reference)
      if (!paper || paper.refuses || paper.status !== 'paid' || inAll > paper.amountHalalas)
        throw new RefundRefused('refused')
      paper.refundedHalalas = Math.max(paper.refundedHalalas, inAll)
      return stateOf(reference)
    },
    list: async function* () {
      for (const reference of papers.keys()) yield stateOf(reference)
    },
  }
  return { port, papers }
}
