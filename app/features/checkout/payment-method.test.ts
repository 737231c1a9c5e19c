/** Switching the payment method of an open order. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { inDays } from '../../../tests/support/factories.ts'
import {
  attemptsOf,
  awaitedTransfer,
  CARDS,
  eventually,
  hoursLeft,
  is,
  mailsAbout,
  minutesLeft,
  orderStatus,
  payWith,
  refusal,
  servicesAfter,
  waitingOrder,
  withBank,
} from '../../../tests/support/orders/orders.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { reconcileOrders } from '../payments/reconciliation.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await withBank(app.db)
})
afterAll(() => app.stop())

const statusOf = async (id: string) => (await orderStatus(app.db, id)).status
const awaited = (...facts: Parameters<typeof awaitedTransfer> extends [TestApp, ...infer Rest] ? Rest : never) =>
  awaitedTransfer(app, ...facts)
const later = (api: { now: number }) => servicesAfter(app, api.now)

describe('switching the payment method', () => {
  it('keeps the same order, whose earlier checkout session can still be paid', async () => {
    const { sara, api, id, reference, courseId, scheduleId, paymentUrl } = await waitingOrder(app)
    const switched = await api.place({ courseId, scheduleId, method: 'transfer' })
    expect([switched.id, switched.reference, hoursLeft(switched.expiresAt)]).toEqual([id, reference, 72])
    expect(await attemptsOf(app.db, id)).toMatchObject([
      { provider: 'sandbox', status: 'created' },
      { provider: 'transfer', status: 'created', reference },
    ])
    await payWith(paymentUrl, CARDS.good)
    await eventually(() => statusOf(id), is('paid'))
    const subjects = (await mailsAbout(app, sara.email, reference)).map(({ subject }) => subject)
    expect(subjects.sort()).toEqual([
      `How to transfer the money for order ${reference}`,
      `You are enrolled, order ${reference}`,
    ])
  })

  it('keeps the order open after a declined card on the earlier payment page', async () => {
    const { api, id, courseId, scheduleId, paymentUrl } = await waitingOrder(app)
    await api.place({ courseId, scheduleId, method: 'transfer' })
    await payWith(paymentUrl, CARDS.poor)
    await eventually(async () => (await attemptsOf(app.db, id))[0]!.status, is('failed'))
    expect(await statusOf(id)).toBe('pending')
    const { paymentUrl: newUrl, expiresAt } = await api.place({ courseId, scheduleId, method: 'online' })
    expect(newUrl).not.toBe(paymentUrl)
    expect(minutesLeft(expiresAt)).toBe(20)
    await payWith(newUrl, CARDS.poor)
    await eventually(() => statusOf(id), is('failed'))
  })

  it('does not happen when the learner returns without choosing a method', async () => {
    const { api, id, courseId, scheduleId, expiresAt } = await awaited()
    expect(await api.place({ courseId, scheduleId })).toMatchObject({ id, expiresAt })
    expect(await api.order({ id })).toMatchObject({ method: 'transfer', status: 'pending' })
  })

  it('back to online reuses a recent checkout session and its expiry', async () => {
    const { api, id, courseId, scheduleId, paymentUrl } = await waitingOrder(app)
    const placedAgo = new Date(Date.now() - 9 * MINUTE_MS)
    await app.db.updateTable('payment_attempts').set({ created_at: placedAgo }).where('order_id', '=', id).execute()
    await api.place({ courseId, scheduleId, method: 'transfer' })
    const back = await api.place({ courseId, scheduleId, method: 'online' })
    expect([back.paymentUrl, minutesLeft(back.expiresAt)]).toEqual([paymentUrl, 11])
  })

  it('never extends the time to pay', async () => {
    const { api, id, courseId, scheduleId, expiresAt } = await awaited()
    const ends = [expiresAt]
    for (const method of ['online', 'transfer', 'online', 'transfer'] as const)
      ends.push((await api.place({ courseId, scheduleId, method })).expiresAt)
    expect(ends.map(hoursLeft)).toEqual([72, 0, 72, 0, 72])
    expect(ends[4]).toBe(expiresAt)
    expect((await attemptsOf(app.db, id)).map(({ provider }) => provider)).toEqual(['transfer', 'sandbox'])
    const placedDaysAgo = (days: number) =>
      app.db
        .updateTable('orders')
        .set({ created_at: inDays(-days) })
        .where('id', '=', id)
        .execute()
    await api.cancel({ id })
    await placedDaysAgo(2)
    const next = await api.place({ courseId, scheduleId, method: 'transfer' })
    expect([next.id === id, hoursLeft(next.expiresAt)]).toEqual([false, 24])
    await api.cancel({ id: next.id })
    await placedDaysAgo(3)
    expect(await refusal(api.place({ courseId, scheduleId, method: 'transfer' }))).toBe('noTransfers')
  })

  it('never queries the provider about the attempt by transfer', async () => {
    const { id } = await awaited()
    const fetched: string[] = []
    const payment = {
      ...app.services.payment,
      fetch: (reference: string) => {
        fetched.push(reference)
        return app.services.payment.fetch(reference)
      },
    }
    await reconcileOrders({ ...later({ now: 30 }), payment })
    const [attempt] = await attemptsOf(app.db, id)
    expect(fetched).not.toContain(attempt!.reference)
    expect(await statusOf(id)).toBe('pending')
  })
})
