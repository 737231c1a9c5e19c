/** An open order that is to be paid by the other method. */
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
} from '../../../tests/support/orders.ts'
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

describe('the other method', () => {
  it('is taken up by the same order, and what was open before can still be paid', async () => {
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

  it('makes an order outlast a payment page that was left or a card that was refused', async () => {
    const { api, id, courseId, scheduleId, paymentUrl } = await waitingOrder(app)
    await api.place({ courseId, scheduleId, method: 'transfer' })
    await payWith(paymentUrl, CARDS.poor)
    await eventually(async () => (await attemptsOf(app.db, id))[0]!.status, is('failed'))
    expect(await statusOf(id)).toBe('pending')
    const { paymentUrl: anew, expiresAt } = await api.place({ courseId, scheduleId, method: 'online' })
    expect(anew).not.toBe(paymentUrl)
    expect(minutesLeft(expiresAt)).toBe(20)
    await payWith(anew, CARDS.poor)
    await eventually(() => statusOf(id), is('failed'))
  })

  it('stays as it is when its learner comes back without saying how they pay', async () => {
    const { api, id, courseId, scheduleId, expiresAt } = await awaited()
    expect(await api.place({ courseId, scheduleId })).toMatchObject({ id, expiresAt })
    expect(await api.order({ id })).toMatchObject({ method: 'transfer', status: 'pending' })
  })

  it('ends with the payment page that is used again', async () => {
    const { api, id, courseId, scheduleId, paymentUrl } = await waitingOrder(app)
    const placedAgo = new Date(Date.now() - 9 * MINUTE_MS)
    await app.db.updateTable('payment_attempts').set({ created_at: placedAgo }).where('order_id', '=', id).execute()
    await api.place({ courseId, scheduleId, method: 'transfer' })
    const back = await api.place({ courseId, scheduleId, method: 'online' })
    expect([back.paymentUrl, minutesLeft(back.expiresAt)]).toEqual([paymentUrl, 11])
  })

  it('wins no time, however often it is changed', async () => {
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

  it('is asked about at the provider alone', async () => {
    const { id } = await awaited()
    const asked: string[] = []
    const payment = {
      ...app.services.payment,
      fetch: (reference: string) => {
        asked.push(reference)
        return app.services.payment.fetch(reference)
      },
    }
    await reconcileOrders({ ...later({ now: 30 }), payment })
    const [attempt] = await attemptsOf(app.db, id)
    expect(asked).not.toContain(attempt!.reference)
    expect(await statusOf(id)).toBe('pending')
  })
})
