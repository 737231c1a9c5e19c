/** Requests of an attacker: each is refused or ignored, and no row about orders and money changes. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/support/app.ts'
import { coupon, course, inDays, learner, schedule } from '../../../tests/support/factories.ts'
import {
  attemptOf,
  bookable,
  CARDS,
  eventually,
  is,
  orderStatus,
  payWith,
  post,
  waitingOrder,
} from '../../../tests/support/orders/orders.ts'
import { tokenOf } from '../../../tests/support/signed-in.ts'
import { sign } from '../../adapters/payment/sandbox-webhooks.server.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import { MINUTE_MS } from '../../platform/durations.ts'
import { derivedKey } from '../../platform/secrets.server.ts'
import { invoicesEndpoints } from '../invoices/contract.ts'
import { ordersEndpoints } from '../orders/contract.ts'
import { refundsEndpoints } from '../refunds/contract.ts'
import { transfersEndpoints } from '../transfers/contract.ts'
import { checkoutEndpoints } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const TABLES = ['orders', 'payment_attempts', 'sandbox_payments', 'ledger', 'refunds', 'order_events', 'payment_events']

/** Every row of these tables, without the time of the last poll of the provider. */
async function snapshot(): Promise<string[]> {
  const rows = await Promise.all(
    TABLES.map((table) =>
      sql<{
        row: string
      }>`select (to_jsonb(t) - 'asked_at')::text as row from ${sql.table(table)} t order by 1`.execute(app.db),
    ),
  )
  return rows.flatMap(({ rows }, index) => rows.map(({ row }) => `${TABLES[index]} ${row}`))
}

/** A snapshot once no job is left that could still change it. */
async function settledSnapshot(): Promise<string[]> {
  const jobs = async () =>
    (await sql`select from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`.execute(app.db)).rows
      .length
  await eventually(jobs, is(0))
  return snapshot()
}

async function expectUnchanged(attack: () => Promise<unknown>): Promise<void> {
  const before = await settledSnapshot()
  await attack()
  expect(await settledSnapshot()).toEqual(before)
}

async function paidOrder() {
  const order = await waitingOrder(app)
  await payWith(order.paymentUrl, CARDS.good)
  await eventually(async () => (await orderStatus(app.db, order.id)).status, is('paid'))
  return order
}

/** Orders of another learner, in each status that an attacker could abuse. */
const VICTIMS = {
  'waits for its payment': async () => (await waitingOrder(app)).id,
  'is paid': async () => (await paidOrder()).id,
  'was cancelled': async () => {
    const { api, id } = await waitingOrder(app)
    await api.cancel({ id })
    return id
  },
}

const ORDER_ENDPOINTS: Record<string, Endpoint> = {
  ...ordersEndpoints,
  ...checkoutEndpoints,
  ...transfersEndpoints,
  ...refundsEndpoints,
  ...invoicesEndpoints,
}
const calls = Object.entries(ORDER_ENDPOINTS).filter(([, { path }]) => path.includes('{id}'))

/** Calls an endpoint with every field that any of them accepts. */
function callEndpoint({ method, path, files }: Endpoint, id: string, token: string | undefined) {
  const account = { iban: 'SA0380000000608010167519', holder: 'Mine now' }
  const forged = { reason: 'Mine now', note: 'Mine now', amountHalalas: 100_000, days: 3, ...account }
  const address = path.replace('{id}', id).replace('{part}', '2')
  if (method === 'GET') return app.call(method, address, { token })
  const raw = { body: '%PDF-1.7 mine', headers: { 'Content-Type': 'application/pdf', 'X-File-Name': 'mine.pdf' } }
  return app.call(method, address, { token, ...(files ? raw : { body: forged }) })
}

