/** A seat that the waiting list offered is held as long as was promised, whatever its learner does to pay it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiAs } from '../../../tests/support/api-as.ts'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { coupon, inDays, learner } from '../../../tests/support/factories.ts'
import { orderApi } from '../../../tests/support/orders/order-api.ts'
import {
  bookable,
  CARDS,
  eventually,
  hoursLeft,
  is,
  orderStatus,
  payWith,
  refusal,
  withBank,
} from '../../../tests/support/orders/orders.ts'
import { atCompany } from '../../../tests/support/payments/instalments.ts'
import { reconcileOrders } from '../payments/reconciliation.server.ts'
import { offerSeats } from '../runs/waiting.server.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { INSTALMENT_COMPANIES: 'tabby' } })
  await withBank(app.db)
})
afterAll(() => app.stop())

const paymentOf = async (orders: Awaited<ReturnType<typeof offered>>['orders'], id: string) =>
  String((await orders.order({ id })).partPayment?.state)
const statusOf = async (id: string) => (await orderStatus(app.db, id)).status

/** The first of two in line, to whom the only seat of a run was offered. */
async function offered() {
  const place = await bookable(app.db, {}, { seats: 1, startsAt: inDays(30) })
  const [holder, first, next] = await Promise.all(
    [1, 2, 3].map(async () => {
      const user = await learner(app.db)
      const api = apiAs(app, user)
      return { user, waiting: api.runs, orders: orderApi(api) }
    }),
  )
  const { id } = await holder!.orders.place(place)
  for (const one of [first!, next!]) await one.waiting.joinWaiting({ id: place.scheduleId })
  await holder!.orders.cancel({ id })
  await offerSeats(app.services)
  const until = async () => (await first!.waiting.waitingPlace({ id: place.scheduleId })).offeredUntil
  return { place, orders: first!.orders, next: next!, until }
}

it('after a card was declined and a payment page was left, and is paid in the end', async () => {
  const { place, orders, next, until } = await offered()
  const promised = await until()
  expect(hoursLeft(promised!)).toBe(24)
  const { id, paymentUrl } = await orders.place(place)
  await payWith(paymentUrl, CARDS.poor)
  await eventually(() => paymentOf(orders, id), is('failed'))
  await reconcileOrders(app.services)
  await offerSeats(app.services)
  expect([await statusOf(id), await until(), (await orders.order({ id })).expiresAt]).toEqual([
    'pending',
    promised,
    promised,
  ])
  expect((await next.waiting.waitingPlace({ id: place.scheduleId })).position).toBe(1)
  const again = await orders.place(place)
  expect([again.id, again.paymentUrl === paymentUrl]).toEqual([id, false])
  expect((await orders.order({ id })).partPayment?.state).toBe('open')
  await payWith(again.paymentUrl, CARDS.good)
  await eventually(() => statusOf(id), is('paid'))
})

it('by another way of paying online, which may be declined, and after one by transfer was begun', async () => {
  const { place, orders, until } = await offered()
  const promised = await until()
  const company = await orders.place({ ...place, method: 'tabby' })
  expect(company.expiresAt).toBe(promised)
  await atCompany(company.paymentUrl, 'decline')
  await eventually(() => paymentOf(orders, company.id), is('failed'))
  expect(await until()).toBe(promised)
  // Once more at the company, which has another page for it, then otherwise.
  const again = await orders.place({ ...place, method: 'tabby' })
  expect([again.id, again.paymentUrl === company.paymentUrl]).toEqual([company.id, false])
  expect(hoursLeft((await orders.place({ ...place, method: 'transfer' })).expiresAt)).toBe(72)
  const card = await orders.place({ ...place, method: 'online' })
  expect([card.id, card.expiresAt]).toEqual([company.id, promised])
  await payWith(card.paymentUrl, CARDS.good)
  await eventually(() => statusOf(card.id), is('paid'))
})

it('with a coupon, which makes another order of it, while others wait', async () => {
  const { place, orders, next, until } = await offered()
  const promised = await until()
  const { code } = await coupon(app.db, { percent: 10 })
  const reduced = await orders.place({ ...place, couponCode: code })
  expect([reduced.expiresAt, await until()]).toEqual([promised, promised])
  await offerSeats(app.services)
  expect(await refusal(next.orders.place(place))).toBe('seatsGone')
  await payWith(reduced.paymentUrl, CARDS.good)
  await eventually(() => statusOf(reduced.id), is('paid'))
  expect((await orders.order({ id: reduced.id })).discountHalalas).toBeGreaterThan(0)
})

it('no longer than was promised with a coupon, when it was held for a transfer before', async () => {
  const { place, orders, until } = await offered()
  const promised = await until()
  expect(hoursLeft((await orders.place({ ...place, method: 'transfer' })).expiresAt)).toBe(72)
  const { code } = await coupon(app.db, { percent: 10 })
  expect((await orders.place({ ...place, method: 'online', couponCode: code })).expiresAt).toBe(promised)
})
