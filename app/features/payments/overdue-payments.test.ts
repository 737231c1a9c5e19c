/** Payments that are under way when the time of their order ends, and how often the provider is asked about an order. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { learner } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import {
  attemptOf,
  CARDS,
  eventually,
  is,
  orderStatus,
  payWith,
  post,
  refusal,
  waitingOrder,
} from '../../../tests/support/orders/orders.ts'
import type { PaymentPort } from '../../adapters/payment/port.ts'
import type { Context } from '../../platform/context.server.ts'
import { MINUTE_MS, SECOND_MS } from '../../platform/durations.ts'
import { reconcileOrders } from './reconciliation.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const statusOf = async (id: string) => (await orderStatus(app.db, id)).status
const ordersOf = async (facts: Partial<Context> = {}) => orderApi(apiAs(app, await learner(app.db), facts))
/** The provider, with the payments about which it was asked. */
function counted(): { payment: PaymentPort; fetched: string[] } {
  const fetched: string[] = []
  const { payment } = app.services
  return {
    fetched,
    payment: {
      ...payment,
      fetch: (reference) => {
        fetched.push(reference)
        return payment.fetch(reference)
      },
    },
  }
}

/** An order of the only seat, whose payment the bank was checking when its time ended. */
async function underWay() {
  const order = await waitingOrder(app, { seats: 1 })
  await payWith(order.paymentUrl, CARDS.challenge)
  app.advance(20 * MINUTE_MS)
  return { ...order, place: { courseId: order.courseId, scheduleId: order.scheduleId } }
}
const approve = (paymentUrl: string | undefined) => post(`${paymentUrl}/challenge`, { answer: 'approve' })

describe('a payment that the bank is checking when the time of its order ends', () => {
  it('keeps the seat, which nobody else is sold, and is paid in the end', async () => {
    const { api, id, paymentUrl, place } = await underWay()
    await reconcileOrders(app.services)
    expect(await refusal((await ordersOf()).place(place))).toBe('seatsGone')
    expect((await (await ordersOf()).summary(place)).schedule?.seatsLeft).toBe(0)
    expect(await api.order({ id })).toMatchObject({ status: 'pending', endedBecause: null, paymentUrl: null })
    await approve(paymentUrl)
    await eventually(() => statusOf(id), is('paid'))
  })

  it('is not paid a second time: another order waits, and is refused once the first is paid', async () => {
    const { api, id, paymentUrl, place } = await underWay()
    expect(await refusal(api.place(place))).toBe('paymentUnderWay')
    expect((await api.summary(place)).existingOrder).toMatchObject({ id, status: 'pending' })
    await approve(paymentUrl)
    await eventually(() => statusOf(id), is('paid'))
    expect(await refusal(api.place(place))).toBe('alreadyEnrolled')
  })

  it('loses the seat ten minutes later', async () => {
    const { id, place } = await underWay()
    app.advance(9 * MINUTE_MS)
    await reconcileOrders(app.services)
    expect(await statusOf(id)).toBe('pending')
    app.advance(2 * MINUTE_MS)
    await reconcileOrders(app.services)
    expect(await statusOf(id)).toBe('expired')
    expect(await (await ordersOf()).place(place)).toMatchObject({ status: 'pending' })
  })

  it('is no reason to wait for somebody who left the payment page', async () => {
    const { id } = await waitingOrder(app, { seats: 1 })
    app.advance(20 * MINUTE_MS)
    await reconcileOrders(app.services)
    expect(await orderStatus(app.db, id)).toEqual({ status: 'expired', ended_because: 'time' })
  })
})

describe('an order that has expired', () => {
  const paidUnseen = async () => {
    const order = await underWay()
    app.advance(11 * MINUTE_MS)
    await reconcileOrders(app.services)
    expect(await statusOf(order.id)).toBe('expired')
    // Paid without a webhook.
    const { reference } = await attemptOf(app.db, order.id)
    await app.db.updateTable('sandbox_payments').set({ status: 'paid' }).where('id', '=', reference).execute()
    return order
  }

  it('is asked about when its learner opens it: who was charged never reads that it expired', async () => {
    const { api, id } = await paidUnseen()
    app.advance(MINUTE_MS)
    expect((await api.order({ id })).status).toBe('paid')
  })

  it('is asked about before its learner orders the seat again: nobody pays twice', async () => {
    const { api, id, place } = await paidUnseen()
    app.advance(MINUTE_MS)
    expect(await refusal(api.place(place))).toBe('alreadyEnrolled')
    expect(await statusOf(id)).toBe('paid')
  })

  it('is asked about once', async () => {
    const { sara, id } = await underWay()
    app.advance(11 * MINUTE_MS)
    await reconcileOrders(app.services)
    app.advance(MINUTE_MS)
    const { payment, fetched } = counted()
    const api = orderApi(apiAs(app, sara, { payment }))
    expect((await api.order({ id })).status).toBe('expired')
    app.advance(MINUTE_MS)
    await api.order({ id })
    expect(fetched).toHaveLength(1)
  })
})

it('the provider is asked about an order at most once in ten seconds, however many pages poll it', async () => {
  const { sara, id } = await waitingOrder(app)
  const { payment, fetched } = counted()
  const pages = Array.from({ length: 12 }, () => orderApi(apiAs(app, sara, { payment })))
  await Promise.all(pages.map((api) => api.order({ id })))
  app.advance(9 * SECOND_MS)
  await pages[0]!.order({ id })
  expect(fetched).toHaveLength(1)
  app.advance(2 * SECOND_MS)
  await Promise.all(pages.map((api) => api.order({ id })))
  expect(fetched).toHaveLength(2)
})