describe('another learner’s order', () => {
  it('is tested against more endpoints than reading and cancelling', () => {
    expect(calls.length).toBeGreaterThan(8)
  })

  it.each(Object.entries(VICTIMS))(
    'that %s is not found by any endpoint, and staff endpoints are refused',
    async (_, victim) => {
      const [id, unknownId] = [await victim(), randomUUID()]
      const attacker = await learner(app.db)
      const token = await tokenOf(app, attacker)
      await expectUnchanged(async () => {
        for (const [name, endpoint] of calls) {
          const foreign = await callEndpoint(endpoint, id, token)
          const missing = await callEndpoint(endpoint, unknownId, token)
          const expected = endpoint.audience === 'signedIn' ? [404, 'orderNotFound'] : [403, 'forbidden']
          expect([foreign.status, foreign.error?.code], name).toEqual(expected)
          // The response does not reveal whether the order exists.
          expect(foreign.error, name).toEqual(missing.error)
          const guest = await callEndpoint(endpoint, id, undefined)
          expect([guest.status, guest.error?.code], name).toEqual([401, 'unauthenticated'])
        }
      })
      const mine = await app.call('GET', 'Orders/mine', { token })
      expect(mine.data.items).toEqual([])
    },
  )

  it('is not revealed by its Idempotency-Key', async () => {
    const place = await bookable(app.db)
    const [own, other] = [await tokenOf(app, await learner(app.db)), await tokenOf(app, await learner(app.db))]
    const request = { body: place, headers: { 'Idempotency-Key': 'the-same-for-both' } }
    const first = await app.call('POST', 'Orders', { token: own, ...request })
    const second = await app.call('POST', 'Orders', { token: other, ...request })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.data.id).not.toBe(first.data.id)
  })
})

describe('a price', () => {
  const FORGED = {
    priceHalalas: 1,
    discountHalalas: 99_999,
    totalHalalas: 1,
    vatHalalas: 0,
    amountHalalas: 1,
    currency: 'USD',
    status: 'paid',
    userId: 1,
    expiresAt: '2099-01-01T00:00:00Z',
    paidAt: '2020-01-01T00:00:00Z',
  }

  it('is the price of the course, whatever the body contains', async () => {
    const sara = await learner(app.db)
    const place = await bookable(app.db)
    const placed = await app.call('POST', 'Orders', { token: await tokenOf(app, sara), body: { ...place, ...FORGED } })
    expect([placed.status, placed.data.status]).toEqual([201, 'pending'])
    const order = await app.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', placed.data.id)
      .executeTakeFirstOrThrow()
    expect(order).toMatchObject({ total_halalas: 100_000, discount_halalas: 0, status: 'pending', user_id: sara.id })
    expect(order.expires_at.getTime()).toBeLessThan(Date.now() + 21 * MINUTE_MS)
    const { amount, reference } = await attemptOf(app.db, order.id)
    expect([amount, (await app.services.payment.fetch(reference!)).amountHalalas]).toEqual([100_000, 100_000])
  })

  it('stays the same on the payment page, whatever its form contains', async () => {
    const { api, id, paymentUrl } = await waitingOrder(app)
    const card = { number: CARDS.good, expiry: '12/40', cvc: '123' }
    const forged = {
      amount: '1',
      amountHalalas: '1',
      amount_halalas: '1',
      status: 'paid',
      returnUrl: 'https://evil.example/',
    }
    const response = await post(`${paymentUrl}?amountHalalas=1&returnUrl=https://evil.example/`, { ...card, ...forged })
    expect(response.location).toBe(`/en/order-approved?order=${id}`)
    expect(await api.order({ id })).toMatchObject({ status: 'paid', totalHalalas: 100_000, refundedHalalas: 0 })
    const { rows } = await sql<{
      sum: string
    }>`select sum(amount_halalas) as sum from ledger where order_id = ${id}`.execute(app.db)
    expect(Number(rows[0]!.sum)).toBe(100_000)
  })

  it('is refunded only as staff decide: the learner’s request has no amount', async () => {
    const { sara, id } = await paidOrder()
    const token = await tokenOf(app, sara)
    const body = { reason: 'I changed my mind', amountHalalas: 10_000_000, status: 'done', keepsSeat: true }
    const requested = await app.call('POST', `Orders/${id}/refund-request`, { token, body })
    expect([requested.status, requested.data.status, requested.data.refundedHalalas]).toEqual([201, 'paid', 0])
    expect(requested.data.refund).toMatchObject({ status: 'requested', amountHalalas: null })
  })

  it('is never refunded twice, nor more than was paid', async () => {
    const { id } = await paidOrder()
    const token = await tokenOf(app, await learner(app.db, { roles: ['Admin'] }))
    for (const amountHalalas of [100_001, 2_147_483_648, -1, 0, 1.5, 'all']) {
      const body = { reason: 'Too much', amountHalalas }
      const response = await app.call('POST', `admin/orders/${id}/refund`, { token, body })
      expect([400, 409], `${amountHalalas}: ${response.status}`).toContain(response.status)
    }
    const refundAll = () => app.call('POST', `admin/orders/${id}/refund`, { token, body: { reason: 'All of it' } })
    const answers = await Promise.all([refundAll(), refundAll(), refundAll()])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await eventually(async () => (await orderStatus(app.db, id)).status, is('refunded'))
    expect((await refundAll()).status).toBe(409)
    const { rows } = await sql<{
      sum: string
    }>`select sum(amount_halalas) as sum from ledger where order_id = ${id}`.execute(app.db)
    expect(Number(rows[0]!.sum)).toBe(0)
  })
})

