/** What the demonstration's events need: the people, the product's calls at any time, and what became of earlier events. */
import { randomUUID } from 'node:crypto'
import type { Api } from '../../api/contract.ts'
import type { Role } from '../../api/rights.ts'
import {
  accountsByEmail,
  coursesByKey,
  openSandboxPayment,
  sandboxPaymentOfNobody,
  settleSandbox,
} from '../../features/demonstration/queries.server.ts'
import { applyPayment } from '../../features/payments/apply-payment.server.ts'
import { recordUnmatchedPayment } from '../../features/payments/unmatched-queries.server.ts'
import { applyToPurchase } from '../../features/purchase-payments/apply-to-purchase.server.ts'
import type { Context, Services, SignedInUser } from '../../platform/context.server.ts'
import { dayOf, instantOf, plusDays } from '../../platform/days.ts'
import { localApi } from '../operations.server.ts'
import { emailOf, type LearnerName, STAFF, type StaffName } from './people.ts'

export type Stage = Awaited<ReturnType<typeof createStage>>

export async function createStage(services: Services) {
  const accounts = await accountsByEmail(services.db)
  const courses = await coursesByKey(services.db)
  const today = dayOf(services.now())

  const account = (email: string, at: Date): SignedInUser => {
    const found = accounts.get(email)
    if (!found) throw new Error(`The demonstration has no account ${email}.`)
    const { roles, lastRole, ...person } = found
    const proof = {
      sessionId: randomUUID(),
      provedAt: at,
      secondFactorNeeded: false,
      profilePicture: null,
      unreadNotices: 0,
    }
    return { ...person, ...proof, roles: roles as Role[], lastRole: lastRole as Role }
  }
  const contextOf = (user: SignedInUser | null, at: Date): Context => ({
    ...services,
    now: () => at,
    requestId: randomUUID(),
    lang: 'ar',
    user,
    ip: '192.0.2.10',
    userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Safari/605.1.15',
    isFromBrowser: false,
    tokensIn: 'body',
    setCookies: [],
    cookies: new Map(),
  })
  const as = (email: string | null, at: Date): Api =>
    localApi(contextOf(email === null ? null : account(email, at), at))
  const course = (key: string) => {
    const found = courses.get(key)
    if (!found) throw new Error(`The demonstration has no course ${key}.`)
    return found
  }
  return {
    services,
    today,
    /** `2026-11-20` so many days from today. */
    day: (days: number) => plusDays(today, days),
    /** The instant so many days from today at a time of day in Riyadh. */
    at: (days: number, clock: string) => instantOf(plusDays(today, days), clock),
    course,
    staff: (name: StaffName, at: Date) => as(STAFF[name], at),
    learner: (name: LearnerName, at: Date) => as(emailOf(name), at),
    visitor: (at: Date) => as(null, at),
    /** Pays an open order by a test card, or has the card declined. */
    card: async (orderId: string, at: Date, status: 'paid' | 'failed' = 'paid') => {
      const payment = await openSandboxPayment(services.db, orderId)
      if (!payment) throw new Error(`The order ${orderId} has no payment.`)
      const { attemptId, reference, amountHalalas } = payment
      const failureReason = status === 'paid' ? null : 'insufficient-funds'
      await settleSandbox(services.db, { reference, status, reason: failureReason, at })
      const state = { reference, status, amountHalalas, currency: 'SAR', refundedHalalas: 0, failureReason }
      await applyPayment({ ...services, now: () => at }, attemptId, state)
    },
    /** The card was charged, and nobody here knows for which order. */
    cardOfNobody: async (amountHalalas: number, at: Date) => {
      const reference = await sandboxPaymentOfNobody(services.db, { amountHalalas, at })
      const payment = { provider: 'sandbox', reference, amountHalalas, currency: 'SAR', orderId: null, now: at }
      await recordUnmatchedPayment(services.db, { kind: 'unmatched', ...payment })
    },
    /** A company pays on the page of the sandbox. */
    cardOfCompany: async (paymentUrl: string, amountHalalas: number, at: Date) => {
      const reference = new URL(paymentUrl).pathname.split('/').at(-1)!
      await settleSandbox(services.db, { reference, status: 'paid', reason: null, at })
      const money = { amountHalalas, currency: 'SAR', refundedHalalas: 0, failureReason: null }
      const listed = { reference, attemptId: null, status: 'paid' as const, ...money }
      await applyToPurchase({ ...services, now: () => at }, 'sandbox', listed)
    },
  }
}
