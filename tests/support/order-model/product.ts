/** The product as commands use it: its operations over a real database, and a payment provider in memory. */
import { localApi } from '../../../app/composition/operations.server.ts'
import { expireOverdue } from '../../../app/features/orders/transition-queries.server.ts'
import { applyPayment } from '../../../app/features/payments/apply-payment.server.ts'
import { sendRefund } from '../../../app/features/refunds/refund-jobs.server.ts'
import type { Context, Services, SignedInUser } from '../../../app/platform/context.server.ts'
import type { Database } from '../../../app/platform/database/database.server.ts'
import { coupon, course, learner, paymentPlan, schedule } from '../factories.ts'
import { type OrderApi, orderApi } from '../orders/order-api.ts'
import type { Limits } from './model.ts'
import { inMemoryProvider, type Provider } from './provider.ts'

export const LEARNERS = 3

export type Product = {
  services: Services
  provider: Provider
  courseId: number
  scheduleId: number
  couponCode: string
  learners: OrderApi[]
  staff: OrderApi
  /** The product's clock. */
  setNow: (milliseconds: number) => void
}

/** A new course with one run, a coupon, and learners without orders. */
export async function newProduct(base: Services, limits: Limits, now: number): Promise<Product> {
  const { db } = base
  let clock = now
  const provider = inMemoryProvider()
  const services = {
    ...base,
    payment: provider.port,
    formerPayments: [],
    instalmentPayments: [],
    now: () => new Date(clock),
  }
  const { id: courseId } = await course(db, { priceHalalas: limits.priceHalalas })
  const scheduleId = await schedule(db, courseId, { seats: limits.seats })
  const { percent, couponUses: totalLimit, usesByLearner: perLearnerLimit } = limits
  const { code: couponCode } = await coupon(db, { percent, totalLimit, perLearnerLimit })
  // After two days, so that each day is before the end of the run.
  const parts = [1, 2].map((days) => ({ percent: 50, days, from: 'order' as const }))
  await paymentPlan(db, { depositPercent: 40, parts, courseIds: [courseId] })
  const people: SignedInUser[] = []
  for (let count = 0; count < LEARNERS; count++) people.push(await learner(db))
  const staff: SignedInUser = { ...(await learner(db)), roles: ['Admin'], lastRole: 'Admin' }
  return {
    services,
    provider,
    courseId,
    scheduleId,
    couponCode,
    learners: people.map((one) => orderApi(localApi(contextOf(services, one)))),
    staff: orderApi(localApi(contextOf(services, staff))),
    setNow: (milliseconds) => {
      clock = milliseconds
    },
  }
}

function contextOf(services: Services, user: SignedInUser): Context {
  const facts = { requestId: 'model', lang: 'en', ip: '192.0.2.1', userAgent: 'model', isFromBrowser: false } as const
  return { ...services, ...facts, user, tokensIn: 'cookies', setCookies: [], cookies: new Map() }
}

/** The product fetches a payment from the provider and applies its status. */
export async function syncPayment({ services, provider }: Product, reference: string): Promise<void> {
  const { attemptId } = provider.payments.get(reference)!
  await applyPayment(services, attemptId, await services.payment.fetch(reference))
}

export async function sendRefunds({ services }: Product, orderId: string): Promise<void> {
  const sending = services.db.selectFrom('refunds').select('id').where('order_id', '=', orderId)
  for (const { id } of await sending.where('status', '=', 'sending').execute()) await sendRefund(services, { id })
}

export const expireAll = ({ services }: Product) => expireOverdue(services.db, services.now())

/** The references of an order's attempts, the oldest first. */
export function attemptsOf(db: Database, orderId: string) {
  return db
    .selectFrom('payment_attempts')
    .select(['provider', 'provider_reference as reference', 'status'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('updated_at')
    .execute()
}