describe('what belongs to another course', () => {
  const tryToOrder = async (body: object) =>
    app.call('POST', 'Orders', { token: await tokenOf(app, await learner(app.db)), body })

  it('a coupon is refused, in the order and in its summary', async () => {
    const [mine, other] = [await bookable(app.db), await bookable(app.db)]
    const { code } = await coupon(app.db, { courseIds: [other.courseId], percent: 100 })
    await expectUnchanged(async () => {
      const response = await tryToOrder({ ...mine, couponCode: code })
      expect([response.status, response.error.code]).toEqual([409, 'couponOtherCourse'])
    })
    const { data } = await app.call(
      'GET',
      `Orders/summary?courseId=${mine.courseId}&scheduleId=${mine.scheduleId}&coupon=${code}`,
    )
    expect([data.coupon.valid, data.discountHalalas]).toEqual([false, 0])
    expect((await tryToOrder({ ...other, couponCode: code })).data.status).toBe('paid')
  })

  it('a company coupon is refused to an address that only looks like the company’s', async () => {
    const place = await bookable(app.db)
    const { code } = await coupon(app.db, { emailDomain: 'company.example', percent: 100 })
    for (const email of ['a@notcompany.example', 'a@company.example.evil.example', 'company.example@evil.example']) {
      const token = await tokenOf(app, await learner(app.db, { email }))
      const response = await app.call('POST', 'Orders', { token, body: { ...place, couponCode: code } })
      expect([response.status, response.error.code], email).toEqual([409, 'couponOtherDomain'])
    }
  })

  it('a run of another or an unpublished course is not found', async () => {
    const [mine, other] = [await bookable(app.db), await bookable(app.db, {}, { priceHalalas: 1 })]
    const draft = await bookable(app.db, { publishedAt: null })
    const recorded = await course(app.db, { delivery: 2 })
    await expectUnchanged(async () => {
      for (const body of [
        { courseId: mine.courseId, scheduleId: other.scheduleId },
        { courseId: recorded.id, scheduleId: other.scheduleId },
        draft,
        { courseId: 2_147_483_647 },
      ]) {
        const response = await tryToOrder(body)
        expect([response.status, response.error.code], JSON.stringify(body)).toEqual([404, 'courseNotFound'])
      }
    })
  })

  it('a run that is over, or not yet open, is refused though its number is known', async () => {
    const { courseId } = await bookable(app.db)
    const over = await schedule(app.db, courseId, { startsAt: inDays(-9), enrolmentClosesAt: inDays(-10) })
    const later = await schedule(app.db, courseId, { enrolmentOpensAt: inDays(2) })
    await expectUnchanged(async () => {
      expect((await tryToOrder({ courseId, scheduleId: over })).error.code).toBe('enrolmentClosed')
      expect((await tryToOrder({ courseId, scheduleId: later })).error.code).toBe('enrolmentNotOpen')
    })
  })
})

describe('a webhook about a payment', () => {
  const secret = () => derivedKey(app.services.settings, 'sandbox-webhooks')
  const send = (body: string, signature: string, provider = 'sandbox') =>
    app.call('POST', `Payments/webhook/${provider}`, { body, headers: { 'Sandbox-Signature': signature } })
  const about = (payment: string, type = 'payment.paid') => JSON.stringify({ id: randomUUID(), type, payment })

  it('that is replayed changes nothing', async () => {
    const { id } = await paidOrder()
    const { reference } = await attemptOf(app.db, id)
    const body = about(reference!)
    const signature = sign(secret(), body, app.services.now())
    expect((await send(body, signature)).status).toBe(200)
    const handled = () =>
      app.db
        .selectFrom('payment_events')
        .select('handled_at')
        .where('event_id', '=', JSON.parse(body).id)
        .executeTakeFirstOrThrow()
    await eventually(handled, ({ handled_at }) => expect(handled_at).not.toBeNull())
    await expectUnchanged(async () => {
      const again = await Promise.all(Array.from({ length: 8 }, () => send(body, signature)))
      expect(again.map(({ status }) => status)).toEqual(Array(8).fill(200))
    })
  })

  it('that was altered, forged or meant for another provider is refused', async () => {
    const [paid, open] = [await paidOrder(), await waitingOrder(app)]
    const [mine, other] = [await attemptOf(app.db, paid.id), await attemptOf(app.db, open.id)]
    const body = about(mine.reference!)
    const signature = sign(secret(), body, app.services.now())
    const [time, mac] = signature.split(',')
    const forged = [
      await sendForged(body.replace(mine.reference!, other.reference!), signature),
      await sendForged(body.replace('payment.paid', 'payment.refunded'), signature),
      await sendForged(`${body} `, signature),
      await sendForged(body, `t=${Number(time!.slice(2)) + 1},${mac}`),
      await sendForged(body, `${time},v1=${'0'.repeat(64)}`),
      await sendForged(body, `${time},v1=`),
      await sendForged(body, sign(Buffer.from('guess'), body, app.services.now())),
      await sendForged(body, sign(secret(), body, new Date(app.services.now().getTime() - 301_000))),
      await sendForged(body, sign(secret(), body, new Date(app.services.now().getTime() + 301_000))),
      await sendForged(body, signature, 'moyasar'),
      await sendForged(body, signature, 'transfer'),
    ]
    expect(forged).toEqual(forged.map(() => 403))
    async function sendForged(body: string, signature: string, provider?: string) {
      let status = 0
      await expectUnchanged(async () => {
        status = (await send(body, signature, provider)).status
      })
      return status
    }
  })

  it('is not trusted: even with the secret, it cannot make an order paid or refunded', async () => {
    const [open, paid] = [await waitingOrder(app), await paidOrder()]
    for (const [order, type] of [
      [open, 'payment.paid'],
      [paid, 'payment.refunded'],
      [paid, 'payment.failed'],
    ] as const) {
      const body = about((await attemptOf(app.db, order.id)).reference!, type)
      expect((await send(body, sign(secret(), body, app.services.now()))).status).toBe(200)
    }
    const unhandled = async () =>
      (await sql`select from payment_events where handled_at is null`.execute(app.db)).rows.length
    await eventually(unhandled, is(0))
    expect([(await orderStatus(app.db, open.id)).status, (await orderStatus(app.db, paid.id)).status]).toEqual([
      'pending',
      'paid',
    ])
  })
})
